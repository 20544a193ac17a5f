use super::*;
use gorkd_core::job::{Chosen, Judgement, ReadState, Round};
use gorkd_core::ports::Texts;
use gorkd_core::text::span_of;
use std::sync::Arc;

const TEXT: &str = "# git fetch\n\nFetches branches and tags from other repositories. It never changes files in the working \
    directory. The option --all fetches all remotes.\n\n# git pull\n\nThe command git pull runs git fetch and then merges.\n";

struct Desk {
    job: Job,
    texts: Texts,
    document: Document,
}

impl Desk {
    fn new(parts: &[&str]) -> Self {
        let document = Document {
            hash: DocumentHash::of_text(TEXT),
            url: "file:///git.md".into(),
            canonical_url: "file:///git.md".into(),
            title: "Git".into(),
            language: Some("en".into()),
            ..Document::default()
        };
        let read = ReadState {
            document: Some(Arc::new(document.clone())),
            chosen: Chosen::default(),
            ..ReadState::default()
        };
        let mut round = Round::default();
        round.reads.insert("r0.read.1".into(), read);
        let sub_questions = parts.iter().enumerate().map(|(at, text)| SubQuestion {
            id: format!("q{}", at + 1),
            text: (*text).to_owned(),
            terms: Vec::new(),
        });
        let plan = Plan { sub_questions: sub_questions.collect(), ..Plan::default() };
        let question = Question {
            text: "Git fetch always changes files in the working directory: which option turns that off?"
                .into(),
            language: "en".into(),
            ..Question::default()
        };
        let mut desk = Desk {
            job: Job { question, plan: Some(plan), providers: vec!["library".into()], ..Job::default() },
            texts: Texts::from([(document.hash.clone(), TEXT.into())]),
            document,
        };
        let starts = ["Fetches", "The command"];
        let part = |at: usize| PartJudgement {
            sub_question: format!("q{}", at + 1),
            answered: Answered::Yes,
            by_model: true,
            ..PartJudgement::default()
        };
        let evidence = starts.iter().enumerate().map(|(at, start)| {
            let quote = desk.quote(start);
            Evidence {
                id: format!("e{}", at + 1),
                source: quote.source.clone(),
                passage: Passage { hash: quote.hash, span: quote.span.unwrap_or_default() },
                sub_question: format!("q{}", at.min(parts.len() - 1) + 1),
                relevance: 0.9,
                ..Evidence::default()
            }
        });
        round.judgement = Some(Arc::new(Judgement {
            evidence: evidence.collect(),
            parts: (0..parts.len()).map(part).collect(),
            ..Judgement::default()
        }));
        desk.job.rounds.push(round);
        desk
    }

    /// The line of the text that begins with these words.
    fn quote(&self, start: &str) -> Quote {
        let start = TEXT.find(start).unwrap_or(0);
        let end = start + TEXT[start..].find('\n').unwrap_or(0);
        Quote {
            source: self.document.source_id(),
            hash: self.document.hash.clone(),
            span: Some(span_of(TEXT, start..end)),
            text: TEXT[start..end].to_owned(),
        }
    }

    fn sentence(&self, text: &str) -> Quote {
        let start = TEXT.find(text).expect("the text contains it");
        let span = Some(span_of(TEXT, start..start + text.len()));
        Quote { text: text.to_owned(), span, ..self.quote("Fetches") }
    }

    fn claim(&self, text: &str, quote: &str) -> DraftClaim {
        DraftClaim {
            text: text.to_owned(),
            part: Part::Summary,
            heading: None,
            block: None,
            quotes: vec![self.quote(quote)],
        }
    }

    fn answer(&mut self, draft: Draft) -> Answer {
        self.job.draft = Some(Arc::new(Draft { by: Maker::Model("m".into()), revision: 1, ..draft }));
        let materials = crate::materials(&self.job, &self.texts);
        match checked(&self.job, &materials, 1) {
            Verdict::Passed(answer) => answer,
            Verdict::Repair(problems) => panic!("{problems:?}"),
        }
    }
}

