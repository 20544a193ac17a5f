//! Dev only.
use gorkd_core::text::blocks::blocks;
use std::io::{BufRead, Write};
fn main() {
    let out = std::io::stdout();
    let mut out = std::io::BufWriter::new(out.lock());
    for line in std::io::stdin().lock().lines() {
        let doc: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        let text = doc["text"].as_str().unwrap();
        let nav: Vec<std::ops::Range<usize>> = doc["navigation"]
            .as_array()
            .map(|list| {
                list.iter()
                    .map(|s| gorkd_core::text::byte_range(text, serde_json::from_value(s.clone()).unwrap()))
                    .collect()
            })
            .unwrap_or_default();
        for b in blocks(text, &nav) {
            let path: Vec<&str> = b.headings.iter().map(|r| &text[r.clone()]).collect();
            let lead = b.lead.clone().map(|r| &text[r]);
            let v = serde_json::json!({"url": doc["url"], "title": doc["title"], "work": doc["work"], "path": path,
                "lead": lead, "text": &text[b.range.clone()], "kind": b.kind, "nav": b.navigation, "at": [b.range.start, b.range.end], "n": b.statements.len()});
            writeln!(out, "{v}").unwrap();
        }
    }
}
