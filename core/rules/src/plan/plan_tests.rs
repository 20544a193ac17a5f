use super::*;
use crate::analyze::analyze;
use gorkd_core::model::{Constraint, ConstraintKind, EarlierTurn, Millis, Period, Recency};

/// June 1, 2026.
const NOW: Millis = Millis(1_780_272_000_000);

fn budget(rounds: u32, queries: u32) -> Budget {
    Budget { rounds, queries, pages: 8, results: 8, ..Budget::default() }
}

fn planned(text: &str, constraints: &[Constraint], earlier: &[EarlierTurn]) -> Plan {
    let question = analyze(text, NOW);
    let budget = budget(3, 8);
    plan(&Brief { question: &question, earlier, constraints, budget: &budget, domain: None, now: NOW })
}

fn texts(plan: &Plan) -> Vec<&str> {
    plan.queries.iter().map(|query| query.text.as_str()).collect()
}

#[test]
fn queries_leave_room_for_later_rounds() {
    for (rounds, queries, first) in [(2, 4, 2), (3, 8, 3), (6, 18, 6), (1, 3, 3), (1, 0, 1)] {
        assert_eq!(first_share(&budget(rounds, queries)), first, "{rounds} rounds, {queries} queries");
    }
}

#[test]
fn key_terms_come_first_and_names_stay_whole() {
    let plan = planned("Who wrote The Lord of the Rings in the 1950s?", &[], &[]);
    assert_eq!(plan.queries[0].text, "wrote Lord of the Rings 1950s");
    assert_eq!(plan.sub_questions.len(), 1);
    assert!(plan.sub_questions[0].terms.contains(&"rings".to_owned()));
}

#[test]
fn each_side_of_a_comparison_has_a_query_and_a_sub_question() {
    let plan = planned("Which is faster for analytics, SQLite or DuckDB?", &[], &[]);
    assert_eq!(plan.sub_questions.len(), 3);
    assert_eq!(plan.sub_questions[0].text, "Which is faster for analytics, SQLite or DuckDB?");
    let texts = texts(&plan);
    assert!(texts.iter().any(|q| q.contains("SQLite") && !q.contains("DuckDB")), "{texts:?}");
    assert!(texts.iter().any(|q| q.contains("DuckDB") && !q.contains("SQLite")), "{texts:?}");
}

#[test]
fn comparisons_without_names_have_sides_too() {
    let plan = planned("What is the difference between hard links and symbolic links?", &[], &[]);
    let parts: Vec<&str> = plan.sub_questions.iter().map(|part| part.text.as_str()).collect();
    let whole = "What is the difference between hard links and symbolic links?";
    assert_eq!(parts, [whole, "hard links", "symbolic links"]);
    let plan = planned("DELETE vs TRUNCATE in PostgreSQL", &[], &[]);
    let parts: Vec<&str> = plan.sub_questions.iter().map(|part| part.text.as_str()).collect();
    assert_eq!(parts[1..], ["DELETE PostgreSQL", "TRUNCATE PostgreSQL"]);
    let sides = |text: &str| {
        let plan = planned(text, &[], &[]);
        plan.sub_questions[1..].iter().map(|part| part.text.clone()).collect::<Vec<_>>()
    };
    let three = ["git fetch", "git pull", "git merge"];
    assert_eq!(sides("Compare git fetch, git pull and git merge"), three);
    assert_eq!(sides("What is the difference between git fetch, git pull, and git merge?"), three);
    assert_eq!(sides("Which is better for short texts, lists or tuples?").len(), 2);
    let calls = sides("nums.sort() or sorted(nums), what is the difference?");
    assert_eq!(calls, ["nums.sort()", "sorted(nums)"]);
    assert_eq!(sides("What is the difference between repr(x) and str()?"), ["repr(x)", "str()"]);
    let releases = ["Debian stable", "Debian testing", "Debian unstable"];
    assert_eq!(sides("What is the difference between Debian stable, testing and unstable?"), releases);
}

