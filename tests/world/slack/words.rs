//! A message as a person reads it, in plain words: for snapshots, and for finding a button by its label.

use super::state::Message;
use serde_json::Value;

/// All that is shown of a message.
pub fn of(message: &Message) -> String {
    let mut lines = Vec::new();
    if let Some(stream) = &message.stream {
        if !stream.title.is_empty() {
            lines.push(format!("# {}", stream.title));
        }
        for (_, task) in &stream.tasks {
            let text = |name: &str| task[name].as_str().unwrap_or_default().to_owned();
            lines.push(
                format!("[{}] {} {}", text("status"), text("title"), rich(&task["details"]))
                    .trim_end()
                    .to_owned(),
            );
            for source in task["sources"].as_array().into_iter().flatten() {
                lines.push(format!("    <{}>", source["text"].as_str().unwrap_or_default()));
            }
        }
        if !stream.text.is_empty() {
            lines.push(stream.text.clone());
        }
    }
    lines.extend(blocks(&message.blocks));
    lines.extend(message.files.iter().map(|file| format!("(file {file})")));
    if lines.is_empty() {
        lines.push(message.text.clone());
    }
    lines.join("\n")
}

/// The words of blocks, a line each.
pub fn blocks(blocks: &Value) -> Vec<String> {
    blocks.as_array().into_iter().flatten().map(block).collect()
}

fn block(block: &Value) -> String {
    match block["type"].as_str().unwrap_or_default() {
        "header" => format!("# {}", plain(&block["text"])),
        "divider" => "---".to_owned(),
        "section" => {
            let mut parts = vec![plain(&block["text"])];
            parts.extend(list(&block["fields"], plain));
            parts.push(element(&block["accessory"]));
            parts.retain(|part| !part.is_empty());
            parts.join(" ")
        }
        "context" => format!("~ {}", list(&block["elements"], plain).join(" · ")),
        "actions" | "context_actions" => list(&block["elements"], element).join(" "),
        "rich_text" => list(&block["elements"], rich_element).join("\n"),
        "table" => {
            let row = |row: &Value| format!("| {} |", list(row, cell).join(" | "));
            list(&block["rows"], row).join("\n")
        }
        "input" => format!("{}: {}", plain(&block["label"]), element(&block["element"])),
        "markdown" => block["text"].as_str().unwrap_or_default().to_owned(),
        other => format!("({other})"),
    }
}

fn list(values: &Value, show: impl Fn(&Value) -> String) -> Vec<String> {
    values.as_array().into_iter().flatten().map(show).collect()
}

fn cell(cell: &Value) -> String {
    match cell["type"].as_str() {
        Some("raw_text") => plain(cell),
        _ => block(cell),
    }
}

fn plain(text: &Value) -> String {
    text["text"].as_str().unwrap_or_default().to_owned()
}

/// The two buttons of Slack's pair for feedback.
const SIDES: [&str; 2] = ["positive_button", "negative_button"];

/// The label of something to press or choose, in brackets.
fn element(element: &Value) -> String {
    match element["type"].as_str() {
        Some("button") if !element["url"].is_null() => {
            format!("[{} → {}]", plain(&element["text"]), element["url"].as_str().unwrap_or_default())
        }
        Some("button") => format!("[{}]", plain(&element["text"])),
        Some("feedback_buttons") => {
            let labels = SIDES.map(|side| format!("[{}]", plain(&element[side]["text"])));
            labels.join(" ")
        }
        Some("static_select" | "overflow") => {
            let options = list(&element["options"], |option| plain(&option["text"]));
            format!("[{}: {}]", plain(&element["placeholder"]), options.join(" / "))
        }
        Some("plain_text_input") => {
            format!("({})", element["initial_value"].as_str().unwrap_or_default())
        }
        _ => String::new(),
    }
}

fn rich(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(_) => block(value),
        _ => String::new(),
    }
}

fn rich_element(element: &Value) -> String {
    match element["type"].as_str() {
        Some("rich_text_list") => {
            let ordered = element["style"] == "ordered";
            let offset = element["offset"].as_u64().unwrap_or_default() as usize;
            let indent = "  ".repeat(element["indent"].as_u64().unwrap_or_default() as usize);
            let items = element["elements"].as_array().into_iter().flatten().enumerate();
            let item = |(at, item): (usize, &Value)| {
                let mark = if ordered { format!("{}.", at + 1 + offset) } else { "-".to_owned() };
                format!("{indent}{mark} {}", leaves(item))
            };
            items.map(item).collect::<Vec<_>>().join("\n")
        }
        Some("rich_text_quote") => format!("> {}", leaves(element)),
        Some("rich_text_preformatted") => format!("```\n{}\n```", leaves(element)),
        _ => leaves(element),
    }
}

fn leaves(element: &Value) -> String {
    let leaf = |leaf: &Value| match leaf["type"].as_str() {
        Some("link") => {
            let (url, text) = (leaf["url"].as_str().unwrap_or_default(), leaf["text"].as_str());
            match text {
                Some(text) if text != url => format!("{text} <{url}>"),
                _ => format!("<{url}>"),
            }
        }
        Some("emoji") => format!(":{}:", leaf["name"].as_str().unwrap_or_default()),
        Some("user") => format!("@{}", leaf["user_id"].as_str().unwrap_or_default()),
        _ => leaf["text"].as_str().unwrap_or_default().to_owned(),
    };
    list(&element["elements"], leaf).concat()
}

/// What can be pressed or chosen in blocks by this label: the element, the id of its block, and the option.
pub fn find(blocks: &Value, label: &str) -> Option<(Value, Value, Option<Value>)> {
    for block in blocks.as_array().into_iter().flatten() {
        let elements = block["elements"].as_array().into_iter().flatten();
        for element in elements.chain([&block["accessory"], &block["element"]]) {
            if element["type"] == "button" && plain(&element["text"]) == label {
                return Some((element.clone(), block["block_id"].clone(), None));
            }
            // Slack tells of the pair as of one element, with text and value of the side that was pressed.
            if let Some(side) =
                SIDES.map(|side| &element[side]).into_iter().find(|side| plain(&side["text"]) == label)
            {
                let mut pressed = element.clone();
                pressed["text"] = side["text"].clone();
                pressed["value"] = side["value"].clone();
                return Some((pressed, block["block_id"].clone(), None));
            }
            let mut options = element["options"].as_array().into_iter().flatten();
            if let Some(option) = options.find(|option| plain(&option["text"]) == label) {
                return Some((element.clone(), block["block_id"].clone(), Some(option.clone())));
            }
        }
    }
    None
}
