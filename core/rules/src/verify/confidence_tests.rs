//! Confidence of answers that a model wrote.

use crate::insufficient::SearchTotals;
use crate::verify::{VerifyInput, verify};
use crate::{Brief, Material};
use gorkd_core::job::{Opinion, PartJudgement, Verdict};
use gorkd_core::model::*;
use gorkd_core::text::span_of;

const CLEAN: &str = "The command git clean removes untracked files from the working tree. The option -n only shows what \
    would be removed.";
const AGAIN: &str = "Untracked files are removed from the working tree by the command git clean, which asks before it \
    begins.";

fn removes() -> Question {
    Question {
        text: "Which git command removes untracked files?".into(),
        language: "en".into(),
        entities: vec!["Git".into()],
        ..Question::default()
    }
}

/// A draft over pages, each an address and a text; every claim cites the first sentence of a page.
fn answer(pages: &[(&str, &str)], claims: &[(&str, usize)], parts: &[Answered]) -> Answer {
    asked(removes(), None, pages, claims, parts, &[])
}

/// The same for a question over pages in some language, and what a model that checks says of each claim.
fn asked(
    question: Question,
    language: Option<&str>,
    pages: &[(&str, &str)],
    claims: &[(&str, usize)],
    parts: &[Answered],
    said: &[Support],
) -> Answer {
    let opinion = |(claim, said): (u32, &Support)| Opinion { claim, said: Some(*said), ..Opinion::default() };
    let opinions: Vec<Opinion> = (0..).zip(said).map(opinion).collect();
    let parts: Vec<PartJudgement> = (1..)
        .zip(parts)
        .map(|(number, answered)| PartJudgement {
            sub_question: format!("q{number}"),
            answered: *answered,
            by_model: true,
            ..PartJudgement::default()
        })
        .collect();
    let draft = Draft { by: Maker::Model("m".into()), revision: 1, ..Draft::default() };
    verified(question, language, pages, (draft, claims), &parts, &opinions)
}

/// The same for a draft that still lacks its claims, and parts that were judged in any way.
fn verified(
    question: Question,
    language: Option<&str>,
    pages: &[(&str, &str)],
    (draft, claims): (Draft, &[(&str, usize)]),
    parts: &[PartJudgement],
    opinions: &[Opinion],
) -> Answer {
    let budget = Budget::default();
    let brief = Brief::of(&question, &budget, Millis(0));
    let documents: Vec<(Document, &str)> = pages
        .iter()
        .map(|(url, text)| {
            let document = Document {
                hash: DocumentHash::of_text(text),
                url: (*url).to_owned(),
                canonical_url: (*url).to_owned(),
                title: "Cleaning".into(),
                language: language.map(str::to_owned),
                ..Document::default()
            };
            (document, *text)
        })
        .collect();
    let materials: Vec<Material<'_>> =
        documents.iter().map(|(document, text)| Material::new(document, text)).collect();
    let evidence: Vec<Evidence> = materials
        .iter()
        .enumerate()
        .map(|(at, material)| Evidence {
            id: format!("e{}", at + 1),
            source: material.source.clone(),
            passage: Passage {
                hash: material.document.hash.clone(),
                span: span_of(material.text, 0..material.text.len()),
            },
            sub_question: "q1".into(),
            relevance: 0.9,
            ..Evidence::default()
        })
        .collect();
    let claims = claims.iter().map(|(text, page)| {
        let (document, words) = &documents[*page];
        // A side remark begins with a dash.
        let aside = text.strip_prefix("- ");
        DraftClaim {
            text: aside.unwrap_or(text).to_owned(),
            part: if aside.is_some() { Part::Detail } else { Part::Summary },
            heading: None,
            block: None,
            quotes: vec![Quote {
                source: document.source_id(),
                hash: document.hash.clone(),
                span: None,
                text: words.split_inclusive('.').next().unwrap_or_default().to_owned(),
            }],
        }
    });
    let draft = Draft { claims: claims.collect(), ..draft };
    let part = SubQuestion { id: "q1".into(), text: question.text.clone(), ..SubQuestion::default() };
    let verdict = verify(&VerifyInput {
        brief,
        plan: &Plan { sub_questions: vec![part], ..Plan::default() },
        draft: &draft,
        materials: &materials,
        evidence: &evidence,
        notes: &[],
        unread: 0,
        may_repair: false,
        opinions,
        numbering: &[],
        totals: &SearchTotals::default(),
        untold: None,
        parts,
    });
    match verdict {
        Verdict::Passed(answer) => answer,
        Verdict::Repair(problems) => panic!("{problems:?}"),
    }
}

