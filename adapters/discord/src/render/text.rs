//! Renders text as Discord Markdown, in self-contained units: no fence, link or emphasis spans two of them.

use super::escape::{code, escape, fenced, label, length, visible};
use gorkd_core::text::{Block, Inline, pieces, plain};
use url::Url;

/// Maximum characters in a table row.
const TABLE_WIDTH: usize = 60;

/// Minimum room for nested blocks.
const MIN_ROOM: usize = 200;

/// The units of a text, each at most `most` characters long.
pub fn units(blocks: &[Block], most: usize) -> Vec<String> {
    let (mut units, most) = (Vec::new(), most.max(MIN_ROOM));
    for block in blocks {
        unit(block, most, &mut units);
    }
    units.retain(|unit| !unit.trim().is_empty());
    units
}

fn unit(block: &Block, most: usize, units: &mut Vec<String>) {
    match block {
        Block::Paragraph(line) => units.extend(lines(line, most)),
        Block::Heading(_, line) => {
            let text = label(&plain(line), most / 4);
            units.push(format!("**{}**", escape(&text)));
        }
        Block::List { first, items } => list(*first, items, most, units),
        Block::Code { language, text } => code_block(language, text, most, units),
        Block::Quote(blocks) => {
            // Discord does not support nested quotations.
            let inner = self::units(blocks, most / 2);
            units.extend(
                inner.iter().map(|unit| if unit.starts_with("> ") { unit.clone() } else { quoted(unit) }),
            );
        }
        Block::Table(rows) => code_block("", &table(rows), most, units),
        Block::Rule => units.push("───".to_owned()),
    }
}

fn quoted(unit: &str) -> String {
    unit.lines().map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n")
}

fn list(first: Option<u64>, items: &[Vec<Block>], most: usize, units: &mut Vec<String>) {
    let mut lines = Vec::new();
    for (nth, item) in (0..).zip(items) {
        let mark = match first {
            Some(first) => format!("{}.", first + nth),
            None => "•".to_owned(),
        };
        for (at, part) in self::units(item, most - 40).into_iter().enumerate() {
            lines.push(if at == 0 { format!("{mark} {part}") } else { part });
        }
    }
    units.extend(packed(lines, most / 2, |_, _| "\n"));
}

fn code_block(language: &str, text: &str, most: usize, units: &mut Vec<String>) {
    let language: String = language.chars().filter(|c| c.is_ascii_alphanumeric()).take(20).collect();
    let room = most.saturating_sub(40).max(40);
    let text = fenced(text);
    let lines = text.lines().flat_map(|line| match length(line) > room {
        true => pieces(line, room, length),
        false => vec![line.to_owned()],
    });
    let pieces = packed(lines, room, |_, _| "\n");
    units.extend(pieces.iter().map(|piece| format!("```{language}\n{piece}\n```")));
}

/// Joins texts into as few as fit into `most` characters each. `between` says what separates two of them.
pub fn packed(
    texts: impl IntoIterator<Item = String>,
    most: usize,
    between: impl Fn(&str, &str) -> &'static str,
) -> Vec<String> {
    let (mut done, mut open) = (Vec::new(), String::new());
    for text in texts {
        let separator = if open.is_empty() { "" } else { between(&open, &text) };
        if !open.is_empty() && length(&open) + length(separator) + length(&text) > most {
            done.push(std::mem::take(&mut open));
        } else {
            open.push_str(separator);
        }
        open.push_str(&text);
    }
    if !open.trim().is_empty() {
        done.push(open);
    }
    done
}

