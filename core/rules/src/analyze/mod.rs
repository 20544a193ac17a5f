//! Parses a question by rules: language, kind, entities, and the time that it is about.

mod admissible;
mod days;
mod kind;
mod period;
mod small_talk;
mod tongue;

pub use admissible::admissible;
pub use days::span;
pub use kind::kind_of;
pub use period::{period_of, recent_events, year_of};
pub use small_talk::is_small_talk;
pub use tongue::{language_name, language_of};

use super::addresses::addresses;
use super::spelling::corrected;
use super::text::mentions::{MentionKind, mentions};
use super::text::words::{Shape, words};
use gorkd_core::model::{Millis, Question, QuestionKind};

/// Analyzes an admissible question without a model. `now` decides what "this year" means.
pub fn analyze(text: &str, now: Millis) -> Question {
    let language = language_of(text);
    let period = period_of(text, &language, now);
    Question {
        kind: kind_of(&corrected(text, &language), &language, period.as_ref()),
        entities: entities_of(text, &language),
        addresses: addresses(text),
        text: text.to_owned(),
        language,
        period,
    }
}

/// Whether news is wanted rather than lasting facts.
pub fn wants_something_new(question: &Question) -> bool {
    question.kind == QuestionKind::CurrentEvent
        || question.period.as_ref().is_some_and(|period| period.recent.is_some())
}

