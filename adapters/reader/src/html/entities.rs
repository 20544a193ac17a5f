//! Character references such as `&amp;`, `&#8217;` and `&nbsp`.

use std::borrow::Cow;

/// In bytes. The longest reference name has 31 characters; anything longer is not a reference.
const LONGEST: usize = 33;

/// What browsers make of the numbers 128 to 159, by which old pages mean windows-1252 (HTML standard,
/// "numeric character reference end state").
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Replaces references in a text; anything else stays unchanged.
pub fn decode(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find('&') else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..first]);
    let mut rest = &text[first..];
    loop {
        let length = decode_one(rest, &mut out);
        if length == 0 {
            out.push('&');
        }
        rest = &rest[length.max(1)..];
        let Some(next) = rest.find('&') else { break };
        out.push_str(&rest[..next]);
        rest = &rest[next..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Decodes the reference at the start of `text` and returns its length in bytes; 0 if there is none.
fn decode_one(text: &str, out: &mut String) -> usize {
    let body = &text[1..];
    if let Some(number) = body.strip_prefix('#') {
        let (digits, radix, skip) = match number.strip_prefix(['x', 'X']) {
            Some(hex) => (hex, 16, 3),
            None => (number, 10, 2),
        };
        let length = digits.bytes().take_while(|byte| char::from(*byte).is_digit(radix)).count();
        let Ok(code) = u32::from_str_radix(&digits[..length.min(8)], radix) else { return 0 };
        out.push(match code {
            0x80..=0x9f => WINDOWS[code as usize - 0x80],
            _ => char::from_u32(code).filter(|c| *c != '\0').unwrap_or('\u{fffd}'),
        });
        return skip + length + usize::from(digits[length..].starts_with(';'));
    }
    let length = body.bytes().take(LONGEST).take_while(u8::is_ascii_alphanumeric).count();
    let (name, ended) = (&body[..length], body[length..].starts_with(';'));
    let simple = match name {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "nbsp" => "\u{a0}",
        "apos" if ended => "'",
        "copy" => "©",
        "reg" => "®",
        _ if ended => {
            let reference = &text[..length + 2];
            let decoded = html_escape::decode_html_entities(reference);
            if decoded == reference {
                return 0;
            }
            out.push_str(&decoded);
            return length + 2;
        }
        _ => return 0,
    };
    out.push_str(simple);
    1 + length + usize::from(ended)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_replaced_and_the_rest_stays() {
        assert_eq!(
            decode("a &amp; b &lt;c&gt; &#8217;&#x2019;&#146; &eacute;&nbsp"),
            "a & b <c> ’’’ é\u{a0}"
        );
        assert_eq!(decode("AT&T & co &unknown; &; &# &#x; &"), "AT&T & co &unknown; &; &# &#x; &");
        assert_eq!(decode("&#0;&#99999999999;"), "\u{fffd}\u{fffd}");
        assert!(matches!(decode("plain"), Cow::Borrowed(_)));
    }
}