#[test]
fn several_questions_are_several_sub_questions() {
    let plan = planned("Who founded Debian? What does its name mean?", &[], &[]);
    assert_eq!(plan.sub_questions.len(), 2);
    let plan = planned("Who founded Debian and when was it first released?", &[], &[]);
    assert_eq!(plan.sub_questions[1].text, "when was it first released (Debian)");
    assert!(plan.queries.iter().any(|query| query.sub_question == "q2"));
    for (text, second) in [
        ("How do I create an index and how do I drop it?", "how do I drop it (index)"),
        ("What is autovacuum and how do I turn it off?", "how do I turn it off (autovacuum)"),
        ("What does git fetch do, and what does git pull do?", "what does git pull do?"),
        ("Wie lade ich das Paket hoch und wann wird es geprüft?", "wann wird es geprüft (Paket)"),
    ] {
        assert_eq!(planned(text, &[], &[]).sub_questions[1].text, second);
    }
    let plan = planned("what's a bare repo in git and what would I want one for", &[], &[]);
    assert_eq!(plan.sub_questions.len(), 1);
}

#[test]
fn a_story_around_a_question_does_not_drown_it() {
    let story =
        "Our nightly backup of PostgreSQL fails since Monday. Can I stop it asking for a password? Thanks!";
    let plan = planned(story, &[], &[]);
    let of = |why: &str| {
        let queries = plan.queries.iter().filter(|query| query.why == why);
        queries.map(|query| query.text.as_str()).collect::<Vec<_>>()
    };
    let sentences = of("a sentence of the question");
    assert_eq!(sentences.len(), 2, "thanks are nothing to search for: {sentences:?}");
    assert!(sentences[0].contains("PostgreSQL") && sentences[0].contains("password"), "{sentences:?}");
    assert!(!sentences[0].contains("backup") && sentences[1].contains("nightly backup"), "{sentences:?}");
    let one = planned("How do I stop PostgreSQL asking for a password?", &[], &[]);
    assert!(one.queries.iter().all(|query| query.why != "a sentence of the question"));
}

#[test]
fn a_sample_in_a_question_is_searched_for_and_left_out() {
    let plan =
        planned("python datetime: how to parse a string like 2024-03-01 12:30 into a datetime", &[], &[]);
    let queries = texts(&plan);
    assert!(queries[0].contains("2024-03-01"), "{queries:?}");
    assert_eq!(queries[1], "python datetime parse string like");
    let plan = planned("My postgres says FATAL: sorry, too many clients already. What can I do?", &[], &[]);
    assert!(texts(&plan).iter().all(|query| !query.contains("What")), "{:?}", texts(&plan));
}

#[test]
fn follow_ups_lean_on_the_turn_before() {
    let earlier = [EarlierTurn {
        question: "How much solar power was installed in Asia?".into(),
        ..EarlierTurn::default()
    }];
    let plan = planned("And in Europe?", &[], &earlier);
    assert_eq!(plan.goal, "How much solar power was installed in Asia in Europe?");
    let plan = planned(
        "Who wrote it?",
        &[],
        &[EarlierTurn { question: "What is The Hobbit about?".into(), ..EarlierTurn::default() }],
    );
    assert!(plan.goal.contains("Hobbit"), "{}", plan.goal);
    let plan = planned("Who painted the Mona Lisa?", &[], &earlier);
    assert_eq!(plan.goal, "Who painted the Mona Lisa?");
}

#[test]
fn follow_ups_keep_the_subject_of_their_thread() {
    let turn = |question: &str| EarlierTurn { question: question.into(), ..EarlierTurn::default() };
    let earlier = [turn("What is WAL mode in SQLite?"), turn("And how do I turn it on?")];
    let plan = planned("Does it work over a network filesystem?", &[], &earlier);
    assert!(plan.goal.contains("WAL") && plan.goal.contains("SQLite"), "{}", plan.goal);
    let plan = planned("Which one is better on a shared branch?", &[], &[turn("git merge or git rebase?")]);
    assert!(plan.goal.contains("merge") && plan.goal.contains("rebase"), "{}", plan.goal);
    let summary = "- `git revert`: a new commit\n- `git reset`: moves the branch".to_owned();
    let earlier = [EarlierTurn { summary, ..turn("How do I undo a commit?") }];
    let plan = planned("Is the second one safe?", &[], &earlier);
    assert_eq!(plan.goal, "Is git reset safe? (undo commit)");
}

