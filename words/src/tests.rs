//! What holds for all texts of all languages.

use crate::texts::{files, in_one};
use crate::{Locale, Msg};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;
use std::collections::{BTreeMap, BTreeSet};

/// Numbers that stand for each plural form of the languages, and a large one.
const NUMBERS: [u64; 11] = [0, 1, 2, 3, 5, 11, 21, 22, 25, 100, 1_000];

/// Characters of a button that Slack takes; Discord takes 80.
const BUTTON: usize = 75;
/// Characters of a form's title (Slack), of its label (Discord), and of what stands in its field (Discord).
const TITLE: usize = 24;
const LABEL: usize = 45;
const PLACEHOLDER: usize = 100;
/// Characters of an entry in Discord's menu of a message; descriptions of commands have 100.
const MENU: usize = 32;

/// The messages of a language, with the arguments that each uses.
fn messages(locale: Locale) -> BTreeMap<String, BTreeSet<String>> {
    let mut found = BTreeMap::new();
    for file in files(locale) {
        let parsed = parser::parse(file).unwrap_or_else(|(_, errors)| panic!("{locale:?}: {errors:?}"));
        for entry in parsed.body {
            let Entry::Message(message) = entry else { continue };
            let pattern = message.value.expect("a message has a text");
            let mut used = BTreeSet::new();
            of_pattern(&pattern, &mut used);
            let twice = found.insert(message.id.name.to_owned(), used);
            assert_eq!(twice, None, "{locale:?}: {} stands there twice", message.id.name);
        }
    }
    found
}

fn of_pattern(pattern: &Pattern<&str>, used: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { .. } => {}
            PatternElement::Placeable { expression: Expression::Inline(inline) } => of_inline(inline, used),
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                of_inline(selector, used);
                variants.iter().for_each(|variant| of_pattern(&variant.value, used));
            }
        }
    }
}

fn of_inline(inline: &InlineExpression<&str>, used: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => _ = used.insert(id.name.to_owned()),
        InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
        other => panic!("the texts use arguments alone: {other:?}"),
    }
}

#[test]
fn every_language_has_every_message_with_the_same_arguments_and_no_other() {
    let declared: BTreeMap<String, BTreeSet<String>> = Msg::samples(1, "x")
        .iter()
        .map(|message| (message.id(), message.args().iter().map(|(name, _)| name.to_owned()).collect()))
        .collect();
    for locale in Locale::ALL {
        let written = messages(locale);
        let (here, wanted): (BTreeSet<_>, BTreeSet<_>) =
            (written.keys().collect(), declared.keys().collect());
        let missing: Vec<_> = wanted.difference(&here).collect();
        let unused: Vec<_> = here.difference(&wanted).collect();
        assert!(missing.is_empty() && unused.is_empty(), "{locale:?} lacks {missing:?}, and has {unused:?}");
        for (id, used) in &written {
            assert_eq!(used, &declared[id], "{locale:?}: the arguments of {id}");
        }
    }
}

#[test]
fn every_message_is_worded_without_errors_in_every_language() {
    for locale in Locale::ALL {
        for number in NUMBERS {
            for message in Msg::samples(number, "Ärger & <b>") {
                let (text, errors) = in_one(locale, &message).expect("it is there");
                assert_eq!(errors, 0, "{locale:?} {}: {text}", message.id());
                let sound =
                    !text.trim().is_empty() && text == text.trim() && !text.contains(['\n', '{', '}']);
                assert!(sound, "{locale:?} {}: {text:?}", message.id());
                let marks = ['\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}', '\u{200e}', '\u{200f}'];
                assert!(!text.contains(marks), "{locale:?} {} has direction marks", message.id());
            }
        }
    }
}

