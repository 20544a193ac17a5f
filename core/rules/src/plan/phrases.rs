//! Keeps the asker's quotation marks in queries: somebody who writes "to be or not to be" wants exactly this
//! phrase.

use gorkd_core::model::Query;

/// Pairs of opening and closing quotation marks.
const MARKS: [(char, char); 8] =
    [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('»', '«'), ('「', '」'), ('『', '』'), ('”', '”')];

/// The quoted phrases of at least two words in a text.
fn phrases(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    let mut from = 0;
    while let Some((at, open)) =
        text[from..].char_indices().find(|(_, c)| MARKS.iter().any(|(open, _)| open == c))
    {
        let start = from + at + open.len_utf8();
        let closes = |c: char| MARKS.iter().any(|(one, close)| *one == open && *close == c);
        let Some(length) = text[start..].find(closes) else { break };
        let phrase = text[start..start + length].trim();
        if phrase.contains(char::is_whitespace) && !phrase.contains('"') && !found.contains(&phrase) {
            found.push(phrase);
        }
        from = start + length + text[start + length..].chars().next().map_or(0, char::len_utf8);
    }
    found
}

/// Adds quotation marks to phrases in queries that are quoted in `asked`.
pub fn with_quotes(asked: &str, queries: Vec<Query>) -> Vec<Query> {
    let phrases = phrases(asked);
    let quoted = |query: Query| Query { text: quoted(&query.text, &phrases), ..query };
    queries.into_iter().map(quoted).collect()
}

fn quoted(query: &str, phrases: &[&str]) -> String {
    let mut text = query.to_owned();
    // A query that has quotation marks already says what it wants.
    for phrase in phrases.iter().filter(|_| !query.contains('"')) {
        let lower = text.to_lowercase();
        let place = lower.find(&phrase.to_lowercase()).filter(|_| lower.len() == text.len());
        let end = place.map(|at| at + phrase.len());
        if let (Some(at), Some(end)) = (place, end)
            && text.is_char_boundary(at)
            && text.is_char_boundary(end)
            && stands_alone(&text, at, end)
        {
            text = format!("{}\"{}\"{}", &text[..at], &text[at..end], &text[end..]);
        }
    }
    text
}

/// Whether a range starts and ends at word boundaries.
fn stands_alone(text: &str, at: usize, end: usize) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[end..].chars().next();
    ![before, after].into_iter().flatten().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_stays_in_a_row() {
        let said = |asked: &str, query: &str| {
            let query = Query { text: query.into(), ..Query::default() };
            with_quotes(asked, vec![query])[0].text.clone()
        };
        let asked = "What does the error \"database is locked\" mean in “SQLite”?";
        assert_eq!(
            said(asked, "error database is locked mean SQLite"),
            "error \"database is locked\" mean SQLite"
        );
        assert_eq!(said(asked, "SQLite error"), "SQLite error");
        assert_eq!(said(asked, "\"database is locked\""), "\"database is locked\"");
        assert_eq!(said(asked, "database is lockedness"), "database is lockedness");
        assert_eq!(
            said("Was heißt „kein Platz frei“?", "kein Platz frei Fehler"),
            "\"kein Platz frei\" Fehler"
        );
        assert_eq!(said("Was heißt »kein Platz frei«?", "kein Platz frei"), "\"kein Platz frei\"");
        assert_eq!(said("no \"end", "no end"), "no end");
    }
}