/// Columns side by side if they fit, otherwise `name: value` lines.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cell =
        |row: &Vec<String>, at: usize| visible(row.get(at).map_or("", String::as_str)).replace('\n', " ");
    let width = |at: usize| rows.iter().map(|row| cell(row, at).chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    if widths.iter().map(|width| width + 2).sum::<usize>() <= TABLE_WIDTH {
        let line = |row: &Vec<String>| {
            let cells = widths
                .iter()
                .enumerate()
                .map(|(at, width)| format!("{:<width$}", cell(row, at), width = *width));
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        return rows.iter().map(line).collect::<Vec<_>>().join("\n");
    }
    let Some((head, body)) = rows.split_first() else { return String::new() };
    let entry = |row: &Vec<String>| {
        let cells = (0..columns).map(|at| format!("{}: {}", cell(head, at), cell(row, at)));
        cells.collect::<Vec<_>>().join("\n")
    };
    body.iter().map(entry).collect::<Vec<_>>().join("\n\n")
}

/// The line of a paragraph in pieces of at most `most` characters.
pub fn lines(line: &[Inline], most: usize) -> Vec<String> {
    let (mut done, mut open) = (Vec::new(), String::new());
    for inline in line {
        for token in tokens(inline, most) {
            if length(&open) + length(&token) > most && !open.trim().is_empty() {
                done.push(std::mem::take(&mut open).trim_end().to_owned());
            }
            // Characters that only matter at the start of a line are escaped everywhere.
            open.push_str(&token);
        }
    }
    if !open.trim().is_empty() {
        done.push(open);
    }
    done
}

/// Pieces that must not be split any further.
fn tokens(inline: &Inline, most: usize) -> Vec<String> {
    let whole = self::inline(inline);
    if length(&whole) <= most / 4 {
        return vec![whole];
    }
    let wrapped = |inner: &[Inline], mark: &str| -> Vec<String> {
        let inner = lines(inner, most / 5);
        inner.into_iter().map(|piece| format!("{mark}{}{mark} ", piece.trim())).collect()
    };
    match inline {
        Inline::Text(text) => {
            let cut = pieces(text, most / 8, length);
            cut.iter().map(|piece| format!("{} ", escape(piece))).collect()
        }
        Inline::Strong(inner) => wrapped(inner, "**"),
        Inline::Emphasis(inner) => wrapped(inner, "*"),
        Inline::Struck(inner) => wrapped(inner, "~~"),
        Inline::Code(text) => {
            pieces(text, most / 8, length).iter().map(|piece| format!("{} ", code(piece))).collect()
        }
        Inline::Link { label, .. } => {
            pieces(&plain(label), most / 8, length).iter().map(|piece| escape(piece)).collect()
        }
        Inline::Break => vec!["\n".to_owned()],
    }
}

/// A piece of a line, unsplit.
pub fn inline(inline: &Inline) -> String {
    let marked = |inner: &[Inline], mark: &str| {
        let inner: String = inner.iter().map(self::inline).collect();
        match inner.trim() {
            "" => String::new(),
            // Emphasis cannot begin or end with a space.
            trimmed => format!("{mark}{trimmed}{mark}{}", if inner.ends_with(' ') { " " } else { "" }),
        }
    };
    match inline {
        Inline::Text(text) => escape(text),
        Inline::Strong(inner) => marked(inner, "**"),
        Inline::Emphasis(inner) => marked(inner, "*"),
        Inline::Struck(inner) => marked(inner, "~~"),
        Inline::Code(text) => code(text),
        Inline::Link { url, label } => link(&plain(label), url),
        Inline::Break => "\n".to_owned(),
    }
}

/// A masked link, unless its label names a different host. In that case, the label is followed by a link with
/// the real host.
pub fn link(label: &str, url: &str) -> String {
    let Some((url, host)) = address(url) else { return escape(label) };
    let label = visible(label);
    let label = label.trim();
    let shown = if label.is_empty() { host.as_str() } else { label };
    let masked = |shown: &str| format!("[{}]({url})", escape(shown).replace('\n', " "));
    if hosts_in(shown).iter().all(|named| same_host(named, &host)) {
        let shown = if shown.contains("://") { host.as_str() } else { shown };
        return masked(shown);
    }
    format!("{} ({})", escape(shown), masked(&host))
}

/// A URL that is safe in a masked link, and its host.
fn address(url: &str) -> Option<(String, String)> {
    let parsed = Url::parse(url).ok().filter(|url| ["http", "https"].contains(&url.scheme()))?;
    let host = parsed.host_str()?.trim_start_matches("www.").to_owned();
    // Brackets and asterisks would end the link or begin emphasis.
    let text =
        parsed.as_str().replace('(', "%28").replace(')', "%29").replace('*', "%2A").replace('|', "%7C");
    let text = text.replace('`', "%60").replace('<', "%3C").replace('>', "%3E").replace(' ', "%20");
    (text.len() <= 900).then_some((text, host))
}

/// The words of a label that look like hosts.
fn hosts_in(label: &str) -> Vec<String> {
    let words = label.split(|c: char| c.is_whitespace() || "()[]<>\"'“”,;|".contains(c));
    let hosts = words.filter_map(|word| {
        let bare = word.split("://").last().unwrap_or(word);
        let host = bare.split(['/', '?', '#']).next().unwrap_or(bare).trim_matches('.').to_lowercase();
        let (_, end) = host.rsplit_once('.')?;
        let named = end.len() >= 2 && end.chars().all(char::is_alphabetic) && !host.starts_with('.');
        named.then(|| host.trim_start_matches("www.").to_owned())
    });
    hosts.collect()
}

fn same_host(named: &str, host: &str) -> bool {
    named == host || host.ends_with(&format!(".{named}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::text::parse;

    #[test]
    fn a_link_never_names_another_host() {
        assert_eq!(
            link("Harbour Bridge", "https://eastmoor.test/a"),
            "[Harbour Bridge](https://eastmoor.test/a)"
        );
        assert_eq!(
            link("https://bank.test", "https://evil.test/"),
            "https:\u{200b}//bank.test ([evil.test](https://evil.test/))"
        );
        assert_eq!(
            link("docs.eastmoor.test", "https://docs.eastmoor.test/x"),
            "[docs.eastmoor.test](https://docs.eastmoor.test/x)"
        );
        assert_eq!(link("\u{200b}", "https://a.test/(x)"), "[a.test](https://a.test/%28x%29)");
        assert_eq!(link("x", "javascript:alert(1)"), "x");
    }

    #[test]
    fn a_text_keeps_its_formatting() {
        let text = "# Head\n\nA **strong** word, `code` and [a page](https://a.test/).\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
        let units = units(&parse(text), 2000);
        assert_eq!(
            units,
            [
                "**Head**",
                "A **strong** word, `code` and [a page](https://a.test/).",
                "• one\n• two",
                "```\na  b\n1  2\n```",
            ]
        );
    }

    #[test]
    fn quoted_code_keeps_its_lines() {
        let quoted = units(&parse("> To open it, run\n> ```\n> bridge --open\n>   --copper\n> ```"), 2000);
        assert_eq!(quoted, ["> To open it, run", "> ```\n> bridge --open\n>   --copper\n> ```"]);
    }

    #[test]
    fn no_cut_falls_into_a_fence_or_a_link() {
        let code = (0..200).map(|nth| format!("line {nth}\n")).collect::<String>();
        let words =
            (0..400).map(|nth| format!("word{nth} [page {nth}](https://a.test/{nth}) ")).collect::<String>();
        let text = format!("```rust\n{code}```\n\n{words}\n\n**{}**", "strong ".repeat(300));
        for most in [300, 500, 2000] {
            let units = units(&parse(&text), most);
            for unit in &units {
                assert!(length(unit) <= most, "{most}: {} {unit}", length(unit));
                assert_eq!(unit.matches("```").count() % 2, 0, "{unit}");
                assert_eq!(unit.matches("](https://").count(), unit.matches("[page").count(), "{unit}");
                assert_eq!(unit.matches("**").count() % 2, 0, "{unit}");
            }
            assert_eq!(units.iter().filter(|unit| unit.starts_with("```rust\n")).count() > 1, most < 2000);
        }
    }
}