#[test]
fn a_follow_up_that_asks_for_another_form_is_about_the_question_before() {
    let turn = |question: &str| EarlierTurn { question: question.into(), ..EarlierTurn::default() };
    let earlier = [turn("What is WAL mode in SQLite?"), turn("And how do I turn it on?")];
    let before = planned("And how do I turn it on?", &[], &earlier[..1]).goal;
    assert_eq!(planned("Shorter, please!", &[], &earlier).goal, before);
    assert_eq!(planned("in more detail", &[], &[turn("Who wrote Dune?")]).goal, "Who wrote Dune?");
}

#[test]
fn a_follow_up_for_a_value_is_about_all_that_was_asked() {
    let turn = |question: &str| EarlierTurn { question: question.into(), ..EarlierTurn::default() };
    let earlier = [turn("How do I skip locked rows in Postgres?")];
    for (text, goal) in [
        ("which version added that?", "which version added that? (skip locked rows Postgres)"),
        ("And which version added that?", "which version added that? (skip locked rows Postgres)"),
        ("how many can it skip?", "how many can it skip? (skip locked rows Postgres)"),
        ("Which version of MySQL came first?", "Which version of MySQL came first?"),
    ] {
        assert_eq!(planned(text, &[], &earlier).goal, goal);
    }
    let plan = planned("which version added that?", &[], &earlier);
    let notes = |query: &str| query.contains("locked rows Postgres") && query.contains("release notes");
    assert!(texts(&plan).into_iter().any(notes), "{:?}", texts(&plan));
}

#[test]
fn words_that_ask_are_left_out_where_they_ask() {
    for (text, query) in [
        ("How do I give a git branch a new name?", "give git branch new name"),
        ("How do I list all branches?", "list branches"),
        ("Can you list all branches?", "branches"),
        ("List the ports of Postgres", "ports Postgres"),
        ("What is the difference between a list and a tuple?", "difference list tuple"),
        ("Which git command helps me find a commit?", "git command helps find commit"),
        ("What page size does a fresh SQLite database have nowadays?", "page size fresh SQLite database"),
    ] {
        assert_eq!(key_phrase(text, "en"), query, "{text}");
    }
}

#[test]
fn wishes_become_filters_and_queries() {
    let wishes = ["exclude reddit.com", "also check the licence terms", "only 2026"].map(steer);
    let plan = planned("What is DuckDB?", &wishes, &[]);
    for query in &plan.queries {
        assert_eq!(query.filters.domains_out, ["reddit.com"]);
        assert_eq!(query.filters.recency, Some(Recency::Year));
    }
    assert!(texts(&plan).iter().any(|query| query.contains("licence terms")));
    let plan = planned("What is DuckDB?", &[steer("only from duckdb.org")], &[]);
    assert_eq!(plan.queries[0].filters.domains_in, ["duckdb.org"]);
}

#[test]
fn recent_events_are_a_filter_and_years_are_words() {
    let plan = planned("Which recent laws regulate drones in Italy?", &[], &[]);
    assert_eq!(plan.queries[0].filters.recency, Some(Recency::Year));
    let plan = planned("What is the latest stable Debian release?", &[], &[]);
    assert_eq!(plan.queries[0].filters.recency, None, "how things are now");
    let plan = planned("Who won the 1998 World Cup?", &[], &[]);
    assert_eq!(plan.queries[0].filters.recency, None);
    assert!(plan.queries[0].text.contains("1998"));
}

