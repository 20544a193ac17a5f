use super::*;
use crate::analyze::analyze;

const NOW: Millis = Millis(1_780_272_000_000);

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|name| (*name).to_owned()).collect()
}

fn domains() -> Vec<DomainRules> {
    vec![
        DomainRules {
            name: "general".into(),
            primary: names(&["library", "words", "meaning", "wiki"]),
            secondary: names(&["papers"]),
            ..DomainRules::default()
        },
        DomainRules {
            name: "medical".into(),
            primary: names(&["library", "papers"]),
            secondary: names(&["words"]),
            academic_required: true,
            verification_threshold: 0.8,
            keywords: names(&["patient", "treatment", "therapy"]),
            telling: names(&["diabetes", "clinical trial"]),
            ..DomainRules::default()
        },
    ]
}

fn field(question: &Question, named: Option<&str>) -> Field {
    let field = match named {
        Some(name) => named_field(name, &domains()).expect(name),
        None => field_of(question, &domains()),
    };
    let styles = [
        ("library", SearchStyle::Own),
        ("words", SearchStyle::Keyword),
        ("meaning", SearchStyle::Semantic),
        ("wiki", SearchStyle::Reference),
        ("papers", SearchStyle::Scholarly),
        ("odd", SearchStyle::Keyword),
    ];
    Field { styles: styles.into_iter().map(|(name, style)| (name.to_owned(), style)).collect(), ..field }
}

fn turns(question: &str, rounds: u32, providers: &[&str], lessons: Vec<Lesson>) -> Vec<(String, RouteTurn)> {
    let question = analyze(question, NOW);
    let field = Field { lessons, ..field(&question, None) };
    let budget = Budget { rounds, ..Budget::default() };
    let routing = route(&question, &budget, &names(providers), &field);
    assert!(routing.routes.iter().all(|route| !route.why.is_empty()), "every turn has its reason");
    routing.routes.into_iter().map(|route| (route.provider, route.turn)).collect()
}

fn first(question: &str, rounds: u32, providers: &[&str]) -> Vec<String> {
    let turns = turns(question, rounds, providers, Vec::new());
    turns.into_iter().filter(|(_, turn)| *turn == RouteTurn::First).map(|(name, _)| name).collect()
}

const ALL: &[&str] = &["library", "words", "meaning", "wiki", "papers"];

#[test]
fn a_question_picks_its_field_by_its_words() {
    for (text, expected) in [
        ("Which therapy helps patients with asthma?", "medical"),
        ("Is metformin good for diabetes?", "medical"),
        ("What did the clinical trial of budesonide show?", "medical"),
        ("How does SQL treat the treatment of null values?", "general"),
        ("When was the Harbour Bridge opened?", "general"),
    ] {
        assert_eq!(field(&analyze(text, NOW), None).rules.name, expected, "{text}");
    }
    assert_eq!(named_field("cooking", &domains()), None);
    let named = field(&analyze("When was it opened?", NOW), Some("medical"));
    assert_eq!((named.rules.name.as_str(), named.why.as_str()), ("medical", "it was asked for"));
}

#[test]
fn words_are_asked_for_facts_and_meaning_for_concepts() {
    let fact = "When was the Harbour Bridge opened?";
    let concept = "Why do suspension bridges sway in the wind?";
    assert_eq!(first(fact, 2, ALL), ["library", "words", "wiki"]);
    assert_eq!(first(concept, 2, ALL), ["library", "meaning", "wiki"]);
    assert_eq!(first(fact, 6, ALL), ["library", "words", "meaning", "wiki"], "several for important ones");
}

#[test]
fn a_field_that_needs_papers_asks_for_them_first() {
    let medical = "Which therapy helps patients with diabetes?";
    assert_eq!(first(medical, 3, ALL), ["library", "papers"]);
    let turns = turns(medical, 3, ALL, Vec::new());
    assert!(turns.contains(&("words".to_owned(), RouteTurn::Later)));
    assert!(turns.contains(&("wiki".to_owned(), RouteTurn::Never)));
}

#[test]
fn somebody_is_always_asked() {
    assert_eq!(first("When was it opened?", 3, &["library", "odd"]), ["library", "odd"]);
    assert_eq!(first("When was it opened?", 3, &["library", "papers"]), ["library", "papers"]);
    assert_eq!(first("When was it opened?", 3, &["library"]), ["library"]);
    let question = analyze("When?", NOW);
    let routing = route(&question, &Budget::default(), &names(&["a", "b"]), &Field::default());
    assert!(routing.routes.iter().all(|route| route.turn == RouteTurn::First), "no field: everybody");
}

#[test]
fn experience_changes_the_order_and_puts_off_what_fails() {
    let lesson = |name: &str, tried, helped, failed| Lesson {
        name: name.into(),
        tried,
        helped,
        failed,
        ..Lesson::default()
    };
    let fact = "When was the Harbour Bridge opened?";
    let lessons = vec![lesson("words", 40, 0, 2), lesson("meaning", 40, 30, 0)];
    let learned = turns(fact, 2, ALL, lessons);
    assert!(learned.contains(&("meaning".to_owned(), RouteTurn::First)), "{learned:?}");
    assert!(learned.contains(&("words".to_owned(), RouteTurn::Later)), "{learned:?}");
    let failing = turns(fact, 6, ALL, vec![lesson("words", 10, 0, 9)]);
    assert!(failing.contains(&("words".to_owned(), RouteTurn::Later)), "{failing:?}");
    let new = turns(fact, 2, ALL, vec![lesson("words", 2, 0, 2)]);
    assert!(new.contains(&("words".to_owned(), RouteTurn::First)), "two searches say little: {new:?}");
}
