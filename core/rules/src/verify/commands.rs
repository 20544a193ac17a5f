//! Commands in code marks: keywords side by side have to stand together in the source, and an option that follows a
//! command wherever the source has it is a part of it.

use super::quotes::Context;
use crate::text::words::{Word, words};
use gorkd_core::text::code_spans;

/// What is wrong with the commands of a claim, as the end of a sentence for the writer.
pub(super) fn miscopied(claim: &str, contexts: &[Context<'_>], question: &str) -> Option<String> {
    let spans = code_spans(claim).into_iter().map(|span| claim[span].trim_matches('`').trim());
    let spans: Vec<&str> = spans.filter(|code| code.contains(' ') && !code.contains('\n')).collect();
    if spans.is_empty() {
        return None;
    }
    let cited = contexts.iter().flat_map(Context::with_code).collect::<Vec<_>>().join("\n\n");
    let asked = format!("{cited}\n\n{question}");
    spans.iter().find_map(|code| apart(code, &cited).or_else(|| without_option(code, claim, &asked)))
}

/// Two keywords of which the source has each, but on no line both in this order. What it has of neither is no word of
/// the command.
fn apart(code: &str, there: &str) -> Option<String> {
    let all = words(there);
    let same = |one: &Word<'_>, other: &Word<'_>| one.text.eq_ignore_ascii_case(other.text);
    let is_known = |word: &Word<'_>| all.iter().any(|other| same(word, other));
    let stand_together = |first: &Word<'_>, second: &Word<'_>| {
        let mut places = (0..all.len()).filter(|at| same(&all[*at], first));
        places.any(|at| {
            let end = all[at].range.end;
            let line = there[end..].find('\n').map_or(there.len(), |length| end + length);
            // A line may end between the two.
            let behind = all[at + 1..].iter().enumerate();
            let mut behind = behind.take_while(|(step, other)| *step == 0 || other.range.start < line);
            behind.any(|(_, other)| same(other, second))
        })
    };
    let command = words(code);
    let pair = command.windows(2).find(|pair| {
        let beside = code[pair[0].range.end..pair[1].range.start].trim().is_empty();
        let counts = |word: &Word<'_>| is_keyword(word.text) && is_known(word);
        beside && pair.iter().all(counts) && !stand_together(&pair[0], &pair[1])
    })?;
    let written = &code[pair[0].range.start..pair[1].range.end];
    Some(format!("“{written}” does not appear near the quote; cite the passage that has it"))
}

fn is_keyword(word: &str) -> bool {
    word.len() > 1 && word.chars().all(char::is_uppercase)
}

/// Options that follow a command wherever the source or the asker has it, none of which the claim has.
fn without_option(code: &str, claim: &str, there: &str) -> Option<String> {
    let (command, all) = (words(code), words(there));
    let named: Vec<&str> = command.iter().map(|word| word.text).take_while(|word| !is_option(word)).collect();
    // Is there nothing but white space before a word of the source?
    let follows = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| all.get(before)).map_or(0, |word| word.range.end);
        all.get(at).is_some_and(|word| there[before..word.range.start].trim().is_empty())
    };
    let uses = |length: usize| -> Vec<usize> {
        let starts = 0..(all.len() + 1).saturating_sub(length);
        let is_use = |start: &usize| {
            (0..length)
                .all(|step| all[start + step].text == named[step] && (step == 0 || follows(start + step)))
        };
        starts.filter(is_use).collect()
    };
    // The rest of it may be the asker's own.
    let longest = (1..=named.len()).rev().find(|length| !uses(*length).is_empty())?;
    let said: Vec<&str> = words(claim).iter().map(|word| word.text).collect();
    let mut lacking = None;
    for start in uses(longest) {
        let behind = start + longest;
        let is_of_it = |at: &usize| follows(*at) && is_option(all[*at].text);
        let options: Vec<usize> = (behind..all.len()).take_while(is_of_it).collect();
        let last = options.last()?;
        if options.iter().any(|at| said.contains(&all[*at].text)) {
            return None;
        }
        lacking = lacking.or(Some(all[start].range.start..all[*last].range.end));
    }
    lacking.map(|range| format!("the source says “{}”; keep its options", &there[range]))
}

fn is_option(word: &str) -> bool {
    word.starts_with('-')
}

#[cfg(test)]
mod tests {
    use super::super::known::Reader;
    use super::super::quotes::with_quote;
    use super::*;
    use gorkd_core::model::Support;

    const ENUM: &str = "```\nALTER TYPE name ADD VALUE [ IF NOT EXISTS ] new_enum_value\nALTER TYPE name RENAME VALUE \
        existing_enum_value TO new_enum_value\n    ADD ATTRIBUTE attribute_name data_type [ CASCADE | RESTRICT ]\n    \
        DROP ATTRIBUTE [ IF EXISTS ] attribute_name [ CASCADE | RESTRICT ]\n```";
    const UNTRACK: &str = "To untrack and ignore files/patterns, use `git rm --cached <file/pattern>` and add a pattern \
        to `.gitignore` that matches the <file>.";
    const SHELL: &str =
        "Connect to it with `ssh -q -X user@remotehost`, and run `pg_ctl stop [-m fast]` there.";

    fn found(claim: &str, text: &str) -> Option<String> {
        let question = "Why does git still list config.local, and can I DROP a VALUE of MOOD?";
        with_quote(text, text, |context| miscopied(claim, std::slice::from_ref(context), question))
    }

    #[test]
    fn keywords_and_options_of_a_command_stand_together() {
        for (claim, text, words) in [
            (
                "Values are removed with `ALTER TYPE name DROP VALUE existing_enum_value`.",
                ENUM,
                "“DROP VALUE”",
            ),
            ("`ALTER TYPE` only offers `ADD VALUE` and `DROP VALUE`.", ENUM, "“DROP VALUE”"),
            ("Run `git rm config.local` and keep the pattern.", UNTRACK, "“git rm --cached”"),
            ("Use `git rm` and add a pattern.", UNTRACK, "“git rm --cached”"),
            ("Connect with `ssh user@remotehost`.", SHELL, "“ssh -q -X”"),
        ] {
            let problem = found(claim, text);
            assert!(problem.as_ref().is_some_and(|problem| problem.contains(words)), "{claim}: {problem:?}");
        }
        for (claim, text) in [
            ("Add one with `ALTER TYPE MOOD ADD VALUE IF NOT EXISTS 'sad'`, or `rename value`.", ENUM),
            ("Rename one with `ALTER TYPE name RENAME VALUE a TO b`.", ENUM),
            ("Run `git rm --cached config.local`, because `git rm` deletes it.", UNTRACK),
            ("Use `git status` first, and `git` itself.", UNTRACK),
            ("Connect with `ssh -X user@remotehost`, and run `pg_ctl stop` there.", SHELL),
        ] {
            assert_eq!(found(claim, text), None, "{claim}");
        }
    }

    #[test]
    fn a_command_without_its_option_is_supported_in_part() {
        let support = |claim: &str| {
            with_quote(UNTRACK, UNTRACK, |context| Reader::new("en").agreement(claim, context).support)
        };
        for (code, expected) in [("git rm", Support::Partly), ("git rm --cached", Support::Supported)] {
            let claim = format!("To untrack files, use `{code}` and add a pattern to `.gitignore`.");
            assert_eq!(support(&claim), expected, "{claim}");
        }
    }
}