const DENIAL: &str = "It never changes files in the working directory.";

fn denied(desk: &Desk) -> Premise {
    Premise {
        said: "git fetch changes files in the working directory".into(),
        found: "it never changes files in the working directory".into(),
        quotes: vec![desk.sentence(DENIAL)],
    }
}

#[test]
fn a_false_premise_is_corrected_first_whether_the_writer_says_so_or_not() {
    let mut desk = Desk::new(&["Which option turns it off?"]);
    let premise = denied(&desk);
    for (claims, begins) in [
        (
            vec![desk.claim("The option --all fetches all remotes.", "Fetches")],
            "The sources say otherwise: “It never",
        ),
        (
            vec![desk.claim("It never changes files in the working directory.", "Fetches")],
            "It never changes files",
        ),
        (Vec::new(), "The sources say otherwise: “It never"),
        (
            vec![desk.claim("The option --calm turns that off for good.", "Fetches")],
            "The sources say otherwise: “It never",
        ),
    ] {
        let said = claims.iter().map(|claim| claim.text.clone()).collect::<Vec<_>>();
        let answer = desk.answer(Draft { claims, premise: Some(premise.clone()), ..Draft::default() });
        assert!(answer.summary.starts_with(begins), "{said:?}: {}", answer.summary);
        let shown = answer.premise.expect("the premise is corrected");
        assert_eq!((&shown.found, shown.source_ids.len()), (&premise.found, 1), "the quote bears it out");
        assert!(answer.confidence > Confidence::Insufficient && !answer.citations.is_empty());
    }
    let plain = desk.answer(Draft {
        claims: vec![desk.claim("The option --all fetches all remotes.", "Fetches")],
        ..Draft::default()
    });
    assert_eq!(plain.premise, None);
    let premise = Some(Premise { found: "Rebase is what the docks of Eastmoor run on.".into(), ..premise });
    let made_up = desk.answer(Draft { premise, ..Draft::default() }).premise.map(|premise| premise.found);
    assert_eq!(made_up.as_deref(), Some(DENIAL), "words that no quote bears out are not shown");
}

#[test]
fn a_name_that_two_parts_lack_is_told_once() {
    let mut desk = Desk::new(&["What is rebase?", "What does rebase do?"]);
    if let Some(judged) =
        desk.job.rounds.last_mut().and_then(|round| round.judgement.as_mut().map(Arc::make_mut))
    {
        for part in &mut judged.parts {
            (part.answered, part.missing) = (Answered::No, vec!["rebase".into()]);
        }
    }
    let missing: Vec<Vec<String>> =
        verdicts(&desk.job, &Draft::default()).into_iter().map(|part| part.missing).collect();
    assert_eq!(missing, [vec!["rebase".to_owned()], Vec::new()]);
}

#[test]
fn a_correction_that_stands_further_down_comes_first_and_is_not_told_twice() {
    let mut desk = Desk::new(&["Which option turns it off?"]);
    let premise = Some(denied(&desk));
    let claims = vec![
        desk.claim("The option --all fetches all remotes.", "Fetches"),
        DraftClaim { part: Part::Detail, ..desk.claim(DENIAL, "Fetches") },
    ];
    let answer = desk.answer(Draft { claims, premise, ..Draft::default() });
    assert!(answer.summary.starts_with(DENIAL), "{}", answer.summary);
    assert!(!answer.summary.contains("say otherwise") && answer.claims.len() == 2, "{}", answer.summary);
}