#[test]
fn steering_is_read_by_rule() {
    let list = |items: &[&str]| items.iter().map(|item| (*item).to_owned()).collect::<Vec<_>>();
    let years =
        |from, to| ConstraintKind::Period(Period { from_year: from, to_year: to, ..Period::default() });
    for (text, kind) in [
        ("skip vendor blogs", ConstraintKind::Exclude(list(&["vendor blogs"]))),
        ("Exclude reddit.com and quora.com", ConstraintKind::Exclude(list(&["reddit.com", "quora.com"]))),
        ("don't use Wikipedia", ConstraintKind::Exclude(list(&["Wikipedia"]))),
        ("only from nasa.gov", ConstraintKind::Only(list(&["nasa.gov"]))),
        ("only use https://www.nasa.gov/ and esa.int", ConstraintKind::Only(list(&["nasa.gov", "esa.int"]))),
        ("Only government sites", ConstraintKind::Only(list(&[".gov"]))),
        ("only 2025", years(Some(2025), Some(2025))),
        ("only since 2020", years(Some(2020), None)),
        ("nothing before 2020", years(Some(2020), None)),
        ("between 2010 and 2015", years(Some(2010), Some(2015))),
        ("also check the licence", ConstraintKind::Also("the licence".into())),
        ("also look into Battery Costs", ConstraintKind::Also("Battery Costs".into())),
        ("focus on the economics", ConstraintKind::Note),
        ("", ConstraintKind::Note),
    ] {
        assert_eq!(steer(text).kind, kind, "{text}");
    }
}

#[test]
fn no_query_is_empty_or_asked_twice() {
    for text in [
        "Why?",
        "R",
        "How much?",
        "to be or not to be",
        "埃菲尔铁塔有多高？",
        "What is it?",
        "pg_stat_activity",
    ] {
        let plan = planned(text, &[], &[]);
        assert!(!plan.sub_questions.is_empty() && !plan.queries.is_empty(), "{text}");
        let mut seen: Vec<String> = plan.queries.iter().map(|query| normalised(&query.text)).collect();
        assert!(seen.iter().all(|query| !query.is_empty()), "{text}");
        seen.sort();
        let count = seen.len();
        seen.dedup();
        assert_eq!(seen.len(), count, "{text}");
    }
}

#[test]
fn queries_leave_out_function_words_in_any_language() {
    for (text, language, query) in [
        ("如何更改系统时区？", "zh", "更改系统时区"),
        ("tail 默认显示多少行？", "zh", "tail 默认显示 行"),
        ("ما هي خدمة anacron؟", "ar", "خدمة anacron"),
        ("¿Cómo puedo cambiar la zona horaria?", "es", "cambiar zona horaria"),
        ("Как можно изменить часовой пояс?", "ru", "изменить часовой пояс"),
        ("Wie viele Pakete sollte man installieren?", "de", "Pakete installieren"),
        ("In welchem Jahr wurde die Stiftung gegründet?", "de", "Stiftung gegründet"),
        ("Wie viele Tage hat ein Jahr?", "de", "Tage Jahr"),
        ("¿En qué ciudad nació?", "es", "nació"),
        ("Wofür steht FHS?", "de", "FHS"),
        ("Lied „Was ist Liebe“", "de", "Lied Was ist Liebe"),
        ("Wie lade ich das Paket hoch?", "de", "lade Paket hoch"),
        ("Welches Programm wandelt Pakete um?", "de", "Programm wandelt Pakete um"),
        ("Woran erkennt man ein Quellpaket?", "de", "erkennt Quellpaket"),
    ] {
        assert_eq!(key_phrase(text, language), query, "{text}");
    }
}

#[test]
fn a_sentence_that_points_back_is_read_with_what_it_points_to() {
    let story =
        "the log lists him three times. he has three addresses. can i merge those without rewriting history";
    let read = |sentence: &'static str| with_what_it_points_to(story, sentence, "en");
    let asked = "can i merge those without rewriting history";
    assert_eq!(read(asked), format!("he has three addresses. {asked}"));
    assert_eq!(
        read("the log lists him three times."),
        "the log lists him three times.",
        "nothing is before it"
    );
    assert_eq!(
        with_what_it_points_to("I use git. How do I rename a branch?", "How do I rename a branch?", "en"),
        "How do I rename a branch?"
    );
}
