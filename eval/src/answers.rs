//! The suite `answers`: short questions over given paragraphs, in the shape of SQuAD.
//!
//! Every question is asked of its own paragraph alone; that is the set-up in which plain word overlap gets the gold
//! answer into a summary of two sentences and 60 words in 86 of 100 cases and into its first sentence in 75. The
//! limits are enforced here: what a summary says beyond them does not count.

use super::under_test::{
    Brief, DraftInput, Material, Passages, SearchTotals, Size, Verdict, VerifyInput, WriteInput, analyze,
    draft, is_unspaced, prompts, sentences, verify, write,
};
use super::{Kit, Report, Row, here};
use anyhow::{Context, Result};
use gorkd_core::model::*;
use gorkd_core::ports::{Model, Prompt};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Sentences and words of a summary that count.
const SENTENCES: usize = 2;
const WORDS: usize = 60;

/// Time of one call of a model.
const MODEL_TIME: Duration = Duration::from_secs(120);

/// A question about a paragraph.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub id: String,
    pub question: String,
    /// Title of the article that the paragraph is from; often empty.
    pub title: String,
    pub paragraph: String,
    /// Right answers, any of which will do.
    pub answers: Vec<String>,
    /// The answers as the file has them.
    pub gold: Value,
}

/// What was said to a question.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Said {
    /// May hold citation markers such as `[1]`.
    pub summary: String,
    pub confidence: Confidence,
    pub cited_urls: Vec<String>,
    #[serde(skip)]
    pub spend: Spend,
}

/// The suite's scores; both are shares of all cases.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scores {
    pub cases: usize,
    pub in_summary: f64,
    pub in_first_sentence: f64,
    pub without_summary: usize,
}

/// Reads the file and asks everything in it.
pub fn suite(kit: &Kit) -> Result<Report> {
    let text = std::fs::read_to_string(&kit.data)
        .with_context(|| format!("{} cannot be read", kit.data.display()))?;
    let cases = kit.limited(read(&text).map_err(anyhow::Error::msg)?);
    let mut rows = Vec::new();
    let ask = |case: &Case| match &kit.model {
        Some(model) => ask_model(model.as_ref(), case),
        None => ask_writer(case),
    };
    let scores = run(&cases, ask, |row| rows.push(row.clone()));
    let scores = json!({"in_summary": scores.in_summary, "in_first_sentence": scores.in_first_sentence});
    Ok(Report { rows, scores, ..Report::default() })
}

fn ask_model(model: &dyn Model, case: &Case) -> Said {
    match here(model.complete(&prompt(case), Reach::of(Privacy::CloudAllowed), None)) {
        Ok(reply) => checked(case, &reply.value, reply.cost),
        Err(failed) => {
            eprintln!("{}: {}", case.id, failed.failure.detail);
            Said { spend: failed.cost, ..Said::default() }
        }
    }
}

/// Reads a SQuAD-shaped file. The error is a sentence for a person.
pub fn read(json: &str) -> Result<Vec<Case>, String> {
    let file: File =
        serde_json::from_str(json).map_err(|error| format!("This is no SQuAD-shaped file: {error}."))?;
    let mut cases = Vec::new();
    for article in file.data {
        for paragraph in article.paragraphs {
            for asked in paragraph.qas {
                let answers: Vec<Answered> =
                    serde_json::from_value(asked.answers.clone()).map_err(|error| {
                        format!("The answers of the question {} cannot be read: {error}.", asked.question)
                    })?;
                let number = cases.len() + 1;
                cases.push(Case {
                    id: asked.id.unwrap_or_else(|| number.to_string()),
                    question: asked.question,
                    title: article.title.clone(),
                    paragraph: paragraph.context.clone(),
                    answers: answers.into_iter().map(|answer| answer.text).collect(),
                    gold: asked.answers,
                });
            }
        }
    }
    Ok(cases)
}

/// Asks every question and scores what is said, calling `each` with every row.
pub fn run(cases: &[Case], mut ask: impl FnMut(&Case) -> Said, mut each: impl FnMut(&Row)) -> Scores {
    let mut scores = Scores { cases: cases.len(), ..Scores::default() };
    let (mut in_summary, mut in_first) = (0, 0);
    for case in cases {
        let started = Instant::now();
        let said = ask(case);
        let row = row(case, &said, started.elapsed().as_secs_f64());
        in_summary += usize::from(row.score > 0.0);
        in_first += usize::from(stands_in(case, &counted(&said.summary, 1)));
        scores.without_summary += usize::from(said.summary.trim().is_empty());
        each(&row);
    }
    let share = |count: usize| if cases.is_empty() { 0.0 } else { count as f64 / cases.len() as f64 };
    scores.in_summary = share(in_summary);
    scores.in_first_sentence = share(in_first);
    scores
}

