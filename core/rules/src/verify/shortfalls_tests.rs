use super::*;

const FINISHED: &str = "The Grelling Tower was finished in 1881 by Ada Marsh.";
const OTHER: &str = "Ada Marsh finished the Grelling Tower in 1881, as the town's records say.";
const DAY: i64 = 86_400_000;

/// Two works that say the same.
fn desk(question: &str) -> Desk {
    Desk::new(question, &[("https://a.org/tower", TOWER), ("https://b.net/records", OTHER)])
}

fn cites(desk: &Desk, sources: usize) -> Answer {
    let quotes = [desk.quote(0, FINISHED), desk.quote(1, "Ada Marsh finished the Grelling Tower in 1881")];
    let quotes = quotes.into_iter().take(sources).collect();
    desk.answer(vec![claim("The Grelling Tower was finished in 1881.", Part::Summary, quotes)])
}

#[test]
fn too_few_sources_are_an_issue_and_cost_confidence() {
    let mut desk = desk("When was the Grelling Tower finished?");
    let free = cites(&desk, 2);
    assert!(free.issues.is_empty());
    desk.budget.min_citations = 2;
    assert_eq!(cites(&desk, 2), free, "two are enough");
    let one = cites(&desk, 1);
    assert_eq!(one.issues, ["Sources cited: 1; a question like this needs at least 2."]);
    assert_eq!(one.confidence, Confidence::Low);
    assert!(one.confidence_reasons.contains(&one.issues[0]));
    // What a field asks for counts as much.
    desk.budget.min_citations = 0;
    desk.rules.min_citations = 3;
    let two = cites(&desk, 2);
    assert!(two.issues[0].contains("at least 3") && two.confidence < free.confidence, "{two:?}");
    // A clear note of one's own needs no second one.
    for (document, _) in &mut desk.documents {
        document.url = format!("file:///notes/{}", document.hash.0);
        document.canonical_url.clone_from(&document.url);
    }
    assert!(cites(&desk, 1).issues.is_empty());
}

#[test]
fn sources_that_are_too_old_are_an_issue_whoever_wrote() {
    let mut desk = desk("When was the Grelling Tower finished?");
    desk.rules.max_age_days = 365;
    let undated = cites(&desk, 2);
    assert!(undated.issues[0].starts_with("No source cited says when"), "{:?}", undated.issues);
    assert!(undated.limitations.iter().any(|said| said.starts_with("None of the sources says when")));
    desk.documents[0].0.published_at = Some(Millis(-3_000 * DAY));
    let old = cites(&desk, 2);
    assert_eq!(
        old.issues,
        ["The newest source is 8 years old; a question like this needs one that is at most 12 months old."]
    );
    assert!(old.limitations.iter().any(|said| said == "The newest source is 8 years old."));
    assert!(old.questions.iter().any(|said| said.contains("changed in the last 8 years")));
    desk.documents[1].0.published_at = Some(Millis(-30 * DAY));
    assert!(cites(&desk, 2).issues.is_empty(), "the newest counts");
    // A question about what is over may rest on what is old.
    desk.documents[1].0.published_at = None;
    desk.question.period = Some(Period { to_year: Some(1950), ..Period::default() });
    assert!(cites(&desk, 2).issues.is_empty());
    // What a question asks for itself is said, and no issue.
    desk.rules.max_age_days = 0;
    desk.question.period = Some(Period { recent: Some(Recency::Year), ..Period::default() });
    let asked = cites(&desk, 2);
    assert!(asked.issues.is_empty() && asked.limitations.iter().any(|said| said.contains("8 years")));
}

#[test]
fn a_date_in_a_title_says_when_a_page_is_from() {
    let mut desk = desk("When was the Grelling Tower finished?");
    desk.rules.max_age_days = 365;
    desk.documents[0].0.title = "Grelling Tower, release of 1961-03-29".into();
    let dated = cites(&desk, 2);
    assert!(dated.issues[0].starts_with("The newest source is 8 years old"), "{:?}", dated.issues);
    assert!(!dated.limitations.iter().any(|said| said.starts_with("None of the sources says when")));
    for undated in ["Grelling Tower in 1961", "Grelling Tower, plans for 2030-01-01"] {
        desk.documents[0].0.title = undated.into();
        assert!(cites(&desk, 2).issues[0].starts_with("No source cited says when"), "{undated}");
    }
}

#[test]
fn words_that_were_taken_down_for_a_part_are_about_it() {
    let mut desk = desk("When was the Grelling Tower finished? What does entry cost?");
    let part = |at: usize| PartJudgement {
        sub_question: format!("q{at}"),
        answered: Answered::Yes,
        by_model: true,
        ..PartJudgement::default()
    };
    desk.parts = vec![part(1), part(2)];
    let (document, text) = &desk.documents[0];
    let words = "It is 62 metres high and holds five bells.";
    let start = text.find(words).expect("the text says it");
    let span = span_of(text, start..start + words.len());
    let passage = Passage { hash: document.hash.clone(), span };
    let note =
        Note { evidence: "e1".into(), sub_question: "q2".into(), source: document.source_id(), passage };
    let claims = |desk: &Desk| {
        let finished = claim(FINISHED, Part::Summary, vec![desk.quote(0, FINISHED)]);
        vec![finished, claim(words, Part::Summary, vec![desk.quote(0, words)])]
    };
    let untold = desk.answer(claims(&desk));
    assert_eq!(untold.issues, ["No statement in the answer covers: What does entry cost?"]);
    desk.notes = vec![note];
    let told = desk.answer(claims(&desk));
    assert!(told.issues.is_empty(), "{:?}", told.claims);
}

