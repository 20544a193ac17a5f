//! Decodes bytes: by byte order mark, declared charset, the document's own declaration, or a guess.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// How far into a document to look for its charset declaration, in bytes.
const LOOK: usize = 4_096;

/// A decoded document.
pub struct Decoded {
    pub text: String,
    /// Some bytes were invalid in the charset and were replaced.
    pub damaged: bool,
}

/// Decodes bytes. `cut` says that they may end in the middle of a character.
pub fn decode(bytes: Vec<u8>, content_type: Option<&str>, cut: bool) -> Decoded {
    if let Some((encoding, mark)) = Encoding::for_bom(&bytes) {
        return with(encoding, &bytes[mark..], cut);
    }
    // Valid UTF-8 is UTF-8, whatever a wrong header says: text in other charsets almost never looks like it.
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if !is_wide_ascii(text.as_bytes()) && !text.contains('\u{1b}') => {
            return Decoded { text, damaged: false };
        }
        Ok(text) => text.into_bytes(),
        Err(error) if cut && error.utf8_error().error_len().is_none() => {
            let valid = error.utf8_error().valid_up_to();
            let mut bytes = error.into_bytes();
            bytes.truncate(valid);
            return Decoded { text: String::from_utf8_lossy(&bytes).into_owned(), damaged: false };
        }
        Err(error) => error.into_bytes(),
    };
    let said = content_type.and_then(of_content_type).or_else(|| of_document(&bytes));
    let decoded = with(said.unwrap_or_else(|| guess(&bytes)), &bytes, cut);
    if decoded.damaged && said.is_some() {
        // The declared charset is wrong, so use a guess if it fits better.
        let second = with(guess(&bytes), &bytes, cut);
        if !second.damaged {
            return second;
        }
    }
    decoded
}

fn with(encoding: &'static Encoding, bytes: &[u8], cut: bool) -> Decoded {
    let (text, damaged) = encoding.decode_without_bom_handling(bytes);
    let mut text = text.into_owned();
    // A last character cut in half is not damage.
    if damaged && cut && text.ends_with('\u{fffd}') {
        text.pop();
        let damaged = text.contains('\u{fffd}');
        return Decoded { text, damaged };
    }
    Decoded { text, damaged }
}

fn of_content_type(content_type: &str) -> Option<&'static Encoding> {
    let lower = content_type.to_ascii_lowercase();
    let label = lower.split(';').skip(1).find_map(|part| part.trim().strip_prefix("charset="))?;
    Encoding::for_label(label.trim().trim_matches(['"', '\'']).as_bytes())
}

/// The charset in `<meta charset=…>`, `<meta http-equiv … charset=…>` or `<?xml encoding=…?>` near the start.
/// A document in which this is readable as ASCII cannot be UTF-16.
fn of_document(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(LOOK)]).to_ascii_lowercase();
    let found = ["charset=", "encoding="].iter().find_map(|key| {
        let after = &start[start.find(key)? + key.len()..];
        let label = after.trim_start_matches(['"', '\'', ' ']);
        let end = label.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_' | ':' | '.'))?;
        Encoding::for_label(&label.as_bytes()[..end])
    })?;
    Some(if found == UTF_16LE || found == UTF_16BE { UTF_8 } else { found })
}

/// Guesses the charset: UTF-16 by its NUL bytes, else by the detector that browsers use.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let start = &bytes[..bytes.len().min(64 * 1_024)];
    let zeros = |offset: usize| start.iter().skip(offset).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    if even + odd > start.len() / 10 {
        return if odd >= even { UTF_16LE } else { UTF_16BE };
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(start, true);
    detector.guess(None, Utf8Detection::Deny)
}

/// ASCII in UTF-16 is valid UTF-8 full of NULs.
fn is_wide_ascii(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(LOOK)];
    let zeros = start.iter().filter(|byte| **byte == 0).count();
    zeros * 3 > start.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{BIG5, EUC_JP, EUC_KR, GB18030, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};

    fn text_of(bytes: &[u8], content_type: Option<&str>) -> String {
        decode(bytes.to_vec(), content_type, false).text
    }

    #[test]
    fn declared_charsets_are_used() {
        let japanese = "日本語のページです。";
        let (bytes, _, _) = SHIFT_JIS.encode(japanese);
        assert_eq!(text_of(&bytes, Some("text/html; charset=Shift_JIS")), japanese);
        let page = [b"<meta charset='shift_jis'><p>".as_slice(), &bytes].concat();
        assert!(text_of(&page, None).ends_with(japanese));
        let (bytes, _, _) = WINDOWS_1252.encode("“naïve” – 5 €");
        assert_eq!(text_of(&bytes, Some("text/plain; charset=\"windows-1252\"")), "“naïve” – 5 €");
    }

    #[test]
    fn charsets_are_guessed_when_nothing_is_said() {
        let japanese = "日本語の文章はとても面白いですね。今日は良い天気です。".repeat(3);
        let chinese = "这是一个用来测试编码的中文句子，今天天气很好。".repeat(3);
        let taiwanese = "這是一個用來測試編碼的中文句子，今天的天氣很好，我們都在這裡。".repeat(3);
        let korean = "이것은 인코딩을 시험하기 위한 한국어 문장입니다. ".repeat(3);
        let russian = "Это предложение написано по-русски для проверки. ".repeat(3);
        let french = "Les élèves ont été reçus à l’école près de la forêt. ".repeat(3);
        for (encoding, text) in [
            (SHIFT_JIS, &japanese),
            (EUC_JP, &japanese),
            (GB18030, &chinese),
            (BIG5, &taiwanese),
            (EUC_KR, &korean),
            (WINDOWS_1251, &russian),
            (WINDOWS_1252, &french),
        ] {
            let (bytes, _, _) = encoding.encode(text);
            assert_eq!(&text_of(&bytes, None), text, "{}", encoding.name());
        }
        let wide: Vec<u8> = "plain words".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(text_of(&wide, None), "plain words");
        let marked =
            [b"\xfe\xff".to_vec(), "naïve".encode_utf16().flat_map(u16::to_be_bytes).collect()].concat();
        assert_eq!(text_of(&marked, None), "naïve");
    }

    #[test]
    fn a_wrong_declaration_gives_way_and_a_cut_character_is_no_damage() {
        assert_eq!(text_of("日本".as_bytes(), Some("text/html; charset=iso-8859-1")), "日本");
        let decoded = decode("naïve 日本".as_bytes()[..11].to_vec(), None, true);
        assert_eq!((decoded.text.as_str(), decoded.damaged), ("naïve 日", false));
    }
}
