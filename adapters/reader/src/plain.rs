//! Plain text and source code.

use crate::mail;
use crate::parse::Draft;
use crate::text::Block;
use gorkd_core::model::DocumentKind;

/// Average line length, in characters, above which a paragraph can be wrapped at a fixed width.
const WRAPPED: usize = 45;
/// Characters of the widest lines that programs make; longer ones were ended by somebody.
const WIDEST: usize = 132;
/// Characters that a line may have left although the next word would have fitted: some programs break early.
const SLACK: usize = 2;
/// One line in so many may have been ended in the middle of a sentence.
const RAGGED: usize = 8;
/// Lines up to which a paragraph alone doesn't show that it is wrapped: of two lines, the first is often the longer one.
const FEW: usize = 3;
/// Characters by which the longest line of such a paragraph may be shorter than the longest of the text.
const NARROWER: usize = 20;
/// In characters. A longer word is an address and was not broken.
const LONGEST_WORD: usize = 40;
/// In characters. What a longer one stands before is a sentence.
const LONGEST_NAME: usize = 30;

/// Splits paragraphs at blank lines. Lines wrapped at a fixed width are joined; indented or aligned lines
/// stay unchanged. What a mail quotes is marked with `>`, paragraph by paragraph.
pub fn read(source: &str) -> Draft {
    let mail = mail::header(source).unwrap_or_default();
    let title = mail.subject.or_else(|| title_of(source));
    Draft { blocks: blocks(source), title, published_at: mail.date, ..Draft::default() }
}

pub fn read_code(source: &str) -> Draft {
    Draft { blocks: vec![Block::code(source)], kind: DocumentKind::Code, ..Draft::default() }
}

/// The blocks of a plain text, also used for one embedded in a page.
pub fn blocks(source: &str) -> Vec<Block> {
    let width = widest(source.lines());
    let lines: Vec<&str> = source.split('\n').collect();
    if !mail::quotes(source) {
        return unquoted(&lines, width);
    }
    let mut blocks = Vec::new();
    for (depth, part) in mail::parts(&lines) {
        match depth {
            0 => blocks.extend(unquoted(&part, width)),
            _ => {
                let bare: Vec<&str> = part.iter().filter_map(|line| mail::quoted(line)).collect();
                blocks.extend(quotation(unquoted(&bare, width)));
            }
        }
    }
    blocks
}

/// Blocks as quotations. Each line that keeps its break is one by itself: the marks before its lines would be in
/// the middle of its text.
fn quotation(blocks: Vec<Block>) -> impl Iterator<Item = Block> {
    let lines = blocks.into_iter().flat_map(|block| {
        let text = block.texts().join("\n");
        text.lines().map(|line| line.trim().to_owned()).collect::<Vec<String>>()
    });
    lines.filter(|line| !line.is_empty()).map(|line| Block::Paragraph(format!("> {line}")))
}

fn unquoted(source: &[&str], width: usize) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    for line in source.iter().map(|line| line.trim_end()).chain([""]) {
        if !line.trim().is_empty() {
            lines.push(line);
        } else if !lines.is_empty() {
            push(&lines, width, &mut blocks);
            lines.clear();
        }
    }
    blocks
}

/// Characters of the longest line that could have been broken.
fn widest<'a>(lines: impl Iterator<Item = &'a str>) -> usize {
    let breaks = |line: &&str| line.split_whitespace().all(|word| word.chars().count() <= LONGEST_WORD);
    let lines = lines.map(|line| mail::quoted(line).unwrap_or(line).trim());
    lines.filter(breaks).map(|line| line.chars().count()).max().unwrap_or(0)
}

