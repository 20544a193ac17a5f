//! Writes checked claims as text: the summary as plain sentences, the detail as Markdown, each sentence followed by its
//! source numbers.

use crate::text::{flowing, is_fence, one_line};
use gorkd_core::model::{Deliverable, Part};
use gorkd_core::text::ends_with_block;
use gorkd_words::{Locale, Msg};

/// A claim that holds, as it is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sentence {
    pub text: String,
    pub part: Part,
    pub heading: Option<String>,
    /// Numbers of the sources it cites, in order.
    pub marks: Vec<u32>,
    /// Only part of it is supported, which is noted next to it.
    pub partly: bool,
}

/// Sentences of one heading that are shown as a paragraph; more become a list.
const PARAGRAPH: usize = 2;

/// Summary and detail. Sentences under one heading are brought together at the heading's first place; where rows are
/// wanted, each heading is one.
pub fn compose(sentences: &[Sentence], form: Deliverable, locale: Locale) -> (String, String) {
    let sentences = &with_code(sentences);
    let marked = |sentence: &Sentence| marked(sentence, locale);
    let summary: Vec<String> =
        sentences.iter().filter(|sentence| sentence.part == Part::Summary).map(marked).collect();
    let rows = match form.has_rows() {
        true => rows(sentences, locale),
        false => String::new(),
    };
    let groups = grouped(sentences, locale).into_iter();
    let detail = groups.filter(|(heading, _)| rows.is_empty() || heading.is_none());
    let detail: Vec<String> = detail
        .map(|(heading, group)| {
            let body = if group.len() > PARAGRAPH { list(&group) } else { joined(&group) };
            match heading {
                Some(heading) => format!("## {}\n\n{body}", one_line(heading)),
                None => body,
            }
        })
        .collect();
    let detail: Vec<String> = [rows].into_iter().filter(|rows| !rows.is_empty()).chain(detail).collect();
    (joined(&summary), detail.join("\n\n"))
}

/// The sentences, with each block of code below the sentence that leads to it.
fn with_code(sentences: &[Sentence]) -> Vec<Sentence> {
    let mut shown: Vec<Sentence> = Vec::with_capacity(sentences.len());
    for sentence in sentences {
        let is_code = is_fence(&sentence.text) && ends_with_block(&sentence.text);
        let leads = |last: &&mut Sentence| {
            let together = (last.part, &last.heading) == (sentence.part, &sentence.heading);
            is_code && together && !ends_with_block(&last.text)
        };
        match shown.last_mut().filter(leads) {
            Some(last) => {
                last.text = format!("{}\n{}", last.text.trim_end(), sentence.text.trim_start());
                last.marks.extend(&sentence.marks);
                last.marks.sort_unstable();
                last.marks.dedup();
                last.partly |= sentence.partly;
            }
            None => shown.push(sentence.clone()),
        }
    }
    shown
}

/// The sentences of the detail by their headings.
fn grouped(sentences: &[Sentence], locale: Locale) -> Vec<(Option<&str>, Vec<String>)> {
    let mut groups: Vec<(Option<&str>, Vec<String>)> = Vec::new();
    for sentence in sentences.iter().filter(|sentence| sentence.part == Part::Detail) {
        let heading = sentence.heading.as_deref().map(str::trim).filter(|heading| !heading.is_empty());
        let said = marked(sentence, locale);
        match groups.iter_mut().find(|(known, _)| *known == heading) {
            Some((_, group)) => group.push(said),
            None => groups.push((heading, vec![said])),
        }
    }
    groups
}

/// Sentences in a row. What follows a block of code stands below it.
fn joined(sentences: &[String]) -> String {
    let mut text = String::new();
    let mut has_block = false;
    for sentence in sentences {
        if !text.is_empty() {
            text.push_str(if has_block { "\n\n" } else { " " });
        }
        has_block = sentence.contains('\n');
        text.push_str(sentence);
    }
    text
}

fn list(lines: &[String]) -> String {
    let item = |line: &String| {
        let mut lines = line.lines();
        let first = format!("- {}", lines.next().unwrap_or_default());
        // The lines of a block of code belong to their item.
        let rest = lines.map(|line| if line.is_empty() { "\n".to_owned() } else { format!("\n  {line}") });
        first + &rest.collect::<String>()
    };
    lines.iter().map(item).collect::<Vec<_>>().join("\n")
}

