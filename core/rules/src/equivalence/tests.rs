use super::*;
use crate::analyze::analyze;
use gorkd_core::model::Millis;
use proptest::prelude::*;

/// 1 June 2026.
const NOW: Millis = Millis(1_780_272_000_000);

fn compared(a: &str, b: &str) -> Result<Likeness, Difference> {
    Prepared::of(&analyze(a, NOW)).compare(&Prepared::of(&analyze(b, NOW)))
}

fn same(a: &Question, b: &Question, cosine: Option<f32>) -> bool {
    Prepared::of(a).same(&Prepared::of(b), cosine)
}

fn served(a: &str, b: &str, cosine: Option<f32>) -> bool {
    same(&analyze(a, NOW), &analyze(b, NOW), cosine)
}

#[test]
fn trivially_reworded_questions_need_no_embedder() {
    for (a, b) in [
        ("What is the boiling point of ethanol?", "what's boiling point of ethanol"),
        ("How do I prune a pear tree?", "How to prune pear tree?"),
        ("Can you please tell me who wrote Emma?", "Who wrote Emma?"),
        ("Which rivers cross Vienna?", "What rivers cross Vienna?!"),
        ("Why can't penguins fly?", "Why cannot penguins fly?"),
        ("Wie hoch ist der Brocken?", "wie hoch ist der Brocken"),
        ("埃菲尔铁塔有多高？", "埃菲尔铁塔有多高"),
    ] {
        assert_eq!(normal_form(&analyze(a, NOW)), normal_form(&analyze(b, NOW)), "{a} | {b}");
        assert!(served(a, b, None) && served(b, a, None), "{a} | {b}");
    }
}

#[test]
fn paraphrases_in_the_same_words_are_served_when_they_mean_alike() {
    for (a, b) in [
        ("How can I improve my handwriting?", "What is the best way to enhance your handwriting?"),
        ("What are the best museums in Leipzig?", "Which is the best Leipzig museum?"),
        ("In what year was the bridge built?", "When was the bridge built?"),
        ("How do copper and brass differ?", "How do brass and copper differ?"),
        ("What is the favourite colour of bees?", "What's the favorite color of bees?"),
        ("How long does it take a bone to heal?", "How long does it take to heal a bone?"),
        ("How do I set up a greenhouse?", "How can I setup a greenhouse?"),
        ("Where was Ada Lovelace born?", "Where was Lovelace born?"),
        ("What are the trains from Oslo to Bergen?", "What are the trains to Bergen from Oslo?"),
        ("How many people can the hall hold?", "How many poeple can the hall hold?"),
    ] {
        assert_eq!(compared(a, b), Ok(Likeness::Words), "{a} | {b}");
        assert!(served(a, b, Some(0.9)) && !served(a, b, Some(0.7)) && !served(a, b, None), "{a} | {b}");
    }
}

#[test]
fn other_words_need_more_nearness() {
    let (a, b) = ("Why do cats purr?", "Why do cats purr at night?");
    assert_eq!(compared(a, b), Ok(Likeness::Apart));
    assert!(served(a, b, Some(0.95)) && !served(a, b, Some(0.9)));
    let denied = compared("Why is the rod bent?", "Why is the rod long?");
    assert_ne!(denied, Err(Difference::Negation), "it is not the denial of a verb");
}

#[test]
fn numbers_dates_and_units_must_agree() {
    for (a, b, difference) in [
        ("How far can you walk in 3 hours?", "How far can you walk in 4 hours?", Difference::Number),
        ("Who won the cup in 2014?", "Who won the cup in 2018?", Difference::Date),
        ("What happened on 5 March 1990?", "What happened in March 1990?", Difference::Date),
        ("How do I lose 5 kg?", "How do I lose 5 pounds?", Difference::Unit),
        ("What does a Canon R6 cost?", "What does a Canon R7 cost?", Difference::Number),
        ("What are the top 10 novels?", "What are the top novels?", Difference::Number),
        ("What is 7+3?", "What is 7*3?", Difference::Number),
        ("What does the sign ☂ mean?", "What does the sign ☀ mean?", Difference::Number),
        ("Which phone under 15k is best?", "Which phone under 20k is best?", Difference::Number),
        ("Wie weit kommt man in 3 Stunden?", "Wie weit kommt man in 4 Stunden?", Difference::Number),
    ] {
        assert_eq!(compared(a, b), Err(difference), "{a} | {b}");
        assert!(!served(a, b, Some(0.99)), "{a} | {b}");
    }
    assert_eq!(compared("How far is 5 km?", "How far are 5,000 metres?"), Ok(Likeness::Words));
    assert_eq!(
        compared("Which phones under 15k are good?", "Which phones under 15,000 are good?"),
        Ok(Likeness::Words)
    );
}

