//! Words that nothing can be looked up by: greetings, thanks, and sentences of nothing but little words.

use super::language_of;
use crate::text::stopwords::{is_question_word, is_stop_word};
use crate::text::words::{fold, words};

/// Words of a greeting at most: what goes on is a question that begins politely.
const MOST: usize = 5;

/// Is there no question in it? `opens` says that nothing was said before it that it could be about.
pub fn is_small_talk(text: &str, opens: bool) -> bool {
    let whole = fold(text.trim_matches(|c: char| !c.is_alphanumeric()));
    if GREETINGS.contains(&whole.as_str()) || !opens && is_reaction(text, &whole) {
        return true;
    }
    let language = language_of(text);
    let said: Vec<String> = words(text).iter().map(|word| fold(word.text)).collect();
    let is_little = |word: &String| is_stop_word(word, &language) || is_question_word(word, &language);
    let greets = |word: &String| GREETINGS.contains(&word.as_str());
    let greeting = said.len() <= MOST && said.iter().any(greets);
    let empty = said.iter().all(|word| is_little(word) || greeting && (greets(word) || word == "gorkd"));
    // "The Who" and "IT" are more than the little words that they are written with.
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_name = |word: &str| word != first && word != "I" && word.starts_with(char::is_uppercase);
    empty && (opens || greeting) && !text.split_whitespace().any(is_name)
}

/// Said to what was said, as others put an emoji: "ok", "great, thanks", 👍.
fn is_reaction(text: &str, whole: &str) -> bool {
    if text.contains(['?', '？', '؟']) {
        return false;
    }
    let said: Vec<String> = words(text).iter().map(|word| fold(word.text)).collect();
    let reacts = |word: &String| REACTIONS.contains(&word.as_str()) || GREETINGS.contains(&word.as_str());
    REACTIONS.contains(&whole) || said.len() <= MOST && said.iter().all(reacts)
}

/// What people answer an answer with, folded.
const REACTIONS: &[&str] = &[
    "ok",
    "okay",
    "k",
    "1",
    "yes",
    "yep",
    "yeah",
    "no",
    "nope",
    "sure",
    "right",
    "agreed",
    "exactly",
    "nice",
    "cool",
    "great",
    "good",
    "perfect",
    "awesome",
    "excellent",
    "brilliant",
    "wow",
    "lol",
    "haha",
    "hmm",
    "oh",
    "very",
    "so",
    "that",
    "helps",
    "helpful",
    "useful",
    "much",
    "you",
    "got it",
    "makes sense",
    "sounds good",
    "well done",
    "good bot",
    "good to know",
    "good job",
    "no problem",
    "never mind",
    "nevermind",
    "ja",
    "nein",
    "super",
    "toll",
    "klasse",
    "prima",
    "genau",
    "alles klar",
    "passt",
    "gut zu wissen",
    "sehr",
    "gut",
    "vale",
    "si",
    "genial",
    "perfecto",
    "muy bien",
    "de acuerdo",
    "d accord",
    "d'accord",
    "parfait",
    "oui",
    "non",
    "tres bien",
    "понятно",
    "ясно",
    "отлично",
    "хорошо",
    "да",
    "нет",
    "好的",
    "明白",
    "明白了",
    "不错",
    "是的",
    "حسنا",
    "تمام",
    "ممتاز",
    "نعم",
    "لا",
];

/// Greetings and thanks, folded, in the languages that gorkd knows small words of.
const GREETINGS: &[&str] = &[
    "hello",
    "hi",
    "hey",
    "thanks",
    "thank",
    "bye",
    "goodbye",
    "good morning",
    "good evening",
    "hallo",
    "moin",
    "servus",
    "danke",
    "guten tag",
    "guten morgen",
    "hola",
    "gracias",
    "adios",
    "buenos dias",
    "bonjour",
    "salut",
    "merci",
    "bonsoir",
    "ciao",
    "grazie",
    "buongiorno",
    "ola",
    "obrigado",
    "obrigada",
    "bom dia",
    "привет",
    "здравствуите",
    "здравствуйте",
    "спасибо",
    "добрый день",
    "مرحبا",
    "شكرا",
    "你好",
    "您好",
    "谢谢",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greetings_and_little_words_are_no_question() {
        for text in [
            "hello",
            "Hi!",
            "hey there",
            "Thank you very much!",
            "Guten Tag",
            "¡Hola!",
            "你好",
            "Привет!",
            "hello gorkd",
        ] {
            assert!(is_small_talk(text, true) && is_small_talk(text, false), "{text}");
        }
        for text in ["what can you do?", "who are you?", "what is it?", "Was ist das?"] {
            assert!(is_small_talk(text, true), "{text}");
            assert!(!is_small_talk(text, false), "it may be about what was said before: {text}");
        }
    }

    #[test]
    fn a_reaction_is_no_question_where_something_was_said() {
        for text in [
            "ok",
            "Great, thanks!",
            "👍",
            "+1",
            "Got it.",
            "very nice",
            "Alles klar!",
            "Понятно",
            "好的",
            "!!!",
        ] {
            assert!(is_small_talk(text, false), "{text}");
        }
        for text in ["ok?", "nice hotels", "Windows", "no, for Debian", "good alternatives"] {
            assert!(!is_small_talk(text, false), "{text}");
        }
    }

    #[test]
    fn a_question_of_few_words_stays_one() {
        for text in [
            "Who are The Who?",
            "What is IT?",
            "hello world in Rust",
            "What does hello mean in Hawaiian?",
            "Hi, how do I install git?",
            "WAL",
            "vacuum?",
            "什么是容器?",
            "Thanks, and on Windows?",
        ] {
            assert!(!is_small_talk(text, true), "{text}");
        }
    }
}
