//! Detects the language of a text.

use gorkd_core::text::stopwords::is_stop_word;
use gorkd_core::text::words::is_unspaced;
use whatlang::Lang;

/// Characters to examine, and the number of places they are from. More does not change the result.
const SAMPLE: usize = 2_000;
const PIECES: usize = 10;
/// With fewer letters, statistics mean little and the declared language takes precedence.
const ENOUGH: usize = 200;
/// With fewer running words, a text has no language of its own: names, numbers, and labels are in any.
const FEWEST_WORDS: usize = 12;

/// The ISO 639-1 code of a text's language. `declared` is the document's own claim, for example `en-GB`.
pub fn detect(text: &str, declared: Option<&str>) -> Option<String> {
    let declared = declared.and_then(primary_code);
    let sample = prose_sample(text);
    if running_words(&sample) < FEWEST_WORDS {
        return declared;
    }
    if declared.as_deref() == Some(ENGLISH) && is_english(&sample) {
        return declared;
    }
    let sample = in_own_script(&sample).unwrap_or(sample);
    let guess = whatlang::detect(&sample);
    let letters = sample.chars().filter(|c| c.is_alphabetic()).count();
    match (guess, declared) {
        (Some(guess), Some(declared)) => {
            let sure = guess.is_reliable() && letters >= ENOUGH;
            Some(if sure { code(guess.lang()).map_or(declared, str::to_owned) } else { declared })
        }
        (Some(guess), None) if guess.is_reliable() || letters >= ENOUGH => {
            code(guess.lang()).map(str::to_owned)
        }
        (Some(_), None) => None,
        (None, declared) => declared,
    }
}

const ENGLISH: &str = "en";
/// Share of common English words from which a text counts as English. English prose has 0.3 to 0.5, other
/// languages at most a tenth. Most pages declare English, and most of them are.
const EVERYDAY: f64 = 0.25;

/// Share of the letters from which a script other than Latin tells the language.
const OWN: f64 = 0.25;

/// Whether a text is clearly English, which is quicker to check than to detect its language.
fn is_english(sample: &str) -> bool {
    let words = sample.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let (all, everyday) = words.fold((0_usize, 0_usize), |(all, everyday), word| {
        (all + 1, everyday + usize::from(is_stop_word(&word.to_lowercase(), ENGLISH)))
    });
    all >= ENOUGH / 5 && everyday as f64 >= EVERYDAY * all as f64
}

/// Whether this has the form of an ISO 639-1 code: two letters.
pub fn is_language_code(code: &str) -> bool {
    code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_lowercase())
}

fn primary_code(declared: &str) -> Option<String> {
    let primary = declared.trim().split(['-', '_', ',']).next()?.to_ascii_lowercase();
    is_language_code(&primary).then_some(primary)
}

/// Words that are not written like a name, an abbreviation, or a number. Scripts without spaces have many in a run.
fn running_words(sample: &str) -> usize {
    let runs = sample.split(|c: char| c.is_whitespace() || is_unspaced(c)).filter(|run| {
        let word = run.trim_matches(|c: char| !c.is_alphanumeric());
        word.starts_with(|c: char| c.is_alphabetic() && !c.is_uppercase())
            && word.chars().all(|c| !c.is_ascii_digit() && !matches!(c, '.' | '/' | '_' | '@' | ':' | '='))
    });
    runs.count() + sample.chars().filter(|c| is_unspaced(*c)).count() / 2
}

/// Pieces from all over the text without its code and its tables, which would look like some random language: a page
/// may begin in another language than it goes on in.
fn prose_sample(text: &str) -> String {
    let mut in_code = false;
    let is_prose = |line: &&str| {
        let fence = line.starts_with("```");
        in_code ^= fence;
        let row = line.trim_start().starts_with('|') && line.ends_with('|');
        !fence && !in_code && !row && line.contains(|c: char| c == ' ' || is_unspaced(c))
    };
    let prose = text.lines().filter(is_prose).collect::<Vec<_>>().join("\n");
    if prose.chars().count() <= SAMPLE {
        return prose;
    }
    let starts = (0..PIECES).filter_map(|piece| {
        (prose.len() * piece / PIECES..prose.len()).find(|at| prose.is_char_boundary(*at))
    });
    starts.flat_map(|at| prose[at..].chars().take(SAMPLE / PIECES).chain(['\n'])).collect()
}

/// A text without its Latin letters, if another script has a good share of its letters: texts in any script contain
/// names and commands in Latin letters.
fn in_own_script(text: &str) -> Option<String> {
    let is_latin = |c: char| c.is_alphabetic() && matches!(c, '\0'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}');
    let (mut own, mut latin) = (0_usize, 0_usize);
    for c in text.chars().filter(|c| c.is_alphabetic()) {
        // A word of two such characters has some five letters elsewhere.
        match is_latin(c) {
            true => latin += 1,
            false => own += 1 + usize::from(is_unspaced(c)),
        }
    }
    (own as f64 >= OWN * (own + latin) as f64 && own > 0).then(|| text.replace(is_latin, ""))
}