#[test]
fn what_turns_the_sense_round_is_never_made_good() {
    use Difference::*;
    for (a, b, difference) in [
        ("Is it safe to eat raw beans?", "Is it not safe to eat raw beans?", Negation),
        ("Can I travel without a passport?", "Can I travel with a passport?", Negation),
        ("Why does my bread never rise?", "Why does my bread rise?", Negation),
        ("Which shop is cheaper?", "Which shop is dearer?", Direction),
        ("What should I do before a race?", "What should I do after a race?", Direction),
        ("How do I get from Rome?", "How do I get to Rome?", Direction),
        ("Are there wolves in Norway?", "Are there wolves in Sweden?", Name),
        ("What did Jane Austen write?", "What did Jane Goodall write?", Name),
        ("When was the canal dug?", "Why was the canal dug?", Asked),
        ("Who is the mayor of Ghent?", "Who was the mayor of Ghent?", Tense),
        ("Wie hoch ist der Berg?", "How high is the mountain?", Language),
    ] {
        assert_eq!(compared(a, b), Err(difference), "{a} | {b}");
        assert!(!served(a, b, Some(0.99)), "{a} | {b}");
    }
}

#[test]
fn who_does_what_to_whom_is_kept() {
    for (a, b) in [
        ("Does paper beat rock?", "Does rock beat paper?"),
        ("Are cats more clever than dogs?", "Are dogs more clever than cats?"),
        ("How do I convert pounds to kilograms?", "How do I convert kilograms to pounds?"),
        ("How is alcohol turned into acetic acid?", "How is acetic acid turned into alcohol?"),
    ] {
        assert_eq!(compared(a, b), Err(Difference::Order), "{a} | {b}");
    }
}

#[test]
fn capitals_tell_names_from_small_words() {
    for (a, b) in [
        ("What do IT schools teach?", "What do schools teach?"),
        ("What is the cut for group A here?", "What is the cut for group B here?"),
    ] {
        assert_eq!(compared(a, b), Err(Difference::Name), "{a} | {b}");
    }
}

proptest! {
    #[test]
    fn a_question_is_the_same_as_itself(text in "[A-Za-z0-9 ,.'?+/-]{1,60}|\\PC{1,30}") {
        let question = analyze(&text, NOW);
        prop_assert!(same(&question, &question, None));
    }
}

#[test]
fn no_nearness_makes_good_an_opposite_a_unit_or_a_denial() {
    let pairs = [
        ("How many bits are in a word?", "How many bytes are in a word?"),
        ("How far is Berlin from Paris in km?", "How far is Berlin from Paris in miles?"),
        ("What does the license cost per month?", "What does the license cost per year?"),
        ("Which is the cheapest plan?", "Which is the dearest plan?"),
        ("Which is the cheapest plan?", "Which is the most expensive plan?"),
        ("Which mushrooms are edible?", "Which mushrooms are not edible?"),
        ("Which mushrooms are edible?", "Which mushrooms are inedible?"),
        ("Welche Pilze sind essbar?", "Welche Pilze sind nicht essbar?"),
        ("Welche Pilze sind essbar?", "Welche Pilze sind ungenießbar?"),
        ("Welche Stadt ist die billigste?", "Welche Stadt ist die teuerste?"),
        ("Was kostet die Lizenz im Monat?", "Was kostet die Lizenz im Jahr?"),
        ("Darf man das Brot einfrieren?", "Soll man das Brot einfrieren?"),
        ("Was isst man vor dem Sport?", "Was isst man nach dem Sport?"),
        ("Welche Stadt ist billig?", "Welche Stadt ist die billigste?"),
        ("¿Qué setas son comestibles?", "¿Qué setas no son comestibles?"),
        ("¿Cuál es la ciudad más barata?", "¿Cuál es la ciudad más cara?"),
        ("Quels champignons sont comestibles ?", "Quels champignons ne sont pas comestibles ?"),
        ("Какие грибы съедобны?", "Какие грибы несъедобны?"),
        ("Какие грибы можно есть?", "Какие грибы нельзя есть?"),
        ("Все грибы съедобны?", "Некоторые грибы съедобны?"),
        ("哪些蘑菇可以吃?", "哪些蘑菇不可以吃?"),
        ("哪些蘑菇可以吃?", "哪些蘑菇应该吃?"),
        ("ما هي أرخص مدينة؟", "ما هي أغلى مدينة؟"),
        ("هل يمكن تجميد الخبز؟", "هل يجب تجميد الخبز؟"),
    ];
    let wrong: Vec<_> = pairs
        .iter()
        .filter(|(a, b)| {
            let (a, b) = (analyze(a, NOW), analyze(b, NOW));
            same(&a, &b, Some(0.99)) || same(&b, &a, Some(0.99))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
