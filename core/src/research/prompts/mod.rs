//! The prompts: text in Markdown files beside this one, and the functions that fill it.
//!
//! Page text enters a prompt only as quoted data between markers, in bounded windows, and never in a prompt
//! that could call tools.

use super::{Brief, Material};
use crate::model::*;
use crate::ports::Prompt;
use crate::text::slice;
use serde_json::{Value, json};
use std::time::Duration;

/// Code points of passages in one prompt; about four make a token.
const PASSAGE_ROOM: usize = 24_000;
/// Code points of one passage.
const PASSAGE: usize = 1_200;

pub fn plan(brief: &Brief<'_>, timeout: Duration) -> Prompt {
    let queries = brief.budget.queries.clamp(2, 6).to_string();
    let system = include_str!("plan.md").replace("{{queries}}", &queries);
    let schema = object(&[
        ("sub_questions", json!({"type": "array", "items": {"type": "string"}})),
        ("queries", json!({"type": "array", "items": {"type": "string"}})),
    ]);
    prompt(system, asked(brief), "plan", schema, 1_500, timeout)
}

pub fn judge(
    brief: &Brief<'_>,
    evidence: &[Evidence],
    materials: &[Material<'_>],
    asked_before: &[&Query],
    timeout: Duration,
) -> Prompt {
    let mut user = asked(brief);
    user.push_str("\nQueries asked so far:\n");
    for query in asked_before {
        user.push_str(&format!("- {}\n", one_line(&query.text, 200)));
    }
    user.push_str(&passages(evidence, materials));
    let schema = object(&[
        ("sufficient", json!({"type": "boolean"})),
        ("reason", json!({"type": "string"})),
        ("gaps", json!({"type": "array", "items": {"type": "string"}})),
        ("queries", json!({"type": "array", "items": {"type": "string"}})),
    ]);
    prompt(include_str!("judge.md").to_owned(), user, "judgement", schema, 1_500, timeout)
}

pub fn write(
    brief: &Brief<'_>,
    evidence: &[Evidence],
    materials: &[Material<'_>],
    mend: &[String],
    timeout: Duration,
) -> Prompt {
    let mut user = asked(brief);
    user.push_str(&passages(evidence, materials));
    if !mend.is_empty() {
        user.push_str("\nYour first draft had sentences that the passages do not bear out. Leave them out or mend them:\n");
        for sentence in mend {
            user.push_str(&format!("- {}\n", one_line(sentence, 400)));
        }
    }
    let sentence = object(&[
        ("text", json!({"type": "string"})),
        ("evidence", json!({"type": "array", "items": {"type": "string"}})),
    ]);
    let section = object(&[
        ("heading", json!({"type": "string"})),
        ("sentences", json!({"type": "array", "items": sentence.clone()})),
    ]);
    let strings = json!({"type": "array", "items": {"type": "string"}});
    let schema = object(&[
        ("summary", json!({"type": "array", "items": sentence})),
        ("detail", json!({"type": "array", "items": section})),
        ("limitations", strings.clone()),
        ("questions", strings),
    ]);
    prompt(include_str!("write.md").to_owned(), user, "answer", schema, 4_000, timeout)
}

fn prompt(
    system: String,
    user: String,
    name: &str,
    schema: Value,
    max_output_tokens: u32,
    timeout: Duration,
) -> Prompt {
    let schema = Some((name.to_owned(), schema));
    Prompt { system, user, schema, max_output_tokens, timeout, ..Prompt::default() }
}

/// A schema in the shape that servers with strict JSON accept: all required, nothing else allowed.
fn object(fields: &[(&str, Value)]) -> Value {
    let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
    let properties: serde_json::Map<String, Value> =
        fields.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({"type": "object", "properties": properties, "required": names, "additionalProperties": false})
}

fn asked(brief: &Brief<'_>) -> String {
    let mut user = format!("<question>\n{}\n</question>\n", one_line(&brief.question.text, 2_000));
    for turn in brief.earlier.iter().rev().take(3).rev() {
        user.push_str(&format!(
            "<earlier>\n{}\n{}\n</earlier>\n",
            one_line(&turn.question, 400),
            one_line(&turn.summary, 600)
        ));
    }
    for constraint in brief.constraints {
        user.push_str(&format!("<constraint>{}</constraint>\n", one_line(&constraint.text, 300)));
    }
    user
}

fn passages(evidence: &[Evidence], materials: &[Material<'_>]) -> String {
    let mut room = PASSAGE_ROOM;
    let mut text = String::from("\n<passages>\n");
    for piece in evidence {
        let Some(material) = materials.iter().find(|material| material.source == piece.source) else {
            continue;
        };
        let quote: String = slice(material.text, piece.passage.span).chars().take(PASSAGE).collect();
        let length = quote.chars().count();
        if length > room {
            break;
        }
        room -= length;
        let quote = quote.replace("</passage", "< /passage");
        let title = one_line(&material.document.title, 120);
        text.push_str(&format!("<passage id=\"{}\" title=\"{title}\">\n{quote}\n</passage>\n", piece.id));
    }
    text.push_str("</passages>\n");
    text
}

fn one_line(text: &str, most: usize) -> String {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    flat.replace('<', "‹").replace('>', "›").replace('"', "'").chars().take(most).collect()
}