/// The row of one case. Its score is 1 when a right answer stands in the part of the summary that counts.
pub fn row(case: &Case, said: &Said, seconds: f64) -> Row {
    let right = stands_in(case, &counted(&said.summary, SENTENCES));
    Row {
        id: case.id.clone(),
        prediction: json!(said),
        gold: case.gold.clone(),
        score: if right { 1.0 } else { 0.0 },
        seconds,
        tokens: said.spend.tokens(),
        cost_usd: said.spend.usd.as_usd(),
    }
}

/// Does a right answer stand in the first sentence?
pub fn in_first_sentence(case: &Case, said: &Said) -> bool {
    stands_in(case, &counted(&said.summary, 1))
}

/// Asks the extractive writer directly, with the paragraph as the only document: no search, no checks.
pub fn ask_writer(case: &Case) -> Said {
    with(case, |desk| {
        let draft = write(&WriteInput {
            brief: desk.brief,
            plan: desk.plan,
            evidence: desk.evidence,
            parts: &[],
            materials: desk.materials,
            numbering: &[],
            deliverable: Deliverable::Brief,
            form_wished: false,
        });
        let summary: Vec<&str> = draft
            .claims
            .iter()
            .filter(|claim| claim.part == Part::Summary)
            .map(|claim| claim.text.as_str())
            .collect();
        Said {
            cited_urls: if summary.is_empty() {
                Vec::new()
            } else {
                vec![desk.materials[0].document.url.clone()]
            },
            summary: summary.join(" "),
            confidence: Confidence::default(),
            spend: Spend::default(),
        }
    })
}

/// What a model is asked for a case.
pub fn prompt(case: &Case) -> Prompt {
    with(case, |desk| {
        let passages = Passages::new(desk.brief, desk.evidence, desk.materials);
        let asked = prompts::ToWrite {
            brief: desk.brief,
            passages: &passages,
            repair: None,
            deliverable: Deliverable::Brief,
        };
        prompts::write(&asked, Size::draft(desk.brief.budget), MODEL_TIME)
    })
}

/// What is left of a model's reply once it is checked; nothing when it cannot be read.
pub fn checked(case: &Case, reply: &str, spend: Spend) -> Said {
    with(case, |desk| {
        let input = DraftInput {
            question: desk.brief.question,
            plan: desk.plan,
            parts: &[],
            evidence: desk.evidence,
            materials: desk.materials,
            numbering: &[],
            revision: 0,
            by: "model",
            deliverable: Deliverable::Brief,
            form_wished: false,
        };
        let draft = match draft(reply, &input) {
            Ok(draft) => draft,
            Err(_) => return Said { spend, ..Said::default() },
        };
        let verdict = verify(&VerifyInput {
            brief: desk.brief.clone(),
            plan: desk.plan,
            draft: &draft,
            materials: desk.materials,
            evidence: desk.evidence,
            notes: &[],
            unread: 0,
            may_repair: false,
            opinions: &[],
            numbering: &[],
            totals: &SearchTotals::default(),
            untold: None,
            parts: &[],
        });
        match verdict {
            Verdict::Passed(answer) => Said {
                cited_urls: answer
                    .sources
                    .iter()
                    .filter(|s| s.number.is_some())
                    .map(|s| s.document.url.clone())
                    .collect(),
                summary: if answer.citations.is_empty() { String::new() } else { answer.summary },
                confidence: answer.confidence,
                spend,
            },
            Verdict::Repair(_) => Said { spend, ..Said::default() },
        }
    })
}

/// What one case is answered from.
struct Desk<'a> {
    brief: &'a Brief<'a>,
    plan: &'a Plan,
    evidence: &'a [Evidence],
    materials: &'a [Material<'a>],
}