#[test]
fn words_that_were_noted_come_closest() {
    let mut desk = Desk::new(&["Which option turns it off?"]);
    let quote = desk.quote("The command");
    let note = Note {
        evidence: "e2".into(),
        sub_question: "q1".into(),
        source: quote.source.clone(),
        passage: Passage { hash: quote.hash.clone(), span: quote.span.unwrap_or_default() },
    };
    let starts = |answer: Answer| {
        let quotes = answer.closest.into_iter().map(|one| one.quote);
        quotes.map(|quote| quote.chars().take(7).collect::<String>()).collect::<Vec<_>>()
    };
    assert_eq!(starts(desk.answer(Draft::default())), ["Fetches"], "the other one has hardly a word of it");
    if let Some(judged) =
        desk.job.rounds.last_mut().and_then(|round| round.judgement.as_mut().map(Arc::make_mut))
    {
        judged.notes = vec![note];
    }
    assert_eq!(starts(desk.answer(Draft::default())), ["The com", "Fetches"]);
}

#[test]
fn queries_with_names_that_pages_led_to_are_not_listed() {
    let mut desk = Desk::new(&["Which option turns it off?"]);
    let query = |text: &str, from_pages: bool| Query { text: text.into(), from_pages, ..Query::default() };
    desk.job.rounds[0].queries = vec![query("Mailman option turns", true), query("option turns off", false)];
    let summary = desk.answer(Draft::default()).summary;
    assert!(summary.contains("Looked for “option turns off” in the library"), "{summary}");
}

#[test]
fn the_judges_premise_counts_where_the_writer_names_none() {
    let mut desk = Desk::new(&["Which option turns it off?"]);
    let premise = denied(&desk);
    if let Some(judged) =
        desk.job.rounds.last_mut().and_then(|round| round.judgement.as_mut().map(Arc::make_mut))
    {
        judged.premise = Some(premise);
    }
    let draft = Draft {
        claims: vec![desk.claim("The option --all fetches all remotes.", "Fetches")],
        ..Draft::default()
    };
    assert!(desk.answer(draft).summary.contains(DENIAL));
}

#[test]
fn an_empty_draft_says_that_nothing_answers_with_what_comes_closest() {
    let mut desk = Desk::new(&["Which option turns it off?"]);
    let no = PartVerdict { sub_question: "q1".into(), answered: Answered::No };
    let answer = desk.answer(Draft {
        parts: vec![no],
        limitations: vec!["No such option is described.".into()],
        ..Draft::default()
    });
    assert_eq!(answer.confidence, Confidence::Insufficient);
    assert_eq!(answer.limitations.first().map(String::as_str), Some("No such option is described."));
    assert!(!answer.closest.is_empty() && answer.summary.contains("does not answer the question"));
    assert_eq!(answer.parts[0].answered, Answered::No);
}

#[test]
fn what_is_missing_is_said_once() {
    let gap =
        "Not found in what was read: The option that turns off changes of files in the working directory";
    let other = "Not found in what was read: Who wrote the option";
    let limits = |parts: &[&str]| {
        let mut desk = Desk::new(parts);
        let limitations = vec![gap.into(), other.into()];
        desk.answer(Draft { limitations, ..Draft::default() }).limitations
    };
    assert_eq!(limits(&["Which option turns it off?"]), [other], "the gap is the question again");
    let of_two = limits(&["Which option turns it off?", "What does fetch do?"]);
    assert_eq!(of_two, [gap, other], "which part is missing is not said elsewhere");

    let mut desk = Desk::new(&["Which option turns it off?", "What does fetch do?"]);
    let judged = desk.job.rounds.last_mut().and_then(|round| round.judgement.as_mut().map(Arc::make_mut));
    for part in judged.into_iter().flat_map(|judged| &mut judged.parts) {
        (part.answered, part.missing) = (Answered::No, vec!["Rebase".into()]);
    }
    let named = desk.answer(Draft {
        limitations: vec!["Not found in what was read: Rebase's option".into(), other.into()],
        ..Draft::default()
    });
    assert!(named.summary.starts_with("Nothing read mentions “Rebase”."), "{}", named.summary);
    assert_eq!(named.limitations, [other]);
}

