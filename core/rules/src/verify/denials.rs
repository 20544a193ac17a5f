//! Does one of claim and source deny what the other says? Two denials that come to the same, or a denial and an
//! exception, are no contradiction.

use super::align::{Sort, Token};
use super::differs::Beside;
use crate::text::beginning;
use crate::text::tables::Tables;
use crate::text::words::{fold, words};
use std::ops::Range;

/// Words on both sides of a word that belong to it when it is looked for how it is said there. Denials stand nearer
/// than that to what they deny in running text.
const NEAR: usize = 5;
/// Share of the words of an exception that the other text must have to speak of the same.
const SAME_CASE: f64 = 0.5;

/// Does one of the two deny what the other says?
pub(super) fn denied(beside: &Beside<'_>) -> bool {
    let language = beside.language;
    let from: Vec<Option<usize>> = (0..beside.theirs.len()).map(|place| beside.from(place)).collect();
    let claim = Side { tokens: beside.ours, text: &beside.claim.text, to: beside.to, language };
    let source = Side { tokens: beside.theirs, text: &beside.source.text, to: &from, language };
    let alike = |one: &Side<'_>, other: &Side<'_>| restricts_alike(one, other) || excepts_alike(one, other);
    if alike(&claim, &source) || alike(&source, &claim) {
        return false;
    }
    denies_more(&source, &claim) || denies_more(&claim, &source)
}

/// Does the first say with "only" what the second says with a denial and an exception? "It returns space only where …",
/// and "it does not return space, except where …".
fn restricts_alike(one: &Side<'_>, other: &Side<'_>) -> bool {
    let tables = Tables::or_english(one.language);
    let said = |side: &Side<'_>| {
        let found = words(side.text).into_iter().map(|word| word.text.to_lowercase());
        let found: Vec<String> = found.collect();
        (
            found.iter().any(|word| tables.restrictions.has(word)),
            found.iter().any(|word| tables.exceptions.has(word)),
        )
    };
    said(one) == (true, false)
        && said(other) == (false, true)
        && one.denials_alone() == 0
        && other.denials_alone() > 0
}

/// Does the first make an exception of what the second denies? "Unless it is full, it leaves pages", and "if it is
/// full, it does not leave pages".
fn excepts_alike(one: &Side<'_>, other: &Side<'_>) -> bool {
    let excepts = |side: &Side<'_>| (0..side.tokens.len()).find(|at| side.excepts(*at));
    let Some(at) = excepts(one) else { return false };
    if excepts(other).is_some() || one.denials_alone() != 0 || other.denials_alone() != 1 {
        return false;
    }
    let ends = (at + 1..one.tokens.len()).find(|place| one.gap(*place).contains(SIGNS));
    let case = at + 1..ends.unwrap_or(one.tokens.len());
    let case: Vec<usize> = case.filter(|place| one.tokens[*place].sort == Sort::Content).collect();
    let shared = case.iter().filter(|place| one.to[**place].is_some()).count();
    shared > 0 && shared as f64 >= SAME_CASE * case.len() as f64
}

/// Has the first a denial where the second, which says the same there, has none near?
fn denies_more(one: &Side<'_>, other: &Side<'_>) -> bool {
    (0..one.tokens.len()).filter(|at| one.denies_alone(*at)).any(|at| {
        let Some(denied) = one.denied_by(at).filter(|denied| one.is_there(*denied)) else { return false };
        let Some(there) = one.to[denied] else { return false };
        if one.sets_apart(at) && one.names_alike(denied, other, there) && !other.ties(there) {
            return false;
        }
        let near = there.saturating_sub(NEAR)..other.tokens.len().min(there + NEAR);
        !near.into_iter().any(|place| other.tokens[place].sort == Sort::Denial && other.to[place].is_none())
    })
}

/// Signs that end a clause, or set it apart.
const SIGNS: &[char] = &[',', ';', ':', '.', '!', '?', '—', '–'];

/// One of the two texts, with the position of each of its words in the other.
struct Side<'k> {
    tokens: &'k [Token],
    text: &'k str,
    to: &'k [Option<usize>],
    language: &'k str,
}