/// Distinct names, quoted phrases, and identifiers, as written and in order of appearance.
pub fn entities_of(text: &str, language: &str) -> Vec<String> {
    let mentions = mentions(text, language);
    let quoted: Vec<_> =
        mentions.iter().filter(|m| m.kind == MentionKind::Quoted).map(|m| m.range.clone()).collect();
    let inside = |range: &std::ops::Range<usize>| {
        quoted.iter().any(|outer| outer.start <= range.start && range.end <= outer.end)
    };
    // The unit in "4 GB" is not a name.
    let is_unit = |range: &std::ops::Range<usize>| {
        let measures =
            |kind| matches!(kind, MentionKind::Quantity | MentionKind::Money | MentionKind::Percent);
        mentions.iter().any(|m| measures(m.kind) && m.range.start < range.start && range.end == m.range.end)
    };
    let mut found: Vec<std::ops::Range<usize>> = quoted.clone();
    let names = mentions.iter().filter(|m| m.kind == MentionKind::Name).map(|m| m.range.clone());
    found.extend(names.filter(|range| !inside(range) && !is_unit(range)));
    let names = found.clone();
    found.extend(
        words(text)
            .into_iter()
            .filter(|word| word.shape == Shape::Identifier)
            .map(|word| word.range)
            .filter(|range| !names.iter().any(|name| name.start < range.end && range.start < name.end)),
    );
    found.sort_by_key(|range| range.start);
    let mut entities: Vec<String> = Vec::new();
    for range in found {
        let entity = text[range].trim();
        if !entity.is_empty() && !entities.iter().any(|known| known.eq_ignore_ascii_case(entity)) {
            entities.push(entity.to_owned());
        }
    }
    entities
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::{Period, Recency};

    /// June 1, 2026.
    const NOW: Millis = Millis(1_780_272_000_000);

    #[test]
    fn languages_are_told_even_of_short_questions() {
        for (text, language) in [
            ("How high is the Eiffel Tower?", "en"),
            ("Wie hoch ist der Eiffelturm?", "de"),
            ("¿Cuál es la capital de Australia?", "es"),
            ("Quelle est la hauteur de la tour Eiffel ?", "fr"),
            ("Qual è la capitale della Francia?", "it"),
            ("Quando foi fundada a cidade do Porto?", "pt"),
            ("Какова высота Эйфелевой башни?", "ru"),
            ("Сколько пакетов входит в Debian?", "ru"),
            ("На сколько увеличивает уровень nice?", "ru"),
            ("Яка висота Ейфелевої вежі?", "uk"),
            ("埃菲尔铁塔有多高？", "zh"),
            ("git reset 和 git revert 有什么区别？", "zh"),
            ("What does 人工智能 mean?", "en"),
            ("東京タワーの高さはどのくらいですか", "ja"),
            ("ما هو ارتفاع برج إيفل؟", "ar"),
            ("서울의 인구는 얼마입니까?", "ko"),
            ("pg_stat_activity", "en"),
            ("CVE-2021-44228", "en"),
            ("rust async traits", "en"),
        ] {
            assert_eq!(language_of(text), language, "{text}");
        }
    }

    #[test]
    fn kinds_follow_from_the_words() {
        for (text, kind) in [
            ("Who wrote The Hobbit?", QuestionKind::Factual),
            ("Which is faster, SQLite or DuckDB?", QuestionKind::Comparison),
            ("Postgres vs MySQL", QuestionKind::Comparison),
            ("What is the difference between TCP and UDP?", QuestionKind::Comparison),
            ("whats the diffrence beetween tcp and udp", QuestionKind::Comparison),
            ("Are both PostgreSQL and SQLite written in C?", QuestionKind::Comparison),
            (
                "Is it an error that two rows both have NULL in a UNIQUE column in Postgres?",
                QuestionKind::Factual,
            ),
            ("Why is the sky blue?", QuestionKind::Explanation),
            ("How does a heat pump work?", QuestionKind::Explanation),
            ("How do I create a partial index in PostgreSQL?", QuestionKind::HowTo),
            ("how to squash commits", QuestionKind::HowTo),
            ("List the moons of Jupiter", QuestionKind::List),
            ("What are the main causes of inflation?", QuestionKind::List),
            ("What is the latest news about the Artemis programme?", QuestionKind::CurrentEvent),
            ("Warum ist der Himmel blau?", QuestionKind::Explanation),
            ("Was ist der Unterschied zwischen TCP und UDP?", QuestionKind::Comparison),
            ("Sind sowohl SQLite als auch DuckDB in C geschrieben?", QuestionKind::Comparison),
            ("Wie hoch ist der Turm?", QuestionKind::Factual),
            ("Wie funktioniert der Kernel?", QuestionKind::Explanation),
            ("Wie ändere ich den Namen meines Rechners?", QuestionKind::HowTo),
            ("Wie lässt sich die Zeitzone ändern?", QuestionKind::HowTo),
            ("Comment installer Debian ?", QuestionKind::HowTo),
            ("¿Cómo cambiar la zona horaria?", QuestionKind::HowTo),
            ("¿Cómo funciona el núcleo?", QuestionKind::Explanation),
            ("Как изменить часовой пояс?", QuestionKind::HowTo),
        ] {
            assert_eq!(analyze(text, NOW).kind, kind, "{text}");
        }
    }

    #[test]
    fn entities_are_names_phrases_and_identifiers() {
        let question = analyze("Does \"hot standby\" in PostgreSQL need pg_basebackup or Barman Cloud?", NOW);
        assert_eq!(question.entities, ["hot standby", "PostgreSQL", "pg_basebackup", "Barman Cloud"]);
        assert_eq!(
            entities_of("Why is my SQLite file still 4 GB, and a GB Pocket?", "en"),
            ["SQLite", "GB Pocket"]
        );
    }

    #[test]
    fn periods_are_years_spans_and_recency() {
        let years = |from, to| Some(Period { from_year: from, to_year: to, ..Period::default() });
        let recent = |recent| Some(Period { recent: Some(recent), ..Period::default() });
        for (text, period) in [
            ("Papers on sleep since 2020", years(Some(2020), None)),
            ("What happened in 2008?", years(Some(2008), Some(2008))),
            ("Wars between 1939 and 1945", years(Some(1939), Some(1945))),
            ("Wars 1939-45", years(Some(1939), Some(1945))),
            ("films before 1990", years(None, Some(1989))),
            ("Studies of the last 5 years", years(Some(2021), None)),
            ("What changed this year?", years(Some(2026), Some(2026))),
            ("the latest version of Rust", recent(Recency::Year)),
            ("What did the ECB decide this week?", recent(Recency::Week)),
            ("News of today", recent(Recency::Day)),
            ("Neueste Version von Debian", recent(Recency::Year)),
            ("What page size does SQLite use nowadays?", recent(Recency::Year)),
            ("Est-ce que Debian est libre ?", None),
            ("Studien seit 2020", years(Some(2020), None)),
            ("How does alternating current work?", None),
            ("Who wrote The Hobbit?", None),
            ("the 1,500 metres record", None),
        ] {
            assert_eq!(analyze(text, NOW).period, period, "{text}");
        }
    }

    #[test]
    fn how_things_are_now_is_no_recent_event() {
        for (text, recency) in [
            ("What did the ECB decide this week?", Some(Recency::Week)),
            ("What is the latest news about the Artemis programme?", Some(Recency::Month)),
            ("recent changes in EU copyright law", Some(Recency::Year)),
            ("What page size does SQLite use nowadays?", None),
            ("Who is the current president of France?", None),
            ("the latest version of Rust", None),
            ("What do people use for backups these days?", None),
            ("Was ist derzeit der Standard?", None),
            ("What happened in 2026?", None),
        ] {
            assert_eq!(recent_events(&analyze(text, NOW)), recency, "{text}");
        }
    }
}