const YES: &[Answered] = &[Answered::Yes];
const VERBATIM: (&str, usize) = ("The command git clean removes untracked files from the working tree.", 0);
const LOOSE: (&str, usize) = ("To remove untracked files, run git clean in the repository's main folder.", 0);
const OWN: &[(&str, &str)] = &[("file:///notes/clean.md", CLEAN)];
const BLOG: &[(&str, &str)] = &[("https://blog.test/clean", CLEAN)];
const OFFICIAL: &[(&str, &str)] = &[("https://git.test/clean", CLEAN)];
const MIXED: &[(&str, &str)] = &[("https://git.test/clean", CLEAN), ("https://blog.test/tidy", AGAIN)];
const TWO: &[(&str, &str)] = &[("https://blog.test/clean", CLEAN), ("https://other.test/tidy", AGAIN)];

#[test]
fn parts_support_and_works_decide_what_an_answer_of_a_model_is_worth() {
    use Answered::{No, Partly, Yes};
    use Confidence::{High, Low, Medium};
    for (pages, claims, parts, expected, why) in [
        (OWN, vec![VERBATIM], YES, High, "one's own document says it"),
        (OFFICIAL, vec![VERBATIM], YES, High, "the subject's own site says it"),
        (MIXED, vec![VERBATIM, (AGAIN, 1)], YES, High, "so does another work"),
        (BLOG, vec![VERBATIM], YES, Medium, "one page of somebody"),
        (TWO, vec![VERBATIM, (AGAIN, 1)], YES, High, "two works agree"),
        (OWN, vec![VERBATIM], &[Yes, Partly], Medium, "a part is answered in part"),
        (OWN, vec![VERBATIM], &[Yes, No], Low, "a part is not answered"),
        (OWN, vec![VERBATIM, ("It keeps a list of 47 files.", 0)], YES, Low, "half of it does not hold"),
    ] {
        let answer = answer(pages, &claims, parts);
        assert_eq!(answer.confidence, expected, "{why}: {:?}", answer.confidence_reasons);
    }
}

#[test]
fn a_quotation_is_worth_what_its_passage_is_ahead_of_others() {
    let quoted = |score: f32, lead: Option<f32>| {
        let part = PartJudgement {
            sub_question: "q1".into(),
            answered: Answered::Yes,
            score: Some(score),
            refuses_below: Some(-1.0),
            lead,
            ..PartJudgement::default()
        };
        let summary = QuotedSummary { text: VERBATIM.0.into(), whole: true, ..QuotedSummary::default() };
        let draft = Draft { summary: Some(summary), ..Draft::default() };
        let answer = verified(removes(), None, OWN, (draft, &[VERBATIM]), &[part], &[]);
        (answer.confidence, answer.confidence_reasons[0].clone())
    };
    let fits = (Confidence::Medium, "The passage fits the question well.".to_owned());
    let rivaled = (Confidence::Low, "Other passages fit the question about as well.".to_owned());
    let doubtful = (Confidence::Low, "The passage fits the question only loosely.".to_owned());
    assert_eq!(quoted(6.0, Some(2.0)), fits);
    assert_eq!(quoted(6.0, Some(1.9)), rivaled);
    assert_eq!(quoted(7.9, None), rivaled, "an older build didn't say how far it is ahead");
    assert_eq!(quoted(8.0, Some(0.0)), fits);
    assert_eq!(quoted(3.9, Some(100.0)), doubtful, "a lead of more than four logits says no more");
}

