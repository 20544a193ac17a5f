//! Enumerations within a sentence.

use gorkd_words::{Locale, Msg};

/// "a, b and c".
pub(crate) fn and_list(items: &[String], locale: Locale) -> String {
    listed(items, |first, second| locale.say(Msg::AndList { first, second }))
}

/// "a, b or c".
pub(crate) fn or_list(items: &[String], locale: Locale) -> String {
    listed(items, |first, second| locale.say(Msg::OrList { first, second }))
}

fn listed(items: &[String], joined: impl Fn(String, String) -> String) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => joined(first.join(", "), last.clone()),
    }
}