#[test]
fn every_language_is_written_in_its_own_script() {
    let letters = |text: &str, range: std::ops::RangeInclusive<char>| {
        text.chars().filter(|c| range.contains(c)).count()
    };
    for (locale, range) in
        [(Locale::Ru, 'а'..='ё'), (Locale::Zh, '\u{4e00}'..='\u{9fff}'), (Locale::Ar, '\u{620}'..='\u{64a}')]
    {
        for message in Msg::samples(5, "7") {
            let text = message.to(locale);
            let english = message.to(Locale::En);
            let is_bare = text.chars().filter(|c| c.is_alphabetic()).count() < 2;
            assert!(
                is_bare || letters(&text, range.clone()) > 0,
                "{locale:?} {}: {text} ({english})",
                message.id()
            );
        }
    }
}

#[test]
fn french_signs_stay_on_the_line_of_their_word() {
    for line in files(Locale::Fr).iter().flat_map(|file| file.lines()).filter(|line| !line.starts_with('#')) {
        let loose = [" :", " ;", " ?", " !", " »", "« ", "'"].iter().find(|sign| line.contains(**sign));
        assert_eq!(loose, None, "it takes a no-break space, or a curved apostrophe: {line}");
    }
}

#[test]
fn plural_forms_are_those_of_the_language() {
    let sources = |locale: Locale, count| locale.say(Msg::CountSources { count });
    for (count, text) in [(0, "0 sources"), (1, "1 source"), (2, "2 sources"), (21, "21 sources")] {
        assert_eq!(sources(Locale::En, count), text);
    }
    for (count, text) in [(0, "0 source"), (1, "1 source"), (2, "2 sources")] {
        assert_eq!(sources(Locale::Fr, count), text);
    }
    for (count, text) in [
        (1, "1 источник"),
        (3, "3 источника"),
        (5, "5 источников"),
        (11, "11 источников"),
        (21, "21 источник"),
        (22, "22 источника"),
        (25, "25 источников"),
    ] {
        assert_eq!(sources(Locale::Ru, count), text);
    }
    for (count, text) in [
        (0, "بلا مصادر"),
        (1, "مصدر واحد"),
        (2, "مصدران"),
        (3, "3 مصادر"),
        (11, "11 مصدرًا"),
        (100, "100 مصدر"),
    ] {
        assert_eq!(sources(Locale::Ar, count), text);
    }
    assert_eq!(sources(Locale::Zh, 1), "1 个来源");
}

#[test]
fn buttons_and_forms_fit_the_platforms() {
    let limit = |message: &Msg| match message {
        // What is shortened where it is made: the question has forty characters.
        Msg::ButtonUnwatch { .. } => Some(BUTTON),
        Msg::FormAnswer | Msg::FormPlan | Msg::FormBad | Msg::FormSteer | Msg::FormSend | Msg::FormBack => {
            Some(TITLE)
        }
        Msg::FormAnswerLabel | Msg::FormPlanLabel | Msg::FormBadLabel | Msg::FormSteerLabel => Some(LABEL),
        Msg::FormAnswerHint | Msg::FormBadPlaceholder | Msg::FormBadHint | Msg::FormSteerHint => {
            Some(PLACEHOLDER)
        }
        Msg::GoodAnswer | Msg::BadAnswer => Some(BUTTON),
        Msg::MenuResearch => Some(MENU),
        other if ["command-", "option-", "planning-"].iter().any(|start| other.id().starts_with(start)) => {
            Some(PLACEHOLDER)
        }
        other if other.id().starts_with("button-") => Some(BUTTON),
        // Options of a question back are buttons.
        other if other.id().starts_with("ask-") && other.args().iter().next().is_none() => Some(BUTTON),
        _ => None,
    };
    let mut found = Vec::new();
    for locale in Locale::ALL {
        for message in Msg::samples(12, "weniger als 0,001 $") {
            let message = match message {
                Msg::ButtonUnwatch { .. } => Msg::ButtonUnwatch { question: "x".repeat(40) },
                other => other,
            };
            let Some(most) = limit(&message) else { continue };
            let text = message.to(locale);
            let long = text.chars().count();
            if long > most {
                found.push(format!("{locale:?} {}: {long} characters, {most} at most: {text}", message.id()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