#[test]
fn an_answer_in_another_language_than_its_source_is_worth_no_less() {
    let page = [(
        "file:///notes/log.md",
        "Git keeps entries of the reflog for 90 days by default and for 30 days otherwise. It is a log.",
    )];
    let german = || Question {
        text: "Was bewahrt Git auf?".into(),
        language: "de".into(),
        entities: vec!["Git".into()],
        ..Question::default()
    };
    for claim in [
        "Git bewahrt Einträge 90 Tage oder 30 Tage auf.",
        "Git bewahrt Einträge 90 Tage auf.",
        "Git bewahrt Einträge lange auf.",
    ] {
        let answer = asked(german(), Some("en"), &page, &[(claim, 0)], YES, &[Support::Supported]);
        assert_eq!(answer.confidence, Confidence::High, "{claim} {:?}", answer.confidence_reasons);
        let told = "Die Antwort stammt aus einer einzigen Veröffentlichung, die amtlich ist, aus erster Hand kommt oder zu \
            deinen Dokumenten gehört.";
        let mut reasons = answer.confidence_reasons.iter();
        assert!(reasons.any(|reason| reason == told), "{:?}", answer.confidence_reasons);
    }
}

#[test]
fn a_lost_sentence_of_the_summary_costs_trust() {
    let lost = ("It keeps a list of 47 files.", 0);
    let kept = answer(OWN, &[VERBATIM, VERBATIM, VERBATIM, lost], YES);
    assert_eq!(kept.confidence, Confidence::Medium, "{:?}", kept.confidence_reasons);
    let told = |reason: &str| kept.confidence_reasons.iter().any(|one| one == reason);
    assert!(
        told("The question is answered only in part.") && !told("Every part of the question is answered.")
    );
}

#[test]
fn pages_below_the_folder_of_a_manual_are_that_manual() {
    let works = |pages: &[(&str, &str)]| answer(pages, &[VERBATIM, (AGAIN, 1)], YES).confidence_reasons;
    let two = |reasons: &[String]| reasons.iter().any(|reason| reason.contains("2 independent works"));
    assert!(two(&works(TWO)));
    let one = works(&[("file:///git/clean.html", CLEAN), ("file:///git/notes/tidy.html", AGAIN)]);
    assert!(!two(&one), "{one:?}");
}

#[test]
fn side_remarks_from_other_works_confirm_nothing() {
    let aside = format!("- {AGAIN}");
    let answer = answer(TWO, &[VERBATIM, (aside.as_str(), 1)], YES);
    assert_eq!(answer.confidence, Confidence::Medium, "{:?}", answer.confidence_reasons);
    let told = "The summary comes from one work; the details draw on others, too.";
    assert!(answer.confidence_reasons.iter().any(|reason| reason == told), "{:?}", answer.confidence_reasons);
}

#[test]
fn what_is_said_counts_and_not_how() {
    let told = ("Launch git clean carefully, which removes untracked files from the working tree.", 0);
    let passive = ("Untracked files are removed from the working tree by git clean.", 0);
    for pages in [OWN, OFFICIAL, BLOG] {
        let answered = |claims: &[(&str, usize)]| {
            let said = vec![Support::Supported; claims.len()];
            let answer = asked(removes(), None, pages, claims, YES, &said);
            assert!(answer.claims.iter().all(|claim| claim.support == Support::Supported), "{claims:?}");
            (answer.confidence, answer.confidence_reasons)
        };
        let verbatim = answered(&[VERBATIM]);
        for claims in
            [vec![LOOSE], vec![told], vec![passive], vec![LOOSE, VERBATIM], vec![VERBATIM, told, passive]]
        {
            assert_eq!(answered(&claims), verbatim, "{claims:?}");
        }
    }
    // Words that only resemble those of the source are worth less until a model that checks has read both.
    let unread = answer(OWN, &[LOOSE], YES);
    assert_eq!(unread.claims[0].support, Support::Supported);
    assert_eq!(unread.confidence, Confidence::Medium, "{:?}", unread.confidence_reasons);
    let told = |answer: &Answer, reason: &str| answer.confidence_reasons.iter().any(|one| one == reason);
    let trusted =
        "All its sources belong to one work, which is official, the subject's own, or among your documents.";
    let reworded = "Some statements are in other words than the passages, and only rules have compared them.";
    assert!(told(&unread, trusted) && told(&unread, reworded), "{:?}", unread.confidence_reasons);
    let read = answer(OWN, &[VERBATIM], YES);
    assert!(told(&read, trusted) && !told(&read, reworded), "{:?}", read.confidence_reasons);
    let blog = answer(BLOG, &[LOOSE], YES);
    assert!(
        told(&blog, "All its sources belong to one work.") && !told(&blog, reworded),
        "that is reason enough"
    );
}

