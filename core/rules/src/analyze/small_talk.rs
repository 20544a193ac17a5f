//! Small talk, which can't be researched: greetings, thanks, and sentences of function words only.

use super::language_of;
use crate::text::says_little;
use crate::text::tables::Tables;
use crate::text::words::{fold, words};

/// Maximum words of a greeting. Anything longer is a question that starts politely.
const MOST: usize = 7;

/// Whether a text contains no question. `opens` means that nothing was said before that it could refer to.
pub fn is_small_talk(text: &str, opens: bool) -> bool {
    let whole = fold(text.trim_matches(|c: char| !c.is_alphanumeric()));
    if greets(&whole) || pleads(&whole) || !opens && is_reaction(text, &whole) {
        return true;
    }
    let language = language_of(text);
    let said: Vec<String> = words(text).iter().map(|word| fold(word.text)).collect();
    let greeting = said.len() <= MOST && said.iter().any(|word| greets(word));
    // "Does it help?" may be about what was said before.
    let says_nothing = |word: &String| {
        says_little(word, &language) || greeting && (greets(word) || word == "gorkd") || opens && pleads(word)
    };
    let empty = said.iter().all(says_nothing);
    // "The Who" and "IT" are names, although they are spelled like function words.
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_name = |word: &str| word != first && word != "I" && word.starts_with(char::is_uppercase);
    empty && (opens || greeting) && !text.split_whitespace().any(is_name)
}

fn greets(folded: &str) -> bool {
    Tables::all().greetings.folded().has(folded)
}

fn pleads(folded: &str) -> bool {
    Tables::all().pleas.folded().has(folded)
}

/// Whether it is only a reaction to what was said, like an emoji: "ok", "great, thanks", 👍.
fn is_reaction(text: &str, whole: &str) -> bool {
    if text.contains(['?', '？', '؟']) {
        return false;
    }
    let said: Vec<String> = words(text).iter().map(|word| fold(word.text)).collect();
    let known = Tables::all().reactions.folded();
    let reacts = |word: &String| known.has(word) || greets(word);
    known.has(whole) || said.len() <= MOST && said.iter().all(reacts)
}

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
            "help",
        ] {
            assert!(is_small_talk(text, true) && is_small_talk(text, false), "{text}");
        }
        for text in [
            "what can you do?",
            "who are you?",
            "what is it?",
            "Was ist das?",
            "Hi there, can you help me?",
            "Kannst du mir helfen?",
            "Привет, что ты умеешь?",
            "你好，你能做什么？",
            "Does it help?",
        ] {
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
            "Can you help me with vim?",
        ] {
            assert!(!is_small_talk(text, true), "{text}");
        }
    }
}
