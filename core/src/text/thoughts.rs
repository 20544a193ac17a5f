//! Removes thoughts that a model wrote before its answer.

use std::borrow::Cow;

const TAGS: [(&str, &str); 3] =
    [("<think>", "</think>"), ("<thinking>", "</thinking>"), ("<thought>", "</thought>")];

/// The reply without thoughts. An unclosed thought hides everything after it.
///
/// A reply that starts with its answer is left alone: tags such as `<think>` in its sentences belong to the
/// answer. Some models are started inside a thought, so only its closing tag appears.
pub fn without_thoughts(reply: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(reply);
    loop {
        let begins = text.trim_start();
        if begins.starts_with(['{', '[', '`']) {
            return text;
        }
        let answer = text.find(['{', '`']).unwrap_or(text.len());
        let opened = TAGS.iter().filter_map(|(open, close)| Some((text.find(open)?, *open, *close))).min();
        match opened.filter(|(start, _, _)| *start < answer) {
            Some((start, open, close)) => {
                let inside = start + open.len();
                let end = text[inside..].find(close).map_or(text.len(), |at| inside + at + close.len());
                let kept = format!("{}{}", &text[..start], &text[end..]);
                text = Cow::Owned(kept);
            }
            None => {
                let closed =
                    TAGS.iter().filter_map(|(_, close)| text.rfind(close).map(|at| at + close.len()));
                return match closed.max() {
                    Some(end) => Cow::Owned(text[end..].to_owned()),
                    None => without_partial_tag(text),
                };
            }
        }
    }
}

/// The end of a growing reply may be the start of a tag.
fn without_partial_tag(text: Cow<'_, str>) -> Cow<'_, str> {
    let Some(at) = text.rfind('<') else { return text };
    let tail = &text[at..];
    if TAGS.iter().any(|(open, _)| open.starts_with(tail)) {
        return Cow::Owned(text[..at].to_owned());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::without_thoughts;

    #[test]
    fn thoughts_are_taken_off_and_answers_about_thoughts_are_not() {
        for (reply, left) in [
            ("<think>hm {\"a\":1}</think>{\"b\":2}", "{\"b\":2}"),
            ("<think>one</think><think>two</think>ok", "ok"),
            ("Well. <thinking>hm</thinking> ok", "Well.  ok"),
            ("hm, {perhaps} </think>ok", "ok"),
            ("<think>never closed {\"b\":2}", ""),
            ("<thi", ""),
            ("a < b", "a < b"),
            (
                "{\"text\":\"R1 writes <think> first, then </think>.\"}",
                "{\"text\":\"R1 writes <think> first, then </think>.\"}",
            ),
            ("```json\n{\"a\":\"</think>\"}\n```", "```json\n{\"a\":\"</think>\"}\n```"),
            ("plain words", "plain words"),
        ] {
            assert_eq!(without_thoughts(reply), left, "{reply}");
        }
    }
}