fn push(lines: &[&str], width: usize, blocks: &mut Vec<Block>) {
    if is_aligned(lines) {
        let code = lines.join("\n");
        match blocks.last_mut() {
            // Code with blank lines inside is one block.
            Some(Block::Code { text: before, .. }) => {
                before.push_str("\n\n");
                before.push_str(&code);
            }
            Some(_) | None => blocks.push(Block::code(code)),
        }
        return;
    }
    if let [title, rule] = lines
        && is_rule(rule)
        && title.len() <= 120
    {
        let level = if rule.starts_with(['=', '*', '#']) { 1 } else { 2 };
        blocks.push(Block::Heading(level, (*title).to_owned()));
        return;
    }
    blocks.push(Block::Paragraph(joined(lines, width)));
}

/// Lines in columns: most are indented by four spaces or contain wide gaps.
fn is_aligned(lines: &[&str]) -> bool {
    let aligned = |line: &&&str| {
        line.starts_with("    ")
            || line.starts_with('\t')
            || line.trim_start().contains("   ")
            || line.contains('\t')
    };
    let count = lines.iter().filter(aligned).count();
    count * 2 > lines.len() && (lines.len() != 1 || lines[0].starts_with([' ', '\t']))
}

fn is_rule(line: &str) -> bool {
    let mut chars = line.chars();
    let Some(first) = chars.next() else { return false };
    line.len() >= 3 && matches!(first, '=' | '-' | '*' | '~' | '#') && chars.all(|c| c == first)
}

/// Joins wrapped lines. A line that starts a list item, or below one that somebody ended, keeps its break.
fn joined(lines: &[&str], width: usize) -> String {
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    let breaks = breaks(&lines);
    let wrapped = is_wrapped(&lines, &breaks, width);
    let mut out = lines.first().copied().unwrap_or_default().to_owned();
    for (line, kind) in lines.iter().skip(1).zip(breaks) {
        out.push(if wrapped && matches!(kind, Break::Full | Break::GoesOn) { ' ' } else { '\n' });
        out.push_str(line);
    }
    out
}

/// Why a line may have ended where it does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Break {
    /// The first word of the next line would not have fitted.
    Full,
    /// It would have, but the line is long, and its sentence goes on.
    GoesOn,
    /// Somebody ended it.
    Ended,
    /// An item or an entry follows, which begins on a line of its own in any text.
    Item,
}

fn breaks(lines: &[&str]) -> Vec<Break> {
    let longest = widest(lines.iter().copied());
    let entries = lines.first().is_some_and(|first| starts_entry(first));
    let kind = |pair: &[&str]| {
        let (line, next) = (pair[0], pair[1]);
        let length = line.chars().count();
        let word = next.split_whitespace().next().unwrap_or(next).chars().count();
        let goes_on = !is_finished(line) && next.starts_with(char::is_lowercase);
        if starts_item(next) || entries && starts_entry(next) {
            Break::Item
        } else if length + 1 + word + SLACK > longest {
            Break::Full
        } else if goes_on && length * 4 >= longest * 3 {
            Break::GoesOn
        } else {
            Break::Ended
        }
    };
    lines.windows(2).map(kind).collect()
}

/// Whether a program broke these lines: most are as long as they could be, and those that somebody ended
/// are headings or end with a sentence. Lines of a list or of a chat are of any length.
fn is_wrapped(lines: &[&str], breaks: &[Break], width: usize) -> bool {
    let lengths: Vec<usize> = lines.iter().map(|line| line.chars().count()).collect();
    let average = |lengths: &[usize]| lengths.iter().sum::<usize>() / lengths.len().max(1);
    let ended = |at: &usize| breaks[*at] == Break::Ended;
    let long: Vec<usize> = (0..breaks.len()).filter(|at| !ended(at)).map(|at| lengths[at]).collect();
    let broken = breaks.iter().filter(|kind| matches!(kind, Break::Full | Break::GoesOn)).count();
    let unfinished = (1..breaks.len()).filter(|at| ended(at) && !is_finished(lines[*at])).count();
    let longest = widest(lines.iter().copied());
    if average(&long) <= WRAPPED
        || longest > WIDEST
        || broken < (0..breaks.len()).filter(ended).count()
        || unfinished * RAGGED > breaks.len()
    {
        return false;
    }
    let mid_sentence = || lines.windows(2).all(|pair| pair[1].starts_with(char::is_lowercase));
    let alike = || average(&lengths) > WRAPPED && longest + NARROWER >= width;
    lines.len() > FEW || mid_sentence() || alike()
}

