//! Does a text contain the kind of thing that a question asks for? Only for kinds that can be recognized with
//! certainty: times, durations, counts, money, shares, and versions.

use super::expected::fitting;
use super::want::{Expects, expects};
use crate::text::mentions::{Mention, MentionKind, values};
use crate::text::tables::Tables;
use crate::text::words::keys;
use gorkd_core::model::Question;
use gorkd_words::Msg;

/// A kind of thing asked for, as a phrase for people; none when the question asks for something else.
pub fn asked_for(question: &Question) -> Option<Msg> {
    phrase(expects(&question.text, &question.language))
}

/// From here on, a value may be the one that is asked for; an ordinal is hardly how many there are.
const MAY_FIT: f64 = 0.3;

/// Does one of the statements hold what `asked_for` names? True where nothing recognisable is asked for. A number in words
/// counts only in a statement about the question: "two sides of a coin" is not how many users there are.
pub fn held_by<'t>(question: &Question, statements: impl IntoIterator<Item = &'t str>) -> bool {
    let language = question.language.as_str();
    let expects = expects(&question.text, language);
    if phrase(expects).is_none() {
        return true;
    }
    let asked = keys(&question.text, language);
    statements.into_iter().any(|said| {
        let is_about = || keys(said, language).iter().any(|key| asked.contains(key));
        let in_digits = |mention: &Mention| said[mention.range.clone()].contains(char::is_numeric);
        // "Two or more" only says that there may be several.
        let is_vague = |mention: &Mention| {
            let rest = said[mention.range.end..].trim_start().to_lowercase();
            Tables::of(language).or_more.written().begin(&rest).is_some()
        };
        let fits = |mention: &Mention| {
            let tells = in_digits(mention) || is_about() && !is_vague(mention);
            fitting(expects, mention, said) >= MAY_FIT && tells
        };
        values(said, language).iter().any(fits)
    })
}

/// Is a version asked for, and do the headings above a statement name it, as those of release notes do? A number that
/// begins a heading counts sections.
pub fn told_above<'t>(question: &Question, headings: impl IntoIterator<Item = &'t str>) -> bool {
    let language = question.language.as_str();
    let names = |heading: &str| {
        let found = values(heading, language);
        found.iter().any(|mention| mention.kind == MentionKind::Version && mention.range.start > 0)
    };
    expects(&question.text, language) == Expects::Version && headings.into_iter().any(names)
}

/// Does a text ask for a value that can be recognized with certainty?
pub fn asks_for_value(text: &str, language: &str) -> bool {
    phrase(expects(text, language)).is_some()
}

fn phrase(expects: Expects) -> Option<Msg> {
    match expects {
        Expects::Time => Some(Msg::KindTime),
        Expects::Duration => Some(Msg::KindDuration),
        Expects::Count => Some(Msg::KindCount),
        Expects::Money => Some(Msg::KindMoney),
        Expects::Percent => Some(Msg::KindPercent),
        Expects::Version => Some(Msg::KindVersion),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(text: &str) -> Question {
        Question { text: text.to_owned(), language: "en".to_owned(), ..Question::default() }
    }

    #[test]
    fn a_date_is_asked_for_and_missed() {
        let when = question("When was the mill founded?");
        assert_eq!(asked_for(&when), Some(Msg::KindTime));
        assert!(!held_by(&when, ["The mill is described on its own page."]));
        assert!(held_by(&when, ["It stands by the river.", "The mill was founded in 1783."]));
        assert!(held_by(&question("Why was it founded?"), ["Nobody knows."]));
        let length = question("How long may a table name be?");
        assert!(!held_by(&length, ["An alias is a short name for a long table name."]));
        assert!(held_by(&length, ["Names have at most 63 bytes."]));
        let count = question("How many disks may fail?");
        assert!(!held_by(&count, ["The first disk fails."]) && held_by(&count, ["Two disks may fail."]));
        assert!(!held_by(&count, ["These are two sides of one coin."]));
        assert!(!held_by(&count, ["If two or more disks fail, the data is lost."]));
    }

    #[test]
    fn a_version_is_asked_for_in_every_language() {
        for (text, language) in [
            ("which version added that?", "en"),
            ("Welche Version hat das eingeführt?", "de"),
            ("Quelle version a ajouté cela ?", "fr"),
            ("¿Qué versión lo añadió?", "es"),
            ("Какая версия это добавила?", "ru"),
            ("哪个版本增加了它？", "zh"),
            ("أي إصدار أضاف ذلك؟", "ar"),
        ] {
            let asked = Question { language: language.to_owned(), ..question(text) };
            assert_eq!(asked_for(&asked), Some(Msg::KindVersion), "{text}");
            assert!(!held_by(&asked, ["SELECT ... SKIP LOCKED"]), "{text}");
            assert!(held_by(&asked, ["PostgreSQL 9.5: SKIP LOCKED"]), "{text}");
        }
        assert_eq!(asked_for(&question("Which version control system is distributed?")), None);
    }

    #[test]
    fn a_heading_names_the_version_of_what_stands_below() {
        let version = question("Which version added SKIP LOCKED?");
        assert!(told_above(&version, ["E.25. Release 9.5"]));
        assert!(!told_above(&version, ["13.3.2. Row-Level Locks", "The Locking Clause"]));
        assert!(!told_above(&question("How many rows are locked?"), ["Release 9.5"]));
    }
}
