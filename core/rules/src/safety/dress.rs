//! Letters that look like others.

/// In lower case, with letters that only look Latin, or are Latin in a wider dress, as the Latin ones.
pub(super) fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(text.len());
    // A word in another script is itself; letters of another script inside a Latin word are there to hide it.
    for word in text.split_inclusive(char::is_whitespace) {
        let mixed = word.chars().any(|c| c.is_ascii_alphabetic());
        for c in word.chars() {
            let c = match c {
                '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
                '’' | '‘' => '\'',
                c if mixed => look_alike(c),
                c => c,
            };
            out.extend(c.to_lowercase());
        }
    }
    out
}

/// Cyrillic and Greek letters that disguise Latin words, and those that they look like.
const DISGUISES: &str = "асеіјорѕхуАВСЕНІКМОРТХοαρνι";
const MEANT: &str = "aceijopsxyABCEHIKMOPTXoapvi";

fn look_alike(c: char) -> char {
    let at = DISGUISES.chars().position(|like| like == c);
    at.and_then(|at| MEANT.chars().nth(at)).unwrap_or(c)
}