/// ISO 639-1 codes of the detectable languages.
fn code(lang: Lang) -> Option<&'static str> {
    const CODES: &[(&str, &str)] = &[
        ("afr", "af"),
        ("aka", "ak"),
        ("amh", "am"),
        ("ara", "ar"),
        ("aze", "az"),
        ("bel", "be"),
        ("ben", "bn"),
        ("bul", "bg"),
        ("cat", "ca"),
        ("ces", "cs"),
        ("cmn", "zh"),
        ("cym", "cy"),
        ("dan", "da"),
        ("deu", "de"),
        ("ell", "el"),
        ("eng", "en"),
        ("epo", "eo"),
        ("est", "et"),
        ("fin", "fi"),
        ("fra", "fr"),
        ("guj", "gu"),
        ("heb", "he"),
        ("hin", "hi"),
        ("hrv", "hr"),
        ("hun", "hu"),
        ("hye", "hy"),
        ("ind", "id"),
        ("ita", "it"),
        ("jav", "jv"),
        ("jpn", "ja"),
        ("kan", "kn"),
        ("kat", "ka"),
        ("khm", "km"),
        ("kor", "ko"),
        ("lat", "la"),
        ("lav", "lv"),
        ("lit", "lt"),
        ("mal", "ml"),
        ("mar", "mr"),
        ("mkd", "mk"),
        ("mya", "my"),
        ("nep", "ne"),
        ("nld", "nl"),
        ("nob", "no"),
        ("ori", "or"),
        ("pan", "pa"),
        ("pes", "fa"),
        ("pol", "pl"),
        ("por", "pt"),
        ("ron", "ro"),
        ("rus", "ru"),
        ("sin", "si"),
        ("slk", "sk"),
        ("slv", "sl"),
        ("sna", "sn"),
        ("spa", "es"),
        ("srp", "sr"),
        ("swe", "sv"),
        ("tam", "ta"),
        ("tel", "te"),
        ("tgl", "tl"),
        ("tha", "th"),
        ("tuk", "tk"),
        ("tur", "tr"),
        ("ukr", "uk"),
        ("urd", "ur"),
        ("uzb", "uz"),
        ("vie", "vi"),
        ("yid", "yi"),
        ("zul", "zu"),
    ];
    CODES.iter().find(|(three, _)| *three == lang.code()).map(|(_, two)| *two)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_detected_from_the_text() {
        let english =
            "The quick brown fox jumps over the lazy dog while everybody else is asleep. ".repeat(4);
        assert_eq!(detect(&english, None).as_deref(), Some("en"));
        assert_eq!(detect(&english, Some("de")).as_deref(), Some("en"), "the text is stronger than the mark");
        let german =
            "Die Straßen der Stadt waren an diesem Abend leer, weil alle das Spiel sahen. ".repeat(4);
        assert_eq!(detect(&german, Some("en-US")).as_deref(), Some("de"));
        let plain =
            "This is the harbour that was built by the town, and it is still in use today. ".repeat(4);
        assert_eq!(detect(&plain, Some("en-GB")).as_deref(), Some("en"));
        for other in [
            "De haven van de stad is in de vorige eeuw gebouwd en was lang de grootste van het land. ",
            "Havnen i byen er bygget i det forrige århundrede, og den er stadig den største i landet. ",
            "O porto da cidade foi construído no século passado e é até hoje o maior do país. ",
        ] {
            let text = other.repeat(4);
            assert!(!is_english(&text), "{text}");
        }
        assert_eq!(
            detect("日本語の文章はとても面白いですね。今日は良い天気です。", None).as_deref(),
            Some("ja")
        );
        let chinese =
            "如果需要，请先安装 apt-file，然后运行 apt-file update。\n这个命令会更新软件包的列表。\n"
                .repeat(10);
        assert_eq!(detect(&chinese, None).as_deref(), Some("zh"), "its lines need no spaces");
        let mixed = format!("{english}{}", "Этот раздел ещё не переведён, но скоро будет готов. ".repeat(4));
        assert_eq!(detect(&mixed, Some("ru")).as_deref(), Some("ru"));
        let late = format!("{}\n{}", english.repeat(7), german.repeat(30));
        assert_eq!(detect(&late, Some("de")).as_deref(), Some("de"), "it only begins in English");
        assert_eq!(detect("OK", Some("en-GB")).as_deref(), Some("en"), "too short to tell");
        assert_eq!(detect("", None), None);
    }

    #[test]
    fn tables_names_and_numbers_are_in_no_language() {
        let carriers = "| carrier | country | protocol | cutoff | pickup_days | contact |\n| --- | --- | --- | --- | --- \
                        | --- |\n| DHL | DE | REST | 16:00 | Mon-Sat | paket-support@dhl.example |\n| Colissimo | FR | \
                        REST | 14:00 | Mon-Sat | support.colissimo@laposte.example |\n| Chronopost | FR | SOAP | 17:30 \
                        | Mon-Sat | it@chronopost.example |";
        assert_eq!(detect(carriers, None), None);
        assert_eq!(detect(&format!("# Vendor list\n\n{carriers}\n\nCancel in time."), None), None);
        assert_eq!(detect(carriers, Some("de")).as_deref(), Some("de"), "what it says of itself stays");
        let names =
            "Carlos Mendes, Priya Raman, Fatima El-Amrani\nLucie Marchand, Arne Thomsen, Tobias Rehm\n"
                .repeat(5);
        assert_eq!(detect(&names, None), None);
        let settings = "- name: eta_v2\n- owner: deniz\n- since: 2025-09-01\n- share: 0.5\n".repeat(3);
        assert_eq!(detect(&settings, None), None);
        let german = "Die Liste nennt alle Partner, mit denen wir in diesem Jahr arbeiten, und wer bei uns für sie \
                      zuständig ist.";
        assert_eq!(detect(&format!("{german}\n\n{carriers}"), None).as_deref(), Some("de"));
    }
}
