//! Enumerations within a sentence, as each language writes them.

use gorkd_words::{Locale, Msg};

/// "a and b", "a, b, and c".
pub(crate) fn and_list(items: &[String], locale: Locale) -> String {
    let two = |first, second| locale.say(Msg::AndList { first, second });
    let more = |first, second| locale.say(Msg::AndListMore { first, second });
    listed(items, two, more, |first, second| locale.say(Msg::AndListLast { first, second }))
}

/// "a or b", "a, b, or c".
pub(crate) fn or_list(items: &[String], locale: Locale) -> String {
    let two = |first, second| locale.say(Msg::OrList { first, second });
    let more = |first, second| locale.say(Msg::OrListMore { first, second });
    listed(items, two, more, |first, second| locale.say(Msg::OrListLast { first, second }))
}

/// `two`: a list of two; `more`: what comes before the last of a longer one; `last`: that, and the last one.
fn listed(
    items: &[String],
    two: impl Fn(String, String) -> String,
    more: impl Fn(String, String) -> String,
    last: impl Fn(String, String) -> String,
) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first, second] => two(first.clone(), second.clone()),
        [before @ .., end] => {
            let before = before.iter().cloned().reduce(more).unwrap_or_default();
            last(before, end.clone())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_its_own_commas() {
        let items: Vec<String> = ["a", "b", "c", "d"].map(str::to_owned).into();
        for (locale, three, four) in [
            (Locale::En, "a, b, or c", "a, b, c, and d"),
            (Locale::De, "a, b oder c", "a, b, c und d"),
            (Locale::Es, "a, b o c", "a, b, c y d"),
            (Locale::Fr, "a, b ou c", "a, b, c et d"),
            (Locale::Ru, "a, b или c", "a, b, c и d"),
            (Locale::Zh, "a、b或c", "a、b、c和d"),
            (Locale::Ar, "a أو b أو c", "a وb وc وd"),
        ] {
            assert_eq!(or_list(&items[..3], locale), three);
            assert_eq!(and_list(&items, locale), four);
        }
        assert_eq!(or_list(&items[..2], Locale::En), "a or b");
        assert_eq!(and_list(&items[..1], Locale::En), "a");
        assert_eq!(and_list(&[], Locale::En), "");
    }
}