fn is_finished(line: &str) -> bool {
    line.ends_with(['.', '!', '?', ':', ';'])
}

fn starts_item(line: &str) -> bool {
    let after_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let letter = line.trim_start_matches('(');
    line.starts_with(['-', '*', '•', '+', '>', '|', '→'])
        || line.starts_with("=>")
        || (after_number.len() < line.len() && after_number.starts_with(['.', ')']))
        || (letter.starts_with(|c: char| c.is_ascii_alphabetic()) && letter[1..].starts_with(") "))
}

/// Whether a line says when, or who: `[11:31] carlos: …`, `2025-06-03 yuki: …`, `P1: …`. Words in running text can look
/// like this, too, so it counts only in a paragraph that begins with such a line.
fn starts_entry(line: &str) -> bool {
    starts_with_time(line)
        || line.split_once(':').is_some_and(|(name, rest)| {
            let fits = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '@');
            name.starts_with(char::is_alphanumeric)
                && name.trim_end().chars().all(fits)
                && name.chars().count() <= LONGEST_NAME
                && rest.starts_with(' ')
        })
}

/// `[2025-10-09 09:12]`, `09:12`, `9.10.25, 09:12`, with or without brackets.
fn starts_with_time(line: &str) -> bool {
    const MARKS: [char; 4] = [':', '-', '.', '/'];
    let line = line.trim_start_matches(['[', '(', '<']);
    let end = line.find(|c: char| !c.is_ascii_digit() && !MARKS.contains(&c)).unwrap_or(line.len());
    let stamp = line[..end].trim_end_matches(MARKS);
    let numbers: Vec<&str> = stamp.split(MARKS).collect();
    match (numbers.as_slice(), stamp.find(MARKS).map(|at| stamp.as_bytes()[at])) {
        ([hour, minute, ..], Some(b':')) => matches!(hour.len(), 1 | 2) && minute.len() == 2,
        ([_, _, _], Some(_)) => numbers.iter().all(|number| (1..=4).contains(&number.len())),
        (_, _) => false,
    }
}

