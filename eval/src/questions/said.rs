//! What a job document says, as far as it is graded: its summary, the blocks that it quotes, the pages behind it.

use gorkd_reader::plain_text;
use serde::Serialize;
use serde_json::Value;

/// Blocks of an answer that count, and words of all of them together.
const BLOCKS: usize = 3;
const WORDS: usize = 300;

/// The answer to one question.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Said {
    pub summary: String,
    pub detail: String,
    /// As in the job document; `failed` where the job ended without an answer.
    pub confidence: String,
    pub cited_urls: Vec<String>,
    pub read_urls: Vec<String>,
    pub blocks: Vec<Quoted>,
    pub job_id: String,
    /// gorkd asked back before it answered.
    pub asked_back: bool,
    #[serde(skip)]
    pub tokens: u64,
    #[serde(skip)]
    pub cost_usd: f64,
}

/// Words of a page, as they stand there.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Quoted {
    pub text: String,
    pub url: String,
    pub heading_path: Vec<String>,
}

impl Said {
    pub fn of(job: &Value) -> Self {
        let answer = &job["answer"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let sources: Vec<&Value> = job["sources"].as_array().into_iter().flatten().collect();
        let urls = |wanted: &dyn Fn(&Value) -> bool| -> Vec<String> {
            sources.iter().filter(|source| wanted(source)).map(|source| text(&source["url"])).collect()
        };
        let tokens = &job["metadata"]["tokens"];
        let count = |name: &str| tokens[name].as_u64().unwrap_or_default();
        Self {
            summary: text(&answer["summary"]),
            detail: text(&answer["detail"]),
            confidence: answer["confidence"].as_str().unwrap_or("failed").to_owned(),
            cited_urls: urls(&|source| source["cited"] == true),
            read_urls: urls(&|_| true),
            blocks: bounded(quoted(job, &sources)),
            job_id: text(&job["job_id"]),
            asked_back: job["asked_back"] == true,
            tokens: count("input") + count("output"),
            cost_usd: job["metadata"]["cost_usd"].as_f64().unwrap_or_default(),
        }
    }

    /// The first blocks, as they are matched.
    pub fn blocks_text(&self, first: usize) -> String {
        let texts = self.blocks.iter().take(first).map(|block| searchable(&block.text));
        texts.collect::<Vec<_>>().join("\n")
    }

    /// Everything that a reader is told.
    pub fn whole(&self) -> String {
        let told = [searchable(&self.summary), searchable(&self.detail), self.blocks_text(self.blocks.len())];
        told.join("\n")
    }
}

/// What is quoted whole; where the job names no blocks, the quotes of its citations. In order, each once.
fn quoted(job: &Value, sources: &[&Value]) -> Vec<Quoted> {
    let url = |of: &Value| {
        let source = sources.iter().find(|source| source["id"] == of["source_id"]);
        source.and_then(|source| source["url"].as_str()).unwrap_or_default().to_owned()
    };
    let path = |of: &Value| {
        let headings = of["heading_path"].as_array().into_iter().flatten();
        headings.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let (list, words) = match job["answer"]["blocks"].as_array() {
        Some(blocks) => (Some(blocks), "text"),
        None => (job["citations"].as_array(), "quote"),
    };
    let mut found: Vec<Quoted> = Vec::new();
    for one in list.into_iter().flatten() {
        let text = one[words].as_str().unwrap_or_default().to_owned();
        let quoted = Quoted { text, url: url(one), heading_path: path(one) };
        if !found.contains(&quoted) {
            found.push(quoted);
        }
    }
    found
}

/// As many blocks and words as count; the last block is cut where the words end.
fn bounded(blocks: Vec<Quoted>) -> Vec<Quoted> {
    let mut left = WORDS;
    let mut kept = Vec::new();
    for mut block in blocks.into_iter().take(BLOCKS) {
        let words = block.text.split_whitespace().count();
        if words > left {
            block.text = first_words(&block.text, left).to_owned();
        }
        left = left.saturating_sub(words);
        if !block.text.is_empty() {
            kept.push(block);
        }
    }
    kept
}

/// The beginning of a text, up to so many words.
fn first_words(text: &str, most: usize) -> &str {
    let end = text.split_whitespace().take(most).last().map_or(0, |word| {
        // Words are slices of the text.
        word.as_ptr() as usize - text.as_ptr() as usize + word.len()
    });
    &text[..end]
}

/// A text as patterns are held against it: as it stands, then without Markdown marks; white space collapsed.
pub(super) fn searchable(text: &str) -> String {
    let collapsed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let plain = collapsed(&plain_text(text).replace(['`', '*'], ""));
    format!("{}\n{plain}", collapsed(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn block(text: &str) -> Quoted {
        Quoted { text: text.to_owned(), ..Quoted::default() }
    }

    #[test]
    fn citations_stand_in_where_a_job_names_no_blocks() {
        let job = json!({
            "answer": {"summary": "S", "detail": "", "confidence": "low"},
            "citations": [
                {"source_id": "s", "quote": "One."}, {"source_id": "s", "quote": "One."},
                {"source_id": "t", "quote": "Two."}, {"source_id": "s", "quote": "Three."},
                {"source_id": "s", "quote": "Four."},
            ],
            "sources": [{"id": "s", "url": "u", "cited": true}],
        });
        let said = Said::of(&job);
        let texts: Vec<(&str, &str)> =
            said.blocks.iter().map(|block| (block.text.as_str(), block.url.as_str())).collect();
        assert_eq!(texts, [("One.", "u"), ("Two.", ""), ("Three.", "u")]);
        assert_eq!(Said::of(&json!({"answer": null})).confidence, "failed");
        let none =
            json!({"answer": {"confidence": "insufficient", "blocks": []}, "citations": [{"quote": "x"}]});
        assert!(Said::of(&none).blocks.is_empty(), "blocks that are named count, even when there are none");
    }

    #[test]
    fn words_beyond_the_limit_do_not_count() {
        let long = block(&"word ".repeat(299));
        let kept = bounded(vec![long.clone(), block("last over"), block("gone")]);
        assert_eq!(kept, [long, block("last")]);
        assert_eq!(first_words("a  b c", 2), "a  b");
        assert_eq!(first_words("a", 0), "");
    }

    #[test]
    fn patterns_see_the_text_with_and_without_marks() {
        let text = searchable("| a | b |\n| --- | --- |\n| `x_y` | 2 |");
        assert!(text.contains("| `x_y` | 2 |") && text.contains("x_y 2"), "{text}");
    }
}
