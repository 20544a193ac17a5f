//! The status message as a native stream: a plan with one task per step.
//!
//! Updating a task replaces its title and state but appends details and sources. So everything that changes is
//! part of the title, and each source is sent once.

use super::card::set_ids;
use super::elements::rows;
use super::text::{characters, one_line};
use gorkd_chat::{Card, Part};
use gorkd_core::text::{cut, plain};
use gorkd_core::view::StepState;
use serde_json::{Value, json};

/// Maximum characters of a title.
const MAX_CHARACTERS: usize = 250;
const SOURCES: usize = 10;

/// The part of a card that a stream shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StreamContent {
    pub title: String,
    pub tasks: Vec<Value>,
}

/// The checklist of a card; `None` for other cards.
pub fn stream_content(card: &Card) -> Option<StreamContent> {
    // Notes beside the checklist (steering, warnings) are shown with the active step.
    let (mut steps, mut facts, mut notes) = (None, Vec::<String>::new(), Vec::<String>::new());
    let fact = |(name, value): &(String, String)| format!("{}: {}", one_line(name), one_line(value));
    for part in &card.parts {
        match part {
            Part::Steps(all) => steps = steps.or(Some(all)),
            Part::Fields(fields) => facts.extend(fields.iter().map(fact)),
            Part::Small(line) => notes.push(one_line(&plain(line))),
            Part::Text(_) | Part::Heading(_) | Part::Sources(_) => {}
        }
    }
    let steps = steps?;
    let question = cut(&one_line(card.title.as_deref().unwrap_or("gorkd")), 120, characters);
    let title = if facts.is_empty() { question } else { format!("{question} · {}", facts.join(" · ")) };
    let task = |step: &gorkd_chat::StepLine| {
        let status = match step.state {
            StepState::Open => "pending",
            StepState::Active => "in_progress",
            StepState::Done | StepState::Skipped => "complete",
        };
        let mut said = vec![one_line(&step.detail)];
        if step.state == StepState::Active {
            said.extend(notes.iter().cloned());
        }
        said.retain(|text| !text.is_empty());
        let title = match said.is_empty() {
            true => step.name.clone(),
            false => format!("{}: {}", step.name, said.join(" · ")),
        };
        let title = cut(&title, MAX_CHARACTERS, characters);
        let mut task = json!({
            "type": "task_update", "id": step.step.name().to_lowercase(), "title": title, "status": status,
        });
        let sources: Vec<Value> = step.urls.iter().take(SOURCES).filter_map(source).collect();
        if !sources.is_empty() {
            task["sources"] = json!(sources);
        }
        task
    };
    Some(StreamContent {
        title: cut(&title, MAX_CHARACTERS, characters),
        tasks: steps.iter().map(task).collect(),
    })
}

fn source((address, title): &(String, String)) -> Option<Value> {
    let parsed = url::Url::parse(address).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    let host = parsed.host_str()?.trim_start_matches("www.");
    let title = cut(&one_line(title), 100, characters);
    let text = if title.is_empty() { host.to_owned() } else { format!("{title} ({host})") };
    Some(json!({"type": "url", "url": parsed.as_str(), "text": text}))
}

impl StreamContent {
    /// The chunks that update a stream from `before` to this.
    pub fn chunks(&self, before: &StreamContent) -> Vec<Value> {
        let mut chunks = Vec::new();
        if self.title != before.title {
            chunks.push(json!({"type": "plan_update", "title": self.title}));
        }
        let changes = |task: &Value| {
            let shown = before.tasks.iter().find(|shown| shown["id"] == task["id"]);
            (shown != Some(task))
                .then(|| shown.map_or_else(|| task.clone(), |shown| without_shown_sources(task, shown)))
        };
        chunks.extend(self.tasks.iter().filter_map(changes));
        chunks
    }
}

/// The task without the sources that are already shown.
fn without_shown_sources(task: &Value, shown: &Value) -> Value {
    let mut task = task.clone();
    let shown = shown["sources"].as_array().cloned().unwrap_or_default();
    if let Some(sources) = task["sources"].as_array_mut() {
        sources.retain(|source| !shown.contains(source));
    }
    if let Some(fields) = task.as_object_mut() {
        fields.retain(|name, value| name != "sources" || value.as_array().is_some_and(|all| !all.is_empty()));
    }
    task
}

/// The buttons of a card, shown below a stream. Their ids also identify the stream.
pub fn stream_buttons(card: &Card, place: &str, nonce: &str) -> Option<Value> {
    let mut blocks = rows(&card.buttons, card.locale);
    set_ids(&mut blocks, &format!("{place}|{nonce}"));
    (!blocks.is_empty()).then(|| json!({"type": "blocks", "blocks": blocks}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_sent_once_and_what_changes_is_in_the_title() {
        let source = |name: &str| json!({"type": "url", "url": name, "text": name});
        let stage = |title: &str, sources: Vec<Value>| StreamContent {
            title: "Plan".to_owned(),
            tasks: vec![json!({
                "type": "task_update", "id": "read", "title": title, "status": "in_progress", "sources": sources,
            })],
        };
        let first = stage("Read: 1 of 2", vec![source("a")]);
        let second = stage("Read: 2 of 2", vec![source("a"), source("b")]);
        assert!(first.chunks(&first).is_empty());
        let chunks = second.chunks(&first);
        assert_eq!(chunks.len(), 1);
        assert_eq!(chunks[0]["sources"], json!([source("b")]));
        assert_eq!(chunks[0]["title"], "Read: 2 of 2");
        let third = stage("Read", vec![source("a"), source("b")]);
        assert!(third.chunks(&second)[0].get("sources").is_none());
    }
}