impl Side<'_> {
    /// The text between a word and the previous one.
    fn gap(&self, at: usize) -> &str {
        let before = at.checked_sub(1).map_or(0, |before| self.tokens[before].range.end);
        self.text.get(before..self.tokens[at].range.start).unwrap_or_default()
    }

    fn word(&self, at: usize) -> String {
        self.text[self.tokens[at].range.clone()].to_lowercase()
    }

    /// A denial that the other text does not have, and that is more than a manner of speaking.
    fn denies_alone(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        token.sort == Sort::Denial && self.to[at].is_none() && {
            let rest = fold(beginning(&self.text[token.range.start..], 40));
            Tables::all().idle_negations.folded().begin(&rest).is_none()
        }
    }

    fn denials_alone(&self) -> usize {
        (0..self.tokens.len()).filter(|at| self.denies_alone(*at)).count()
    }

    /// A word that sets a condition by what it leaves out ("unless"), and that the other text does not have.
    fn excepts(&self, at: usize) -> bool {
        let tables = Tables::or_english(self.language);
        let word = self.word(at);
        self.to[at].is_none() && tables.exceptions.has(&word) && tables.conditions.has(&word)
    }

    /// What a denial denies: the next word that says something. With a sign right behind it ("You cannot: …", "They
    /// do not.") it denies what stands before it.
    fn denied_by(&self, at: usize) -> Option<usize> {
        let ends = at + 1 == self.tokens.len() || self.gap(at + 1).contains(SIGNS);
        match ends {
            true => at.checked_sub(1),
            false => (at + 1..self.tokens.len().min(at + 1 + NEAR))
                .find(|place| self.tokens[*place].sort == Sort::Content),
        }
    }

    /// Is all of a word in the other text? "Without foo-bar" is not denied by what says "foo".
    fn is_there(&self, at: usize) -> bool {
        let joined = |place: usize| matches!(self.gap(place), "-" | "‑");
        let follows = |place: usize| {
            self.to[place].zip(self.to[place - 1]).is_some_and(|(this, before)| this == before + 1)
        };
        let start = (1..=at).rev().find(|place| !joined(*place)).unwrap_or(0);
        let end = (at + 1..self.tokens.len()).find(|place| !joined(*place)).unwrap_or(self.tokens.len());
        (start + 1..end).all(follows)
    }

    /// Does a preposition open its clause, and a comma close what it denies? "Without a password, …" tells in which
    /// case something is so.
    fn sets_apart(&self, at: usize) -> bool {
        let closes = at + 2..self.tokens.len().min(at + 2 + NEAR);
        Tables::or_english(self.language).lacking.has(&self.word(at))
            && (at == 0 || self.gap(at).contains(SIGNS))
            && closes.into_iter().any(|place| self.gap(place).contains(','))
    }

    /// Is it the same form of a word? "Without locking" denies that it locks.
    fn names_alike(&self, at: usize, other: &Side<'_>, there: usize) -> bool {
        self.word(at) == other.word(there)
    }

    /// Is there a preposition before a word, with an article between at most? "With a password" is not without one.
    fn ties(&self, at: usize) -> bool {
        let before: Range<usize> = at.saturating_sub(2)..at;
        let tables = Tables::or_english(self.language);
        before.into_iter().any(|place| tables.prepositions.has(&self.word(place)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::align::{align, tokens};
    use super::super::known::Reader;
    use super::*;
    use std::collections::BTreeMap;

    fn is_denied(claim: &str, source: &str) -> bool {
        let mut reader = Reader::new("en");
        let (claim, source) = (reader.of(claim), reader.of(source));
        let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
        let mut number = |key: &str| {
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            *numbers.entry(key.to_owned()).or_insert(next)
        };
        let (ours, theirs) =
            (tokens(&claim.text, "en", &mut number), tokens(&source.text, "en", &mut number));
        let to = align(&ours, &theirs);
        denied(&Beside {
            claim: &claim,
            source: &source,
            ours: &ours,
            theirs: &theirs,
            to: &to,
            sum: None,
            language: "en",
        })
    }

    #[test]
    fn denials_that_come_to_the_same_are_no_contradiction() {
        let include = "It is not possible to include a file if its folder is excluded.";
        let leaves = "Unless the database is in full mode, it leaves free pages behind.";
        for (claim, source) in [
            ("You cannot: it is not possible to include a file if its folder is excluded.", include),
            ("No, it is not possible to include a file if its folder is excluded.", include),
            ("Without key-tool, the key is copied by hand.", "The key is copied by hand."),
            ("Without a password, the login is refused.", "The login is refused if there is no password."),
            ("Without a password, the login is refused.", "The login needs a password, or is refused."),
            ("In full mode, it does not leave free pages behind.", leaves),
            ("It returns space only in full mode.", "It does not return space, except in full mode."),
        ] {
            assert!(!is_denied(claim, source), "{claim}");
        }
        for (claim, source) in [
            ("It is possible to include a file if its folder is excluded.", include),
            ("It does not leave free pages behind unless the database is in full mode.", leaves),
            ("Without a password, the login is allowed.", "With a password, the login is allowed."),
            ("The vacuum locks the table.", "The vacuum works without locking the table."),
            ("The tool needs a password.", "The tool works without a password."),
            ("It does, by default, sort them.", "It does not, by default, sort them."),
            ("The rows do not.", "The rows do."),
            ("Only the vacuum does not lock the table.", "The vacuum locks the table, except in full mode."),
        ] {
            assert!(is_denied(claim, source), "{claim}");
        }
    }
}