fn with<T>(case: &Case, work: impl FnOnce(&Desk<'_>) -> T) -> T {
    let question = analyze(&case.question, Millis::default());
    let url = format!("file:///{}", case.id);
    let document = Document {
        hash: DocumentHash::of_text(&case.paragraph),
        canonical_url: url.clone(),
        url,
        title: case.title.replace('_', " "),
        language: Some(question.language.clone()),
        ..Document::default()
    };
    let span = Span { start: 0, end: case.paragraph.chars().count() };
    let evidence = Evidence {
        id: "e1".into(),
        source: document.source_id(),
        passage: Passage { hash: document.hash.clone(), span },
        sub_question: "q1".into(),
        relevance: 0.5,
        stance: Stance::Neutral,
        ..Evidence::default()
    };
    let material = Material::new(&document, &case.paragraph);
    let budget = Budget { citations: 8, ..Budget::default() };
    let sub_question = SubQuestion { id: "q1".into(), text: case.question.clone(), terms: Vec::new() };
    let plan = Plan { goal: case.question.clone(), sub_questions: vec![sub_question], ..Plan::default() };
    let brief = Brief::of(&question, &budget, Millis::default());
    work(&Desk { brief: &brief, plan: &plan, evidence: &[evidence], materials: &[material] })
}

/// The words of a summary that count: without citation markers, so many sentences, at most [`WORDS`] words.
fn counted(summary: &str, limit: usize) -> String {
    let plain = without_markers(summary);
    let ends = sentences(&plain, 0..plain.len());
    let end = ends.get(limit - 1).map_or(plain.len(), |range| range.end);
    let mut words = 0;
    let mut kept = String::new();
    for word in plain[..end].split_whitespace() {
        let unspaced = word.chars().filter(|c| is_unspaced(*c)).count();
        words += if unspaced == 0 { 1 } else { unspaced.div_ceil(2) };
        if words > WORDS && unspaced == 0 {
            break;
        }
        kept.push_str(word);
        kept.push(' ');
        if words > WORDS {
            break;
        }
    }
    kept
}

/// Takes out markers such as `[3]`; other brackets stay.
fn without_markers(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        let digits = rest[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
        let marker = digits > 0 && digits <= 3 && rest[at + 1 + digits..].starts_with(']');
        let end = if marker { at + digits + 2 } else { at + 1 };
        plain.push_str(if marker { rest[..at].trim_end() } else { &rest[..end] });
        rest = &rest[end..];
    }
    plain + rest
}

fn stands_in(case: &Case, summary: &str) -> bool {
    let summary = format!(" {} ", normalised(summary));
    case.answers.iter().any(|answer| {
        let answer = normalised(answer);
        !answer.is_empty() && summary.contains(&format!(" {answer} "))
    })
}

/// Lower case, letters and digits only, words apart by one space; each character of a script without spaces is a
/// word.
fn normalised(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut before: Option<char> = None;
    for c in text.chars().flat_map(char::to_lowercase) {
        let part = c.is_alphanumeric();
        let apart = before.is_none_or(|b| !b.is_alphanumeric() || is_unspaced(b) || is_unspaced(c));
        if part && apart && !words.is_empty() {
            words.push(' ');
        }
        if part {
            words.push(c);
        }
        before = Some(c);
    }
    words
}

#[derive(Deserialize)]
struct File {
    data: Vec<Article>,
}

#[derive(Deserialize)]
struct Article {
    #[serde(default)]
    title: String,
    paragraphs: Vec<Paragraph>,
}

#[derive(Deserialize)]
struct Paragraph {
    context: String,
    qas: Vec<Asked>,
}

#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    id: Option<String>,
    question: String,
    #[serde(default)]
    answers: Value,
}

#[derive(Deserialize)]
struct Answered {
    text: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"{"version": "1", "data": [{"title": "Tea_house", "paragraphs": [{
        "context": "The tea house stands by the river. The tea house was built in 1904 by Ada Moor. Visitors come in May.",
        "qas": [
            {"id": "a", "question": "Who built the tea house?", "answers": [{"text": "Ada Moor", "answer_start": 70}]},
            {"question": "When was the tea house built?", "answers": [{"text": "1904"}, {"text": "in 1904"}]}
        ]}]}]}"#;

    #[test]
    fn a_file_becomes_cases_with_their_gold_as_it_is() {
        let cases = read(FILE).expect("it can be read");
        assert_eq!(cases.len(), 2);
        assert_eq!((cases[0].id.as_str(), cases[1].id.as_str()), ("a", "2"));
        assert_eq!(cases[0].gold[0]["answer_start"], 70);
        assert!(read("[]").expect_err("this is none").contains("SQuAD"));
    }

    #[test]
    fn the_writer_answers_from_the_paragraph() {
        let cases = read(FILE).expect("it can be read");
        let mut rows = Vec::new();
        let scores = run(&cases, ask_writer, |row| rows.push(row.clone()));
        assert_eq!(
            (scores.cases, scores.in_summary, scores.in_first_sentence),
            (2, 1.0, 0.0),
            "the paragraph is quoted whole"
        );
        assert!(rows.iter().all(|row| row.score == 1.0));
        assert!(rows[0].prediction["summary"].as_str().is_some_and(|summary| summary.contains("1904")));
    }

    #[test]
    fn what_lies_beyond_the_limits_does_not_count() {
        let case =
            |answer: &str| Case { answers: vec![answer.into()], ..read(FILE).expect("cases").remove(0) };
        let said = |summary: String| Said { summary, ..Said::default() };
        let third = said("One. Two [1]. It was Ada Moor. [2]".into());
        assert_eq!(row(&case("Ada Moor"), &third, 0.0).score, 0.0);
        assert_eq!(row(&case("two"), &third, 0.0).score, 1.0);
        assert!(!in_first_sentence(&case("two"), &third));
        let long = said("word ".repeat(59) + "last over");
        assert_eq!(row(&case("last"), &long, 0.0).score, 1.0);
        assert_eq!(row(&case("over"), &long, 0.0).score, 0.0);
        assert_eq!(row(&case("da M"), &said("Ada Moor".into()), 0.0).score, 0.0);
    }

    #[test]
    fn unspaced_scripts_are_compared_by_character() {
        assert_eq!(normalised("在1904年，Tea-House！"), "在 1904 年 tea house");
        assert_eq!(counted("水。火。土。", 2), "水。火。 ");
    }
}
