//! Limits of messages that the published description does not hold.

use serde_json::Value;
use std::collections::BTreeSet;

const CONTENT: usize = 2000;
const EMBEDS: usize = 6000;
const V2: u64 = 1 << 15;

/// What is wrong with a message, as the bot sends or edits it. `lenient` for clients that leave mentions to defaults.
pub fn faults(body: &Value, edit: bool, files: usize, lenient: bool) -> Vec<String> {
    let mut faults = Vec::new();
    let length = body["content"].as_str().map_or(0, |text| text.chars().count());
    if length > CONTENT {
        faults.push(format!("content: {length} characters, {CONTENT} at most"));
    }
    let embeds = body["embeds"].as_array().map_or(&[][..], Vec::as_slice);
    check_embeds(embeds, &mut faults);
    check_components(body, &mut faults);
    let empty =
        length == 0 && embeds.is_empty() && files == 0 && body["flags"].as_u64().unwrap_or(0) & V2 == 0;
    let components = body["components"].as_array().is_some_and(|rows| !rows.is_empty());
    if empty && !components && !edit {
        faults.push("nothing to show".to_owned());
    }
    if !lenient {
        match body.get("allowed_mentions") {
            None | Some(Value::Null) => {
                faults.push("allowed_mentions: not given, so that anybody may be called".to_owned())
            }
            Some(allowed) if allowed["parse"].as_array().is_none_or(|kinds| !kinds.is_empty()) => {
                faults.push(format!("allowed_mentions: {allowed}"));
            }
            Some(_) => {}
        }
    }
    faults
}

fn check_embeds(embeds: &[Value], faults: &mut Vec<String>) {
    let mut all = 0;
    for embed in embeds {
        let mut texts: Vec<&Value> = vec![&embed["title"], &embed["description"], &embed["footer"]["text"]];
        texts.push(&embed["author"]["name"]);
        for field in embed["fields"].as_array().into_iter().flatten() {
            for part in ["name", "value"] {
                if field[part].as_str().is_none_or(|text| text.trim().is_empty()) {
                    faults.push(format!("embed: a field without a {part}"));
                }
                texts.push(&field[part]);
            }
        }
        let length: usize =
            texts.iter().filter_map(|text| text.as_str()).map(|text| text.chars().count()).sum();
        all += length;
    }
    if all > EMBEDS {
        faults.push(format!("embeds: {all} characters, {EMBEDS} at most"));
    }
}

fn check_components(body: &Value, faults: &mut Vec<String>) {
    let rows = body["components"].as_array().map_or(&[][..], Vec::as_slice);
    if rows.iter().filter(|row| row["type"] == 1).count() > 5 {
        faults.push("components: more than 5 rows".to_owned());
    }
    let mut seen = BTreeSet::new();
    for row in rows.iter().filter(|row| row["type"] == 1) {
        let parts = row["components"].as_array().map_or(&[][..], Vec::as_slice);
        let buttons = parts.iter().filter(|part| part["type"] == 2).count();
        if parts.is_empty() || buttons > 5 || (buttons != parts.len() && parts.len() != 1) {
            faults.push(format!("components: a row of {} with {buttons} buttons", parts.len()));
        }
        for part in parts {
            check_part(part, &mut seen, faults);
        }
    }
}

fn check_part(part: &Value, seen: &mut BTreeSet<String>, faults: &mut Vec<String>) {
    let link = part["type"] == 2 && part["style"] == 5;
    match (part["custom_id"].as_str(), part["url"].as_str()) {
        (Some(code), None) if !link => {
            if code.is_empty() || !seen.insert(code.to_owned()) {
                faults.push(format!("components: custom_id {code:?} twice, or empty"));
            }
        }
        (None, Some(url)) if link && url.starts_with("http") => {}
        _ => faults.push("components: a link wants an address, anything else a custom_id".to_owned()),
    }
    let label = part["label"].as_str().unwrap_or_default();
    if part["type"] == 2 && label.trim().is_empty() && part.get("emoji").is_none() {
        faults.push("components: a button without a label".to_owned());
    }
    let options = part["options"].as_array().map_or(&[][..], Vec::as_slice);
    if part["type"] == 3 && !(1..=25).contains(&options.len()) {
        faults.push(format!("components: a list of {}", options.len()));
    }
    let values: BTreeSet<&str> = options.iter().filter_map(|one| one["value"].as_str()).collect();
    if values.len() != options.len() {
        faults.push("components: a list with the same value twice".to_owned());
    }
}