#[test]
fn a_detail_costs_the_summary_no_trust() {
    let aside = ("- The command git clean removes untracked files from the Zanzibar tree.", 0);
    let more = ("- The command git clean removes untracked files.", 0);
    let also = ("- Untracked files are removed from the working tree by git clean.", 0);
    let kept = answer(OWN, &[VERBATIM, aside, more, also], YES);
    assert_eq!(kept.claims[1].support, Support::Partly, "{:?}", kept.claims);
    assert_eq!(kept.confidence, Confidence::High, "{:?}", kept.confidence_reasons);
    assert_eq!(kept.detail.matches("only partly supported").count(), 1, "{}", kept.detail);
    assert!(kept.confidence_reasons.iter().any(|reason| reason == "3 of 4 statements are fully supported."));
    assert!(
        kept.questions.is_empty() && kept.claims[1].mark.is_none(),
        "it is said once: {:?}",
        kept.questions
    );
    let wrong = ("- It keeps a list of 47 files.", 0);
    let lost = answer(OWN, &[VERBATIM, wrong, wrong], YES);
    assert_eq!(lost.confidence, Confidence::Medium, "most of the draft did not hold");
}

#[test]
fn a_kind_of_thing_is_missed_only_where_nobody_read_that_all_is_answered() {
    let question = || Question {
        text: "How long does git clean keep untracked files?".into(),
        language: "en".into(),
        entities: vec!["Git".into()],
        ..Question::default()
    };
    let missed = |parts| {
        let found = asked(question(), None, OWN, &[VERBATIM], parts, &[]);
        let reasons = found.confidence_reasons;
        (found.confidence, reasons.iter().any(|reason| reason.contains("asks for a length of time")))
    };
    assert_eq!(missed(YES), (Confidence::High, false));
    assert_eq!(missed(&[Answered::Partly]), (Confidence::Medium, true));
    // Rules find a passage, and don't know whether it answers; at most in part, if it lacks what is asked for.
    let found = |question: Question| {
        let part = PartJudgement {
            sub_question: "q1".into(),
            answered: Answered::Yes,
            coverage: 1.0,
            ..PartJudgement::default()
        };
        let summary = QuotedSummary { text: VERBATIM.0.into(), whole: true, ..QuotedSummary::default() };
        let draft = Draft { summary: Some(summary), ..Draft::default() };
        let answer = verified(question, None, OWN, (draft, &[VERBATIM]), &[part], &[]);
        (answer.parts[0].answered, answer.confidence)
    };
    assert_eq!(found(question()), (Answered::Partly, Confidence::Low));
    assert_eq!(found(removes()), (Answered::Yes, Confidence::Medium));
}

#[test]
fn a_statement_that_the_sources_deny_costs_the_answer_its_trust() {
    let denied = ("The command git clean never removes untracked files from the working tree.", 0);
    let answer = answer(OWN, &[VERBATIM, VERBATIM, VERBATIM, denied], YES);
    assert_eq!(answer.confidence, Confidence::Low, "{:?}", answer.confidence_reasons);
    let says = |reasons: &[String], words: &str| reasons.iter().any(|reason| reason.contains(words));
    assert!(says(&answer.confidence_reasons, "contradicts a statement of the draft, which was left out."));
    let both = self::answer(OWN, &[VERBATIM, VERBATIM, VERBATIM, denied, denied], YES).confidence_reasons;
    assert!(says(&both, "contradicts 2 statements of the draft, which were left out."), "{both:?}");
}

#[test]
fn reasons_are_facts_that_a_reader_can_check() {
    let reasons = answer(OWN, &[VERBATIM], YES).confidence_reasons;
    assert!(reasons.iter().any(|reason| reason == "Every part of the question is answered."));
    assert!(reasons.iter().any(|reason| reason.ends_with("or among your documents.")));
    assert!(!reasons.iter().any(|reason| reason.contains("quoted")), "{reasons:?}");
}

#[test]
fn what_says_that_it_is_outdated_is_trusted_little() {
    let old = format!("{CLEAN}\n\nThis page is outdated.");
    let told = "Marked as outdated: “Cleaning”";
    let both = |pages: &[(&str, &str)]| {
        let answer = answer(pages, &[VERBATIM], YES);
        (answer.confidence, answer.limitations.iter().any(|limit| limit == told))
    };
    assert_eq!(both(OWN), (Confidence::High, false));
    assert_eq!(both(&[("file:///notes/clean.md", &old)]), (Confidence::Low, true));
}
