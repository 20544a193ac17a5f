//! Mails that were saved as text: the lines above a mail, and the marks before what it quotes.

use crate::days::{day_first, day_in};
use crate::html::parse_date;
use gorkd_core::model::Millis;

/// The names of header lines, in the languages in which mail programs write them into exports.
const FROM: &[&str] = &["from", "von", "de", "da", "van", "от"];
const DATE: &[&str] = &[
    "date",
    "sent",
    "datum",
    "gesendet",
    "gesendet am",
    "envoyé",
    "envoyé le",
    "fecha",
    "enviado",
    "data",
    "inviato",
    "verzonden",
    "дата",
];
const SUBJECT: &[&str] =
    &["subject", "betreff", "objet", "sujet", "asunto", "oggetto", "assunto", "onderwerp", "тема"];
/// Lines that are looked at; the header of a mail as it was sent names every server on its way.
const MOST_LINES: usize = 200;
/// In characters. The name of a longer one is a sentence.
const LONGEST_NAME: usize = 40;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    pub date: Option<Millis>,
    pub subject: Option<String>,
}

/// What the header lines at the start of a text say, if it is a mail: it has a sender, and a date or a subject.
pub fn header(source: &str) -> Option<Header> {
    let mut found = Header::default();
    let mut sender = false;
    let mut fields: Vec<(String, String)> = Vec::new();
    for line in source.lines().skip_while(|line| line.trim().is_empty()).take(MOST_LINES) {
        if line.starts_with([' ', '\t'])
            && !line.trim().is_empty()
            && let Some((_, value)) = fields.last_mut()
        {
            value.push(' ');
            value.push_str(line.trim());
            continue;
        }
        let Some((name, value)) = line.split_once(':') else { break };
        let name = name.trim().trim_matches('*').trim().to_lowercase();
        if name.is_empty() || name.chars().count() > LONGEST_NAME || name.split(' ').count() > 3 {
            break;
        }
        fields.push((name, value.trim().trim_start_matches('*').trim().to_owned()));
    }
    for (name, value) in fields.into_iter().filter(|(_, value)| !value.is_empty()) {
        let is = |names: &[&str]| names.contains(&name.as_str());
        if is(FROM) {
            sender = true;
        } else if is(DATE) && found.date.is_none() {
            found.date = date(&value);
        } else if is(SUBJECT) && found.subject.is_none() && !value.contains("=?") {
            found.subject = Some(value);
        }
    }
    (sender && (found.date.is_some() || found.subject.is_some())).then_some(found)
}

fn date(value: &str) -> Option<Millis> {
    let whole = parse_date(value).filter(|_| day_in(value).is_some());
    whole.or_else(|| day_in(value)).or_else(|| day_first(value))
}

/// A line without the marks `>` before it, if it quotes.
pub fn quoted(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let mut rest = line.strip_prefix('>')?;
    while let Some(deeper) = rest.trim_start().strip_prefix('>') {
        rest = deeper;
    }
    Some(rest.strip_prefix(' ').unwrap_or(rest))
}

/// How many marks stand before a quoted line.
pub fn depth(line: &str) -> usize {
    let marks = |c: &char| matches!(c, '>' | ' ' | '\t');
    line.chars().take_while(marks).filter(|c| *c == '>').count()
}

/// Whether the lines of a text that begin with `>` are quoted: in a session of an interpreter, `>>>` stands before
/// what is typed, and nothing is quoted at a lower level.
pub fn quotes(source: &str) -> bool {
    source.lines().any(|line| matches!(depth(line), 1 | 2))
}

/// Lines in parts that are quoted equally often, with the depth of each. What only compares isn't quoted.
pub fn parts<'s>(lines: &[&'s str]) -> Vec<(usize, Vec<&'s str>)> {
    let mut parts: Vec<(usize, Vec<&str>)> = Vec::new();
    for part in lines.chunk_by(|a, b| depth(a) == depth(b)) {
        let depth = if part.iter().all(|line| compares(line)) { 0 } else { depth(part[0]) };
        match parts.last_mut() {
            Some((before, lines)) if *before == depth => lines.extend(part),
            Some(_) | None => parts.push((depth, part.to_vec())),
        }
    }
    parts
}

/// `> 5 kg`, `>= 5 kg`.
fn compares(line: &str) -> bool {
    let number = |rest: &str| rest.trim_start().starts_with(|c: char| c.is_ascii_digit());
    line.trim_start().strip_prefix('>').is_some_and(|rest| number(rest.strip_prefix('=').unwrap_or(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_date_and_the_subject_of_a_mail_are_read() {
        let both = |date: &str, subject: &str| {
            Some(Header { date: parse_date(date), subject: Some(subject.to_owned()) })
        };
        for (mail, header_of) in [
            (
                "From: A <a@b.example>\nTo: B\nDate: Mon, 16 Jun 2025 10:20:00 +0200\nSubject: Findings\n\nHi",
                both("2025-06-16T08:20:00Z", "Findings"),
            ),
            (
                "Von: A\nAn: B\nDatum: 21. Oktober 2025\nBetreff: Wartung\n\nGuten Tag",
                both("2025-10-21", "Wartung"),
            ),
            (
                "Von: A\nGesendet: Dienstag, 21.10.2025 09:12\nAn: B\nBetreff: Wartung\n\nText",
                both("2025-10-21", "Wartung"),
            ),
            ("De : A\nÀ : B\nDate : 3 octobre 2025\nObjet : Grève\n\nBonjour", both("2025-10-03", "Grève")),
            (
                "Return-Path: <x@y>\nReceived: from a\n\tby b; Thu, 1 May 2025\nDate: Wed, 8 Oct 2025 12:00\nFrom: A\n\
              Subject: A long\n subject\n\nText",
                both("2025-10-08", "A long subject"),
            ),
        ] {
            assert_eq!(header(mail), header_of, "{mail}");
        }
    }

    #[test]
    fn other_lines_with_colons_are_no_mail() {
        for text in [
            "",
            "Date: 2025-10-09\nPlace: Hamburg\n",
            "From: here to there\nThe rest of the text",
            "Note: this is a text.\nFrom: A\n",
            "P1: 15 minutes\nP2: 1 hour\n",
            "From: A\nDate: soon\n",
        ] {
            assert_eq!(header(text), None, "{text}");
        }
    }

    #[test]
    fn marks_of_any_depth_are_taken_off() {
        for line in ["> a", ">a", ">> a", "> > > a", " > a", ">\t> a"] {
            assert_eq!(quoted(line), Some("a"), "{line}");
        }
        assert_eq!(quoted("a > b"), None);
        assert_eq!(quoted(">"), Some(""));
        assert_eq!((depth("> >> a > b"), depth("-> a")), (3, 0));
        assert!(quotes("a\n> b") && !quotes(">>> print(1)\n1\n>>> print(2)\n"));
    }
}
