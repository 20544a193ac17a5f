//! The language of a question. Questions are short, so function words are checked before statistics.

use crate::text::{lower_words, says_little, stopwords};
use std::ops::RangeInclusive;
use whatlang::Lang;

/// The ISO 639-1 code. Text that is too short or too mixed counts as English, unless its script says otherwise.
pub fn language_of(text: &str) -> String {
    let words = lower_words(text);
    if let Some((code, share)) = by_script(text, &words) {
        // Questions in any script contain names and commands in Latin letters, but no English function words.
        let small = |word: &String| {
            word.chars().count() > 1 && LATIN.iter().any(|language| says_little(word, language))
        };
        if share >= MOSTLY || !words.iter().any(small) {
            return code.to_owned();
        }
    }
    // A question word at the start of a question counts twice: there may be nothing else to go by.
    let asks = text.trim_end().ends_with('?');
    let hits = |language: &str| -> usize {
        let small = words.iter().filter(|word| stopwords::is_stop_word(word, language)).count();
        let asking = words.iter().filter(|word| stopwords::is_question_word(word, language)).count();
        let leads = words.first().is_some_and(|word| stopwords::is_question_word(word, language));
        small + asking + usize::from(asks && leads)
    };
    let mut scores: Vec<(usize, &str)> = LATIN.iter().map(|language| (hits(language), *language)).collect();
    scores.sort_by_key(|(hits, _)| std::cmp::Reverse(*hits));
    let accents = text.chars().any(|c| c.is_alphabetic() && !c.is_ascii());
    match scores.as_slice() {
        [(best, language), (second, _), ..] if *best >= 2 && best > second => (*language).to_owned(),
        _ => match whatlang::detect(text).filter(|info| info.is_reliable() && (accents || text.len() > 60)) {
            Some(info) => code(info.lang()).unwrap_or("en").to_owned(),
            None => "en".to_owned(),
        },
    }
}

/// Languages that are distinguished by their function words.
const LATIN: [&str; 6] = ["en", "de", "es", "fr", "it", "pt"];

/// Characters from which statistics tell languages of one script apart.
const LONG: usize = 60;

/// The share of letters above which the script determines the language.
const MOSTLY: f64 = 1.0 / 3.0;

/// The language that is the only, or the main, one written in a script, and the script's share of the letters. `words`
/// are those of the text, in lower case.
fn by_script(text: &str, words: &[String]) -> Option<(&'static str, f64)> {
    let script_of =
        |c: char| SCRIPTS.iter().find(|(ranges, _)| ranges.iter().any(|range| range.contains(&c)));
    let letters = text.chars().filter(|c| c.is_alphabetic()).map(script_of);
    let codes: Vec<Option<&str>> = letters.map(|script| script.map(|(_, code)| *code)).collect();
    let share = codes.iter().flatten().count() as f64 / codes.len().max(1) as f64;
    // Korean texts have Chinese characters, too.
    let is_main =
        |code: &&str| codes.contains(&Some(*code)) && (*code != "zh" || !codes.contains(&Some("ko")));
    let main = SCRIPTS.iter().map(|(_, code)| *code).find(is_main)?;
    // Statistics take many short Russian questions for Bulgarian ones. Where neither a letter nor the function words
    // speak against the main language of a script, only a sure result about a longer text does.
    let usual = !text.chars().any(is_unusual);
    let long = text.chars().count() > LONG;
    let told = |main: &'static str, others: &[&str]| -> &'static str {
        let is_main = usual && words.iter().any(|word| says_little(word, main));
        let info = whatlang::detect(text).filter(|info| !is_main || long && info.is_reliable());
        info.and_then(|info| code(info.lang())).filter(|code| others.contains(code)).unwrap_or(main)
    };
    let code = match main {
        "ar" => told("ar", &["ar", "fa", "ur"]),
        "ru" => told("ru", &["ru", "uk", "bg", "sr", "mk", "be"]),
        main => main,
    };
    Some((code, share))
}

/// Scripts, each with the only, or the main, language that is written in it.
static SCRIPTS: [(&[RangeInclusive<char>], &str); 8] = [
    (&['\u{3040}'..='\u{30FF}'], "ja"),
    (&['\u{4E00}'..='\u{9FFF}', '\u{3400}'..='\u{4DBF}'], "zh"),
    (&['\u{AC00}'..='\u{D7AF}'], "ko"),
    (&['\u{0600}'..='\u{06FF}'], "ar"),
    (&['\u{0400}'..='\u{04FF}'], "ru"),
    (&['\u{0E00}'..='\u{0E7F}'], "th"),
    (&['\u{0370}'..='\u{03FF}'], "el"),
    (&['\u{0590}'..='\u{05FF}'], "he"),
];

/// A letter in Cyrillic or Arabic script that Russian or Arabic does not have. Arabic vowel marks count as letters.
fn is_unusual(c: char) -> bool {
    let cyrillic = matches!(c, '\u{400}'..='\u{4FF}') && !matches!(c, 'А'..='я' | 'Ё' | 'ё');
    let arabic =
        c.is_alphabetic() && matches!(c, '\u{600}'..='\u{6FF}') && !matches!(c, '\u{621}'..='\u{657}');
    cyrillic || arabic
}

/// The English name of a language, by its ISO 639-1 code.
pub fn language_name(code_of: &str) -> Option<&'static str> {
    match code_of {
        "zh" => Some("Chinese"),
        _ => Lang::all()
            .iter()
            .find(|language| code(**language) == Some(code_of))
            .map(|language| language.eng_name()),
    }
}

/// The languages with a code in ISO 639-1, by their codes in ISO 639-3.
const CODES: &str = "ara ar bel be ben bn bul bg cat ca ces cs cmn zh dan da deu de ell el eng en est et \
    fin fi fra fr heb he hin hi hrv hr hun hu ind id ita it jpn ja kor ko lit lt lav lv mkd mk nld nl \
    nob no pes fa pol pl por pt ron ro rus ru slk sk slv sl spa es srp sr swe sv tha th tur tr ukr uk \
    urd ur vie vi";

fn code(language: Lang) -> Option<&'static str> {
    let mut codes = CODES.split(' ');
    codes.find(|long| *long == language.code()).and_then(|_| codes.next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_their_short_codes() {
        for (language, short) in [
            (Lang::Ara, Some("ar")),
            (Lang::Cmn, Some("zh")),
            (Lang::Deu, Some("de")),
            (Lang::Nob, Some("no")),
            (Lang::Pes, Some("fa")),
            (Lang::Vie, Some("vi")),
            (Lang::Epo, None),
        ] {
            assert_eq!(code(language), short, "{language}");
        }
        assert_eq!(Lang::all().iter().filter_map(|language| code(*language)).count(), 42);
    }
}
