//! The last step of every text: nothing of it means anything to Discord any more.

/// Letters that have a meaning somewhere in a line.
const MARKS: &str = r"\*_~`|[]<>";
/// Between letters that must not be read as one.
const NOTHING: char = '\u{200b}';

/// Text without letters that nobody sees: controls, marks that turn the direction, spaces without width.
pub fn visible(text: &str) -> String {
    text.chars().filter(|c| !is_hidden(*c)).collect()
}

fn is_hidden(c: char) -> bool {
    let unseen = matches!(c,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{061c}' | '\u{feff}'
        | '\u{00ad}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{e0000}'..='\u{e007f}');
    unseen || (c.is_control() && c != '\n')
}

/// Words that are shown as they are.
pub fn escape(text: &str) -> String {
    let text = visible(text);
    let mut out = String::with_capacity(text.len() + 8);
    let mut before = '\n';
    for (at, c) in text.char_indices() {
        let rest = &text[at..];
        let first =
            before == '\n' || (before.is_whitespace() && out.trim_end_matches([' ', '\t']).ends_with('\n'));
        let first = first || out.trim().is_empty();
        if MARKS.contains(c) || (first && "#-+".contains(c)) {
            out.push('\\');
        }
        // "1. " begins a list, and so does "1) ".
        let numbered = ".)".contains(c) && before.is_ascii_digit() && begins_with_number(&out);
        if numbered {
            out.push('\\');
        }
        out.push(c);
        if breaks(c, rest) {
            out.push(NOTHING);
        }
        before = c;
    }
    out
}

/// Is the line that is being written a number so far?
fn begins_with_number(out: &str) -> bool {
    let line = out.rsplit('\n').next().unwrap_or_default().trim_start();
    !line.is_empty() && line.chars().all(|c| c.is_ascii_digit())
}

/// Is this where a mention, an address or an invitation would be read from?
fn breaks(c: char, rest: &str) -> bool {
    let after = &rest[c.len_utf8()..];
    let lower = |most: usize| after.chars().take(most).collect::<String>().to_lowercase();
    match c {
        '@' => lower(8).starts_with("everyone") || lower(4) == "here" || after.starts_with(['!', '&']),
        ':' => after.starts_with("//"),
        'd' | 'D' => {
            let next = lower(22);
            next.starts_with("iscord.gg")
                || next.starts_with("iscord.com/invite")
                || next.starts_with("iscordapp.com/invite")
        }
        _ => false,
    }
}

/// Inside of a code span.
pub fn code(text: &str) -> String {
    let text = visible(text).replace('`', "ˋ").replace('\n', " ");
    let text = text.trim();
    if text.is_empty() { String::new() } else { format!("`{text}`") }
}

/// Lines of a fenced block: a fence in them would end it.
pub fn fenced(text: &str) -> String {
    visible(text).replace("```", "ˋˋˋ")
}

/// For places that know no markup: button labels, entries of lists, footers, titles of forms. At most `most` letters.
pub fn label(text: &str, most: usize) -> String {
    let flat = visible(text).split_whitespace().collect::<Vec<_>>().join(" ");
    gorkd_core::text::cut(&flat, most, length)
}

/// Letters as Discord counts them: UTF-16 units, the stricter of the two ways that it is said to count.
pub fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_the_dangerous_list_keeps_its_meaning() {
        for (text, shown) in [
            ("@everyone", "@\u{200b}everyone"),
            ("@here now", "@\u{200b}here now"),
            ("<@1> <@&1> <#1>", "\\<@1\\> \\<@\u{200b}&1\\> \\<#1\\>"),
            ("</cmd:1> <t:0:R>", r"\</cmd:1\> \<t:0:R\>"),
            ("[bank](https://evil)", "\\[bank\\](https:\u{200b}//evil)"),
            ("discord.gg/abc", "d\u{200b}iscord.gg/abc"),
            ("```\n**a**", "\\`\\`\\`\n\\*\\*a\\*\\*"),
            ("a\u{202e}b\u{200b}c", "abc"),
            ("# head\n- item\n1. one", "\\# head\n\\- item\n1\\. one"),
            ("a-b #c 1.5", "a-b #c 1.5"),
            ("ann@example.org", "ann@example.org"),
        ] {
            assert_eq!(escape(text), shown, "{text}");
        }
        assert_eq!(code("a`b"), "`aˋb`");
        assert_eq!(fenced("a\n```\nb"), "a\nˋˋˋ\nb");
        assert_eq!(label("a\u{200b}  b\nc", 3), "a…");
    }
}