/// The first line, if it looks like a title: short, and alone or underlined.
fn title_of(source: &str) -> Option<String> {
    let mut lines = source.lines().map(str::trim).skip_while(|line| line.is_empty());
    let first = lines.next()?;
    let alone = lines.next().is_none_or(|line| line.is_empty() || is_rule(line));
    let length = first.chars().count();
    (alone && (3..=120).contains(&length) && !first.ends_with(['.', ',', ';'])).then(|| first.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::render;

    #[test]
    fn paragraphs_titles_lists_and_aligned_lines_are_recognized() {
        let source = "Release notes\n=============\n\nThis text was wrapped by somebody at a fixed width, so its\n\
                      lines belong together, and reading it as one paragraph is right.\n\n- one\n- two\n\n\
                      \x20   $ make\n    $ make test\n\n    $ make run\n\nShort\nlines\nstay\n";
        let draft = read(source);
        assert_eq!(draft.title.as_deref(), Some("Release notes"));
        let text = "# Release notes\n\nThis text was wrapped by somebody at a fixed width, so its lines belong \
                    together, and reading it as one paragraph is right.\n\n- one\n- two\n\n```\n    $ make\n    \
                    $ make test\n\n    $ make run\n```\n\nShort\nlines\nstay";
        assert_eq!(render(&draft.blocks, 10_000).text, text);
    }
    fn text(source: &str) -> String {
        render(&blocks(source), 10_000).text
    }

    #[test]
    fn only_lines_that_were_broken_at_a_width_are_joined() {
        let kept = [
            "P1: customers cannot create labels at all, answer within 15 minutes\n\
             P2: a carrier or a shop plugin fails, answer within one hour on weekdays\n\
             P3: everything else, answer on the next working day before noon",
            "[2025-10-09 09:12] jonas: printer on 3rd floor is dead again, use the one in Lyon\n\
             [2025-10-09 09:15] arne: that one has been out of toner since Monday morning, too",
            "2025-06-03 yuki: best ramen in hamburg? we are looking for a place for friday\n\
             2025-06-03 deniz: Momo Ramen in the Margaretenstrasse, but you have to go early",
            "Ask for the key at the reception desk on the ground floor\n\
             a) with your badge, if you have one that is still valid\n\
             b) with your passport, which they keep until you leave\n\
             -> the key opens the second door, too, but not the third",
            "Support plan of this week, copied from the whiteboard by Carlos\n\
             mon-fri 8-18 CET, sat 9-13 (only Enterprise)\n\
             phone for Enterprise goes to the pager after six in the evening\n\
             use the tag for the bot if it has answered before one of us",
            "The office in Hamburg stays closed between Christmas and New Year\n\
             Lyon is open as always, but without lunch in the canteen",
        ];
        let wide = format!("{}done.\nNext.{0}", "a word and ".repeat(13));
        assert_eq!(text(&wide), wide.trim_end());
        for source in &kept[..5] {
            assert_eq!(text(source), **source);
        }
        // Two lines alone don't show whether somebody broke them, but a longer line elsewhere does.
        let long =
            format!("{}\n\n{}", kept[5], "A text that goes on and on in a single line. ".repeat(4).trim());
        assert_eq!(text(&long), long);

        let wrapped = "The queue is emptied by one worker per carrier, and a\n\
                       carrier that does not answer holds up nobody but its own\n\
                       labels. At 10:30 the workers start again, note: all of\n\
                       them at once.";
        assert_eq!(text(wrapped), wrapped.replace('\n', " "));
        let headed = format!("PREAMBLE\n{wrapped}\nA new line begins here, because somebody wanted it.");
        assert_eq!(text(&headed).lines().count(), 3, "{}", text(&headed));
        let ragged = "You may convey a covered work in object code form under the terms\n\
                      of sections 4 and 5, provided that you also convey the\n\
                      machine-readable Corresponding Source under the terms of this License,\n\
                      in one of these ways:";
        assert_eq!(text(ragged), ragged.replace('\n', " "));
        let rfc = "   This document specifies the requirements for a protocol that\n   carries parcels between \
                   carriers, which answer in any order and\n   may be asked again.\n";
        assert!(!text(rfc).contains('\n'), "{}", text(rfc));
    }

    #[test]
    fn what_a_mail_quotes_is_a_quotation_without_further_marks() {
        let mail = "Fine.\n\n> On 26 Sep Helena wrote:\n>\n> I can live with 18.5k if they take three years, and \
                    for two\n> years it is 19.9k and not less.\n>\n>> On 25 Sep Nadia wrote:\n> >\n>> They ask for \
                    17.2k.\n>> What's our floor?\nN.";
        assert_eq!(
            text(mail),
            "Fine.\n\n> On 26 Sep Helena wrote:\n\n> I can live with 18.5k if they take three years, and for two \
             years it is 19.9k and not less.\n\n> On 25 Sep Nadia wrote:\n\n> They ask for 17.2k.\n\n> What's our \
             floor?\n\nN."
        );
        for source in ["up to 5 kg: 3 €\n> 5 kg: 6 €\n>= 30 kg: never", ">>> print(1)\n1"] {
            assert_eq!(text(source), source);
        }
    }

    #[test]
    fn a_mail_is_named_and_dated_by_its_header() {
        let draft = read("From: A\nTo: B\nDate: 2 Oct 2025\nSubject: AWS credits\n\nHi both,\n");
        assert_eq!(draft.title.as_deref(), Some("AWS credits"));
        assert_eq!(draft.published_at, crate::html::parse_date("2025-10-02"));
        assert_eq!(
            render(&draft.blocks, 10_000).text,
            "From: A\nTo: B\nDate: 2 Oct 2025\nSubject: AWS credits\n\nHi both,"
        );
    }
}
