//! Enumerations within a sentence, as each language writes them.

use gorkd_words::{Locale, Msg};

/// "a and b", "a, b, and c".
pub(crate) fn and_list(items: &[String], locale: Locale) -> String {
    let two = |first, second| Msg::AndList { first, second };
    let more = |first, second| Msg::AndListMore { first, second };
    listed(items, locale, [two, more, |first, second| Msg::AndListLast { first, second }])
}

/// "a or b", "a, b, or c".
pub(crate) fn or_list(items: &[String], locale: Locale) -> String {
    let two = |first, second| Msg::OrList { first, second };
    let more = |first, second| Msg::OrListMore { first, second };
    listed(items, locale, [two, more, |first, second| Msg::OrListLast { first, second }])
}

/// `joined` has a list of two, what comes before the last of a longer one, and that with the last one.
fn listed(items: &[String], locale: Locale, joined: [fn(String, String) -> Msg; 3]) -> String {
    let [two, more, last] = joined.map(|join| move |first, second| locale.say(join(first, second)));
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
