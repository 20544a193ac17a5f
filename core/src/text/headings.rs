//! The headings above a block as one line of Markdown.

/// A heading path as one line, leaving out a last term or heading that the text below repeats in bold.
pub fn path_above(headings: &[String], text: &str) -> String {
    let begins = text.lines().next().unwrap_or_default();
    let plain = |text: &str| text.replace(['*', '`'], "");
    let says = |heading: &String| {
        let whole = plain(begins).trim() == heading;
        begins.starts_with("**")
            && (whole || begins.starts_with(&format!("**{}** ", path(std::slice::from_ref(heading)))))
    };
    match headings.split_last() {
        Some((last, rest)) if says(last) && !rest.is_empty() => path(rest),
        Some(_) | None => path(headings),
    }
}

/// A heading path as one line, to be shown in bold. Asterisks are replaced by a look-alike that isn't markup.
/// Brackets are kept unless they would be read as a source number or a link.
pub fn path(headings: &[String]) -> String {
    let plain = |heading: &String| {
        let mut plain = heading.replace('*', "∗").replace("](", "] (");
        while let Some((at, len)) = marker(&plain) {
            plain.replace_range(at..at + len, "");
        }
        plain.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    headings.iter().map(plain).collect::<Vec<_>>().join(" › ")
}

/// The position and byte length of a number in brackets.
fn marker(text: &str) -> Option<(usize, usize)> {
    text.match_indices('[').find_map(|(at, _)| {
        let inside = &text[at + 1..text[at..].find(']')? + at];
        let is_number = !inside.is_empty() && inside.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then_some((at, inside.len() + 2))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_does_not_repeat_what_the_text_begins_with() {
        let headings = ["csv *1*", "Classes [2]", "class csv.DictReader"].map(str::to_owned);
        assert_eq!(path_above(&headings, "Reads rows."), "csv ∗1∗ › Classes › class csv.DictReader");
        let without = "csv ∗1∗ › Classes";
        assert_eq!(path_above(&headings, "**class `csv.DictReader`**\n\nReads rows."), without);
        assert_eq!(path_above(&headings, "**class csv.DictReader** Reads rows."), without);
        assert_eq!(path_above(&headings[..1], "**csv 1**"), "csv ∗1∗", "a path is never empty");
    }
}
