//! The last step for every text: escapes all of Discord's markup.

/// Characters with a meaning anywhere in a line.
const MARKS: &str = r"\*_~`|[]<>";
/// Inserted between characters that must not be parsed together.
const ZERO_WIDTH_SPACE: char = '\u{200b}';

/// Joins the adjacent characters, or keeps them apart.
const JOINER: char = '\u{200d}';
const NON_JOINER: char = '\u{200c}';

/// Removes invisible characters: control characters, marks that change the direction, zero-width spaces.
/// Joiners stay where a script or an emoji needs them.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = None;
    for (at, c) in text.char_indices() {
        let after = || text[at + c.len_utf8()..].chars().next();
        if !is_hidden(c) || (before.zip(after())).is_some_and(|(before, after)| belongs(c, before, after)) {
            out.push(c);
            before = Some(c);
        }
    }
    out
}

/// Whether this invisible character affects how its neighbors are written.
fn belongs(c: char, before: char, after: char) -> bool {
    let letters = is_joined(before) && is_joined(after);
    match c {
        JOINER => letters || (ends_emoji(before) && is_emoji(after)),
        NON_JOINER => letters,
        _ => false,
    }
}

/// Characters of scripts in which a letter's form depends on its neighbors: Arabic, Syriac, N'Ko, the scripts
/// of India and its neighbors, Mongolian.
fn is_joined(c: char) -> bool {
    matches!(c,
            '\u{0620}'..='\u{06ff}' | '\u{0700}'..='\u{074f}' | '\u{0750}'..='\u{077f}' | '\u{07c0}'..='\u{07ff}'
            | '\u{0840}'..='\u{08ff}' | '\u{0900}'..='\u{0dff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{18af}'
            | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

fn is_emoji(c: char) -> bool {
    matches!(c, '\u{1f000}'..='\u{1faff}' | '\u{2190}'..='\u{21ff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}')
}

/// Whether this is an emoji, or the variation selector after one.
fn ends_emoji(c: char) -> bool {
    is_emoji(c) || c == '\u{fe0f}'
}

fn is_hidden(c: char) -> bool {
    let unseen = matches!(c,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{061c}' | '\u{feff}'
        | '\u{00ad}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{e0000}'..='\u{e007f}');
    unseen || (c.is_control() && c != '\n')
}

/// Escapes text so that it is shown literally.
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
            out.push(ZERO_WIDTH_SPACE);
        }
        before = c;
    }
    out
}

/// Whether the current line so far is a number.
fn begins_with_number(out: &str) -> bool {
    let line = out.rsplit('\n').next().unwrap_or_default().trim_start();
    !line.is_empty() && line.chars().all(|c| c.is_ascii_digit())
}

/// Whether Discord would parse a mention, a URL or an invitation starting here.
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

/// A code span.
pub fn code(text: &str) -> String {
    let text = visible(text).replace('`', "ˋ").replace('\n', " ");
    let text = text.trim();
    if text.is_empty() { String::new() } else { format!("`{text}`") }
}

/// The lines of a fenced block. A fence inside them would end it.
pub fn fenced(text: &str) -> String {
    visible(text).replace("```", "ˋˋˋ")
}

/// For places without markup: button labels, list entries, footers, form titles. At most `most` characters.
pub fn label(text: &str, most: usize) -> String {
    let flat = visible(text).split_whitespace().collect::<Vec<_>>().join(" ");
    gorkd_core::text::cut(&flat, most, length)
}

/// The length in UTF-16 code units, the stricter of the two ways in which Discord is said to count.
pub fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joiners_are_kept_only_where_a_script_needs_them() {
        for whole in [
            "می\u{200c}خواهم",
            "نامه\u{200c}ای",
            "क्\u{200d}ष",
            "ক্\u{200c}ষ",
            "ශ්\u{200d}රී",
            "👩\u{200d}🔬",
            "👩🏽\u{200d}🚀",
            "🏳\u{fe0f}\u{200d}🌈",
            "❤\u{fe0f}\u{200d}🔥",
        ] {
            assert_eq!(visible(whole), whole, "{whole}");
        }
        for (text, shown) in [
            ("a\u{200d}b", "ab"),
            ("pay\u{200c}pal", "paypal"),
            ("می\u{200c}", "می"),
            ("\u{200d}🔬", "🔬"),
            ("می\u{200c}\u{200c}\u{200d}خواهم", "می\u{200d}خواهم"),
            ("می\u{200c} x", "می x"),
            ("👩\u{200c}🔬", "👩🔬"),
            ("@\u{200d}everyone", "@everyone"),
            ("1\u{200d}2", "12"),
            ("\u{200d}\u{200c}\u{200d}", ""),
        ] {
            assert_eq!(visible(text), shown, "{text:?}");
        }
        assert_eq!(escape("می\u{200c}خواهم @everyone"), "می\u{200c}خواهم @\u{200b}everyone");
    }

    #[test]
    fn no_dangerous_markup_keeps_its_meaning() {
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
