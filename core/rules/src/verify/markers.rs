//! Numbers that only count headings and items: the 12 of "12. Maximum Number Of Pages" says of nothing how many there are.

use crate::text::mentions::Mention;
use crate::text::stopwords::is_stop_word;
use crate::text::words::words;
use std::ops::Range;

/// Maximum digits of such a number. Longer ones are years, and amounts at the end of a sentence.
const LONGEST: usize = 3;

/// Is it the number of a heading or an item? A sentence may also end with a number that begins a line.
pub(super) fn is_marker(text: &str, number: &Range<usize>) -> bool {
    let digits = &text[number.clone()];
    let is_number = (1..=LONGEST).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let behind = text[number.end..].strip_prefix(['.', ')']);
    let apart = behind.is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace));
    let line = text[..number.start].rfind('\n').map_or(0, |at| at + 1);
    let lead = &text[line..number.start];
    if !is_number || !apart || !without_marks(lead).is_empty() {
        return false;
    }
    let above = text[..line].trim_end();
    let begins = above.is_empty()
        || above.ends_with(['.', ':', ';', '!', '?'])
        || text[above.len()..line].matches('\n').count() > 1;
    begins || lead.contains('#') || goes_on(above, digits)
}

/// Is there an item above with the number before this one?
fn goes_on(above: &str, digits: &str) -> bool {
    let before = digits.parse::<u32>().ok().and_then(|number| number.checked_sub(1));
    let before = before.map(|number| number.to_string()).unwrap_or_default();
    let counts = |line: &str| {
        without_marks(line).strip_prefix(&before).is_some_and(|rest| rest.starts_with(['.', ')']))
    };
    !before.is_empty() && above.lines().any(counts)
}

/// A line without the signs of headings, quotations, and emphasis before it.
fn without_marks(line: &str) -> &str {
    line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '#' | '>' | '*' | '_'))
}

/// Does a claim call something by its number: "in step 3"? "It has 3 steps" counts them.
pub(super) fn is_called(claim: &str, mention: &Mention, language: &str) -> bool {
    let (before, behind) = (&claim[..mention.range.start], &claim[mention.range.end..]);
    let says = |word: &str| !is_stop_word(&word.to_lowercase(), language);
    let (led, followed) = (words(before), words(behind));
    let name = led.last().filter(|word| before[word.range.end..] == *" " && says(word.text));
    let counted = followed.first().is_some_and(|word| behind[..word.range.start] == *" " && says(word.text));
    name.is_some() && (led.len() == 1 || !counted)
}

#[cfg(test)]
mod tests {
    use super::super::known::Reader;
    use super::super::quotes::with_quote;
    use super::*;
    use crate::text::mentions::values;
    use gorkd_core::model::Support;

    const ATTACHED: &str = "11. Maximum Number Of Attached Databases\n\n  The number of simultaneously attached databases \
        is limited to SQLITE_MAX_ATTACHED which is set to 10 by default. The maximum number of attached databases \
        cannot be increased above 125.\n\n12. Maximum Number Of Pages In A Database File";

    #[test]
    fn what_counts_headings_and_items_is_told_from_the_end_of_a_sentence() {
        let marked = |text: &str| -> Vec<String> {
            let found = values(text, "en").into_iter().map(|mention| mention.range);
            found.filter(|range| is_marker(text, range)).map(|range| text[range].to_owned()).collect()
        };
        for (text, numbers) in [
            (ATTACHED, vec!["11", "12"]),
            ("## 4. Limits\n\nOf 5 pages", vec!["4"]),
            ("Do this:\n1) Open 7 lids\n   of the pot\n2) Close them", vec!["1", "2"]),
            ("This limits you to about\n60. Then it stops at\n3.5 MB", vec![]),
            ("It began in\n\n1984. It has 5.", vec![]),
        ] {
            assert_eq!(marked(text), numbers, "{text}");
        }
    }

    #[test]
    fn the_number_of_a_heading_bears_out_no_amount() {
        let mut reader = Reader::new("en");
        let mut support =
            |claim: &str| with_quote(ATTACHED, ATTACHED, |context| reader.agreement(claim, context).support);
        for claim in [
            "By default, 11 databases can be attached at the same time.",
            "You can attach 12 databases at the same time by default.",
        ] {
            assert!(support(claim) <= Support::Unsupported, "{claim}");
        }
        assert_eq!(support("By default, 10 databases can be attached at the same time."), Support::Supported);
    }

    #[test]
    fn what_has_a_number_may_be_called_by_it() {
        let called =
            |claim: &str| values(claim, "en").first().is_some_and(|mention| is_called(claim, mention, "en"));
        for claim in ["In step 3, the lid is closed.", "Section 11 limits them.", "See step 3 of the list."] {
            assert!(called(claim), "{claim}");
        }
        for claim in ["It takes 3 steps.", "By default, 11 lids close.", "The limit is set to 11."] {
            assert!(!called(claim), "{claim}");
        }
    }
}