#[test]
fn what_is_cited_for_a_statement_says_what_it_is_about() {
    let mut desk = desk("When was the Grelling Tower finished? What does entry cost a visitor on weekdays?");
    let part = |at: usize| PartJudgement {
        sub_question: format!("q{at}"),
        answered: Answered::Yes,
        by_model: true,
        ..PartJudgement::default()
    };
    desk.parts = vec![part(1), part(2)];
    let answer = |entry: &str| {
        let finished = claim(FINISHED, Part::Summary, vec![desk.quote(0, FINISHED)]);
        desk.answer(vec![finished, claim(entry, Part::Summary, vec![desk.quote(0, "Entry costs €4.")])])
    };
    for entry in ["Entry is €4.", "Entry costs €4."] {
        let told = answer(entry);
        assert_eq!(told.claims[1].support, Support::Supported, "{entry}");
        assert!(told.issues.is_empty(), "{entry} {:?}", told.issues);
    }
}

#[test]
fn each_part_is_told_of_by_as_many_works_as_are_wanted() {
    let mut desk = desk("When was the Grelling Tower finished? What does entry cost?");
    let part = |at: usize| PartJudgement {
        sub_question: format!("q{at}"),
        answered: Answered::Yes,
        by_model: true,
        ..PartJudgement::default()
    };
    desk.parts = vec![part(1), part(2)];
    desk.budget.min_works = 1;
    // The evidence of the desk is all of the first part.
    let answer = cites(&desk, 2);
    assert_eq!(answer.issues, ["No statement in the answer covers: What does entry cost?"]);
    assert!(answer.confidence <= Confidence::Medium);
    desk.parts[1].answered = Answered::No;
    let open = cites(&desk, 2);
    assert!(open.issues.is_empty());
    assert!(open.limitations.contains(&"Nothing that was read answers: What does entry cost?".to_owned()));
    desk.parts.pop();
    desk.budget.min_works = 2;
    assert!(cites(&desk, 2).issues.is_empty());
    assert!(cites(&desk, 1).issues[0].ends_with("1; a run like this needs at least 2."));
}

#[test]
fn a_side_of_a_comparison_that_nothing_speaks_of_is_named() {
    let texts = [("https://a.org/tower", TOWER), ("https://b.net/other", "The Old Mill was built in 1810.")];
    let desk = Desk::new("Compare Grelling Tower and Old Mill", &texts);
    let tower =
        || claim("The Grelling Tower was finished in 1881.", Part::Summary, vec![desk.quote(0, FINISHED)]);
    let one = desk.answer(vec![tower()]);
    assert_eq!(one.issues, ["No statement in the answer covers: Old Mill"], "{:?}", one.confidence_reasons);
    let mill = "The Old Mill was built in 1810.";
    let both = desk.answer(vec![tower(), claim(mill, Part::Summary, vec![desk.quote(1, mill)])]);
    assert!(both.issues.is_empty(), "{:?}", both.issues);
    let it =
        desk.answer(vec![tower(), claim("It was built in 1810.", Part::Summary, vec![desk.quote(1, mill)])]);
    assert!(it.issues.is_empty(), "its source names it: {:?}", it.issues);
}

#[test]
fn a_field_says_what_its_answers_are_not_and_whose_voice_is_missing() {
    let mut desk = desk("When was the Grelling Tower finished?");
    let plain = cites(&desk, 2);
    for (kind, words) in [
        (Disclaimer::Medical, "not medical advice"),
        (Disclaimer::Legal, "not legal advice"),
        (Disclaimer::Financial, "not financial advice"),
    ] {
        desk.rules.disclaimer = Some(kind);
        let answer = cites(&desk, 2);
        assert!(answer.limitations[0].contains(words), "first of all: {:?}", answer.limitations);
        assert_eq!(answer.confidence, plain.confidence);
    }
    desk.question.language = "de".into();
    assert!(cites(&desk, 2).limitations[0].contains("keine Finanzberatung"));

    let texts = [("https://grelling.org/tower", TOWER)];
    let mut own = Desk::new("Who owns the Tower of Grelling?", &texts);
    own.question.entities = vec!["Grelling".into()];
    let say = |own: &Desk| own.answer(vec![claim(FINISHED, Part::Summary, vec![own.quote(0, FINISHED)])]);
    let heard = |answer: &Answer| answer.limitations.iter().any(|said| said.contains("nobody else is cited"));
    assert!(!heard(&say(&own)));
    own.rules.outside_view = true;
    assert!(heard(&say(&own)));
    own.contrary = true;
    assert!(say(&own).limitations.iter().any(|said| said.contains("found nothing that contradicts this")));
}