/// The sentences of the detail that stand under headings as a table, a row a heading: what it is about, and what is said
/// of it. Empty where there are none.
pub fn rows(sentences: &[Sentence], locale: Locale) -> String {
    let groups = grouped(sentences, locale).into_iter();
    let rows: Vec<(&str, Vec<String>)> =
        groups.filter_map(|(heading, said)| Some((heading?, said))).collect();
    // A cell has no room for the lines of a block of code.
    if rows.is_empty() || rows.iter().any(|(_, said)| said.iter().any(|said| said.contains('\n'))) {
        return String::new();
    }
    let head = [Msg::TableItem, Msg::TableSays].map(|word| locale.say(word));
    let mut lines = vec![format!("| {} |", head.join(" | ")), "| --- | --- |".to_owned()];
    lines.extend(
        rows.into_iter().map(|(item, said)| format!("| {} | {} |", cell(item), cell(&said.join(" ")))),
    );
    lines.join("\n")
}

/// Text for a table cell: on one line, without bars.
fn cell(text: &str) -> String {
    flowing(text).replace('\n', " ").replace('|', "\\|")
}

fn marked(sentence: &Sentence, locale: Locale) -> String {
    let flowing = flowing(&sentence.text);
    // The marks stand behind what leads to a block of code. Nothing may stand behind the fence that closes it.
    let fence = flowing.match_indices('\n').map(|(at, _)| at).find(|at| is_fence(&flowing[*at..]));
    let fence = fence.filter(|_| !is_fence(&flowing) && ends_with_block(&flowing));
    let (lead, code) = flowing.split_at(fence.unwrap_or(flowing.len()));
    let mut text = lead.to_owned();
    let block = code.is_empty() && ends_with_block(&text);
    // A quotation at the end may bring its own full stop: “It never does.”
    let inside = text.trim_end_matches(['"', '”', '“', '»', '」']);
    let ended =
        inside.len() < text.len() && inside.ends_with(['.', '!', '?', '…', '。', '！', '？', '؟', '۔']);
    let open = |text: &str| {
        text.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | '"' | '”' | '`' | '%'))
    };
    if !ended && !block && open(&text) {
        text.push('.');
    }
    let marks: String = sentence.marks.iter().map(|number| format!("[{number}]")).collect();
    let partly = if sentence.partly { locale.say(Msg::PartlySupported) } else { String::new() };
    let behind: Vec<&str> = [partly.as_str(), &marks].into_iter().filter(|part| !part.is_empty()).collect();
    match (behind.is_empty(), block) {
        (true, _) => text + code,
        (false, false) => format!("{text} {}{code}", behind.join(" ")),
        (false, true) => format!("{text}\n\n{}", behind.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(text: &str, part: Part, heading: Option<&str>, marks: &[u32]) -> Sentence {
        Sentence {
            text: text.into(),
            part,
            heading: heading.map(Into::into),
            marks: marks.to_vec(),
            partly: false,
        }
    }

    #[test]
    fn every_sentence_is_followed_by_its_numbers() {
        let (summary, detail) = compose(
            &[
                sentence("Water boils at 100 °C.", Part::Summary, None, &[1, 2]),
                sentence("On mountains\nit boils earlier", Part::Summary, None, &[3]),
                sentence("At 3,000 m it is 90 °C.", Part::Detail, Some("Height"), &[3]),
                sentence("Salt raises it.", Part::Detail, Some("Salt"), &[1]),
                Sentence {
                    partly: true,
                    ..sentence("At 5,000 m it is 83 °C.", Part::Detail, Some("Height"), &[2])
                },
            ],
            Deliverable::Brief,
            Locale::En,
        );
        assert_eq!(summary, "Water boils at 100 °C. [1][2] On mountains it boils earlier. [3]");
        assert_eq!(
            detail,
            "## Height\n\nAt 3,000 m it is 90 °C. [3] At 5,000 m it is 83 °C. (only partly supported) [2]\n\n## Salt\n\nSalt raises it. [1]"
        );
    }

    #[test]
    fn what_is_only_partly_supported_says_so_where_it_stands() {
        let said = [
            Sentence { partly: true, ..sentence("It has 40 bells.", Part::Summary, None, &[1]) },
            sentence("It is 62 m high.", Part::Summary, None, &[1, 2]),
            sentence("It opened in 1881.", Part::Detail, Some("History"), &[2]),
        ];
        let (summary, detail) = compose(&said, Deliverable::Brief, Locale::En);
        assert_eq!(summary, "It has 40 bells. (only partly supported) [1] It is 62 m high. [1][2]");
        assert_eq!(detail, "## History\n\nIt opened in 1881. [2]");
    }

    #[test]
    fn a_quotation_keeps_the_full_stop_that_it_ends_with() {
        for (text, shown) in [
            ("They say: “It never does.”", "They say: “It never does.”"),
            ("They say: \"Does it?\"", "They say: \"Does it?\""),
            ("They call it “the tower”", "They call it “the tower”."),
        ] {
            assert_eq!(marked(&sentence(text, Part::Summary, None, &[]), Locale::En), shown);
        }
    }

    #[test]
    fn code_stands_as_it_is_written() {
        let span = sentence("Turn `'    a\\n'`  into `'a\\n'`", Part::Summary, None, &[1]);
        let block = sentence("Run this:\n```\nif x:\n    y\n```", Part::Summary, None, &[2]);
        let shown = "Turn `'    a\\n'` into `'a\\n'`. [1]";
        let code = "Run this: [2]\n```\nif x:\n    y\n```";
        let said = [span.clone(), block.clone(), sentence("Then stop", Part::Summary, None, &[3])];
        let (summary, _) = compose(&said, Deliverable::Brief, Locale::En);
        assert_eq!(summary, format!("{shown} {code}\n\nThen stop. [3]"));
        let listed: Vec<Sentence> =
            [block, span.clone(), span].map(|one| Sentence { part: Part::Detail, ..one }).into();
        let item = "- Run this: [2]\n  ```\n  if x:\n      y\n  ```";
        let (_, detail) = compose(&listed, Deliverable::Brief, Locale::En);
        assert_eq!(detail, format!("{item}\n- {shown}\n- {shown}"));
        let rowed = listed.into_iter().map(|one| Sentence { heading: Some("A".into()), ..one });
        let (_, table) = compose(&rowed.collect::<Vec<_>>(), Deliverable::Table, Locale::En);
        assert_eq!(table, format!("## A\n\n{item}\n- {shown}\n- {shown}"), "a cell has no lines");
    }

    #[test]
    fn a_block_of_code_of_its_own_stands_below_the_sentence_before_it() {
        let under = |text: &str, marks: &[u32]| sentence(text, Part::Detail, Some("Undo"), marks);
        let code = "```\ngit reset\n```";
        let said = [under("Take it back, like:", &[3]), under(code, &[1, 3]), under("It is gone.", &[2])];
        let shown = "## Undo\n\nTake it back, like: [1][3]\n```\ngit reset\n```\n\nIt is gone. [2]";
        assert_eq!(compose(&said, Deliverable::Brief, Locale::En).1, shown);
        assert_eq!(
            compose(&said[1..], Deliverable::Brief, Locale::En).1,
            "## Undo\n\n```\ngit reset\n```\n\n[1][3]\n\nIt is gone. [2]"
        );
    }

    #[test]
    fn many_sentences_become_a_list() {
        let many: Vec<Sentence> =
            (1..=3).map(|n| sentence(&format!("Point {n}."), Part::Detail, None, &[n])).collect();
        assert_eq!(
            compose(&many, Deliverable::Brief, Locale::En).1,
            "- Point 1. [1]\n- Point 2. [2]\n- Point 3. [3]"
        );
        assert_eq!(compose(&[], Deliverable::Brief, Locale::En), (String::new(), String::new()));
    }

    #[test]
    fn a_comparison_has_a_row_for_each_side() {
        let said = [
            sentence("The second one is longer.", Part::Summary, None, &[2]),
            sentence("It is 503 m long.", Part::Detail, Some("Harbour Bridge"), &[1]),
            sentence("It has a | in its name.", Part::Detail, Some("Ferry Bridge"), &[2]),
            sentence("It opened in 1932.", Part::Detail, Some("Harbour Bridge"), &[1, 3]),
            sentence("Both carry trams.", Part::Detail, None, &[3]),
        ];
        let (summary, detail) = compose(&said, Deliverable::Comparison, Locale::En);
        assert_eq!(summary, "The second one is longer. [2]");
        assert_eq!(
            detail,
            "| Item | What the sources say |\n| --- | --- |\n\
             | Harbour Bridge | It is 503 m long. [1] It opened in 1932. [1][3] |\n\
             | Ferry Bridge | It has a \\| in its name. [2] |\n\nBoth carry trams. [3]"
        );
        let brief = compose(&said[..1], Deliverable::Table, Locale::En);
        assert_eq!(brief, ("The second one is longer. [2]".to_owned(), String::new()));
    }
}