#[test]
fn claims_stand_with_the_part_whose_blocks_they_cite() {
    let mut desk = Desk::new(&["What does fetch do?", "What does pull do?"]);
    let claims = vec![
        desk.claim("Git fetch fetches branches and tags from other repositories.", "Fetches"),
        desk.claim("The command git pull runs git fetch and then merges.", "The command"),
    ];
    let partly = PartVerdict { sub_question: "q2".into(), answered: Answered::Partly };
    let answer = desk.answer(Draft { claims, parts: vec![partly], ..Draft::default() });
    let parts: Vec<(Answered, Vec<&str>)> = answer
        .parts
        .iter()
        .map(|part| (part.answered, part.claim_ids.iter().map(String::as_str).collect()))
        .collect();
    assert_eq!(parts, [(Answered::Yes, vec!["c1"]), (Answered::Partly, vec!["c2"])]);
}

#[test]
fn what_is_cut_is_quoted_from_the_notes_or_no_longer_answered() {
    let mut desk = Desk::new(&["What does fetch do?", "What does pull do?"]);
    let told = "The command git pull runs git fetch and then merges.";
    let draft = |desk: &Desk| Draft {
        claims: vec![
            desk.claim("The command git pull runs git fetch and then never merges.", "The command"),
            desk.claim("Git fetch fetches branches and tags from other repositories.", "Fetches"),
        ],
        ..Draft::default()
    };
    let answered = |answer: &Answer| answer.parts.iter().map(|part| part.answered).collect::<Vec<_>>();
    let cut = draft(&desk);
    let answer = desk.answer(cut);
    assert!(answer.summary.starts_with("Git fetch fetches"), "{}", answer.summary);
    assert_eq!(answered(&answer), [Answered::Yes, Answered::No]);
    assert_eq!(answer.confidence, Confidence::Low);

    let quote = desk.quote("The command");
    let note = Note {
        evidence: "e2".into(),
        sub_question: "q2".into(),
        source: quote.source.clone(),
        passage: Passage { hash: quote.hash.clone(), span: quote.span.unwrap_or_default() },
    };
    if let Some(judged) =
        desk.job.rounds.last_mut().and_then(|round| round.judgement.as_mut().map(Arc::make_mut))
    {
        judged.notes = vec![note];
    }
    let quoted = draft(&desk);
    let answer = desk.answer(quoted);
    assert!(answer.summary.starts_with(told), "{}", answer.summary);
    assert_eq!(answered(&answer), [Answered::Yes, Answered::Yes]);
    assert_eq!(answer.parts[1].claim_ids, ["c1"]);
    assert!(answer.citations.iter().any(|citation| citation.claim_id == "c1" && citation.quote == told));
    assert!(answer.confidence < Confidence::High);
}

#[test]
fn a_repair_keeps_what_held_in_the_first_draft() {
    let mut desk = Desk::new(&["What does git fetch do?"]);
    let (held, wrong) = ("Git fetch fetches branches and tags.", "Git fetch always changes files.");
    let first = |claims| Draft { by: Maker::Model("m".into()), claims, ..Draft::default() };
    let both = vec![desk.claim(wrong, "Fetches"), desk.claim(held, "Fetches")];
    desk.job.first_draft = Some((Arc::new(first(both)), None));
    desk.job.repair = Some(vec!["it is wrong".into()]);
    let pull = || vec![desk.claim("The command git pull runs git fetch.", "The command")];
    let pull = pull();
    let answer = desk.answer(Draft { claims: pull.clone(), ..Draft::default() });
    let said: Vec<&str> = answer.claims.iter().map(|claim| claim.text.as_str()).collect();
    assert_eq!(said, ["The command git pull runs git fetch.", held], "{answer:?}");
    // Said in other words, it is not said twice.
    let other = desk.claim("Branches and tags are fetched by git fetch.", "Fetches");
    let answer = desk.answer(Draft { claims: vec![other], ..Draft::default() });
    assert_eq!(answer.claims.len(), 1, "{answer:?}");
}
