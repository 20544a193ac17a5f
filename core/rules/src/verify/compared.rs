//! The sentence of a source that a reason shows: what the claim was compared with.

use super::agreement::Finding;
use super::known::Reader;
use super::quotes::Context;
use super::wording::in_marks;
use crate::text::sentences::said;
use crate::text::{is_fence, one_line};
use std::cmp::Reverse;

/// What a reason has before the sentence. A prompt with little room leaves it out from here on.
pub(crate) const COMPARED: &str = " (compared with ";

/// The sentence that a claim was compared with, as the end of its reason. Empty if the reason itself shows it.
pub(super) fn comparison(
    claim: &str,
    reason: &str,
    finding: &Finding,
    context: &Context<'_>,
    reader: &mut Reader<'_>,
) -> String {
    let sentence = match &finding.against {
        Some(sentence) => sentence.as_str(),
        None => spoken_of(claim, reason, context, reader),
    };
    let shown = in_marks(&shortened(sentence));
    if reason.contains(&shown) { String::new() } else { format!("{COMPARED}{shown})") }
}

/// The sentence that has the words which a reason quotes, or else the cited one that shares the most words with the claim.
/// The shortest one if there are several: it says the least besides.
fn spoken_of<'t>(claim: &str, reason: &str, context: &Context<'t>, reader: &mut Reader<'_>) -> &'t str {
    let pieces = reason.split(['“', '”']).map(|piece| one_line(piece.trim_end_matches('…')));
    // A single word may stand anywhere.
    let pieces: Vec<String> = pieces.filter(|piece| piece.contains(' ')).collect();
    let wanted = reader.keys_in(claim);
    let mut rank = |sentence: &str, is_cited: bool| {
        let line = one_line(sentence);
        let named = pieces.iter().filter(|piece| line.contains(piece.as_str())).count();
        let said = reader.keys_in(sentence);
        let shared = wanted.iter().filter(|key| said.contains(key)).count();
        (named, is_cited, shared, Reverse(said.len()))
    };
    let cited = said(context.sentence).into_iter().map(|sentence| (sentence, true));
    let near = said(context.around).into_iter().map(|sentence| (sentence, false));
    let all = cited.chain(near).rev();
    let best = all.max_by_key(|(sentence, is_cited)| rank(sentence, *is_cited));
    best.map_or(context.sentence, |(sentence, _)| sentence)
}

/// A sentence on one line, without the fences of its code. Of a long one, the beginning, which is enough to find it.
pub(super) fn shortened(sentence: &str) -> String {
    const LONGEST: usize = 300;
    let lines: Vec<&str> = sentence.lines().filter(|line| !is_fence(line)).collect();
    let line = one_line(&lines.join(" "));
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => {
            let end = line[..end].rfind(' ').unwrap_or(end);
            format!("{} …", &line[..end])
        }
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::super::quotes::with_quote;
    use super::*;

    const ATTACH: &str = "The ATTACH statement allows two or more databases to be associated to a connection. \
        The number of simultaneously attached databases is limited to SQLITE_MAX_ATTACHED which is set to 10 by \
        default. The maximum number of attached databases cannot be increased above 125.";
    const DEFAULT: &str = "The number of simultaneously attached databases is limited to SQLITE_MAX_ATTACHED which is set to \
        10 by default.";

    fn shown(claim: &str, text: &str, quote: &str) -> String {
        let mut reader = Reader::new("en");
        with_quote(text, quote, |context| {
            let finding = reader.agreement(claim, context);
            let reason = finding.problem.clone().unwrap_or_default();
            format!("{reason}{}", comparison(claim, &reason, &finding, context, &mut reader))
        })
    }

    #[test]
    fn a_reason_shows_one_sentence() {
        let found = shown("By default, 125 databases can be attached at the same time.", ATTACH, ATTACH);
        assert!(found.ends_with(&format!("of this it says “{DEFAULT}”")), "{found}");
        let found = shown("By default, 12 databases can be attached at the same time.", ATTACH, ATTACH);
        assert!(found.ends_with(&format!("{COMPARED}“{DEFAULT}”)")), "{found}");
    }

    #[test]
    fn what_is_denied_is_shown_with_its_condition_and_its_marks() {
        const FAST: &str =
            "“Fast” mode (the default) does not wait for clients to disconnect, unless a backup is running.";
        let found = shown("Fast mode waits for clients to disconnect.", FAST, FAST);
        assert!(found.contains("the source denies this;"), "{found}");
        assert!(found.ends_with(&format!("(compared with “{FAST}”)")), "{found}");
    }

    #[test]
    fn a_long_sentence_ends_with_a_word_and_code_has_no_fences() {
        assert_eq!(shortened("Type this:\n\n```sh\nls  -l\n```\n"), "Type this: ls -l");
        let long = shortened(&"seven words of a very long sentence ".repeat(20));
        assert!(long.chars().count() < 310 && long.ends_with(" …") && long.starts_with("seven"), "{long}");
    }
}
