//! What sort of answer a question wants, told by its words.

use crate::text::mentions::{MentionKind, mentions};
use crate::text::words::fold;
use gorkd_core::model::{Period, QuestionKind, Recency};

/// The first rule that fits decides; a question that none fits is factual.
pub fn kind_of(text: &str, language: &str, period: Option<&Period>) -> QuestionKind {
    let folded = format!(" {} ", fold(text).replace(['?', '!', ',', '.', ':', '¿', '¡'], " "));
    let folded = folded.split_whitespace().fold(String::from(" "), |line, word| line + word + " ");
    let says = |list: &[&str]| list.iter().any(|words| folded.contains(words));
    let news = says(NEWS) || matches!(period.and_then(|p| p.recent), Some(Recency::Day | Recency::Week));
    let begins = |list: &[&str]| list.iter().any(|words| folded.starts_with(words));
    if news {
        QuestionKind::CurrentEvent
    } else if says(COMPARISON) || (says(CHOICE) && begins(CHOOSING) && weighs(text, language, &folded)) {
        QuestionKind::Comparison
    } else if begins(HOW_TO) || says(HOW_TO_ANYWHERE) || (language == "fr" && begins(&[" comment "])) {
        QuestionKind::HowTo
    } else if begins(EXPLANATION) || says(EXPLANATION_ANYWHERE) {
        QuestionKind::Explanation
    } else if begins(LIST) {
        QuestionKind::List
    } else {
        QuestionKind::Factual
    }
}

/// Are two things weighed against each other? "Shot in or around Leland" has an "or" and weighs nothing.
fn weighs(text: &str, language: &str, folded: &str) -> bool {
    let names = mentions(text, language)
        .into_iter()
        .filter(|mention| matches!(mention.kind, MentionKind::Name | MentionKind::Quoted))
        .count();
    let grades = folded.split(' ').any(|word| {
        GRADES.contains(&word)
            || (language == "en" && word.len() > 4 && word.ends_with("er") && !NO_GRADES.contains(&word))
    });
    names >= 2 || grades
}

/// All lists are folded (lower case, no Latin accents) and bounded by spaces.
const NEWS: &[&str] = &[
    " news ",
    " breaking ",
    " headlines ",
    " what happened today ",
    " happening now ",
    " nachrichten ",
    " noticias ",
    " actualites ",
    " notizie ",
    " новости ",
];

const COMPARISON: &[&str] = &[
    " vs ",
    " versus ",
    " compare ",
    " compared to ",
    " comparison ",
    " difference between ",
    " differences between ",
    " differ from ",
    " differ ",
    " in common ",
    " better than ",
    " faster than ",
    " unterschied zwischen ",
    " unterschiede zwischen ",
    " vergleich ",
    " vergleiche ",
    " diferencia entre ",
    " diferencias entre ",
    " comparar ",
    " difference entre ",
    " differences entre ",
    " comparer ",
    " differenza tra ",
    " differenza fra ",
    " confronta ",
    " diferenca entre ",
    " разница между ",
    " сравн",
    " отличается ",
    " 区别 ",
];

const GRADES: &[&str] = &[
    "more",
    "most",
    "first",
    "better",
    "best",
    "older",
    "oldest",
    "less",
    "same",
    "common",
    "prefer",
    "mehr",
    "besser",
    "schneller",
    "alter",
    "mejor",
    "mas",
    "mieux",
    "plus",
    "meglio",
    "piu",
    "melhor",
    "mais",
    "лучше",
    "больше",
];

/// Words that end like a comparative and are none.
const NO_GRADES: &[&str] = &[
    "other", "under", "after", "over", "never", "either", "neither", "water", "number", "whether", "rather",
    "another",
];

/// A choice between two things that the question names.
const CHOICE: &[&str] = &[" or ", " oder ", " o ", " ou ", " или ", " both "];

const CHOOSING: &[&str] = &[
    " which ",
    " who ",
    " what ",
    " is ",
    " are ",
    " was ",
    " were ",
    " did ",
    " do ",
    " does ",
    " should ",
    " between ",
    " welche ",
    " welcher ",
    " welches ",
    " wer ",
    " ist ",
    " sind ",
    " cual ",
    " quien ",
    " quel ",
    " quelle ",
    " qui ",
    " quale ",
    " chi ",
    " qual ",
    " какой ",
    " какая ",
    " что ",
    " кто ",
];

const HOW_TO: &[&str] = &[
    " how to ",
    " how do i ",
    " how do you ",
    " how do we ",
    " how can i ",
    " how can you ",
    " how can we ",
    " how should i ",
    " how would i ",
    " what is the best way to ",
    " steps to ",
    " wie kann ich ",
    " wie kann man ",
    " wie mache ich ",
    " wie macht man ",
    " wie installiere ",
    " wie richte ich ",
    " como puedo ",
    " como se puede ",
    " como hacer ",
    " como instalar ",
    " comment puis-je ",
    " come posso ",
    " come si fa ",
    " come installare ",
    " como posso ",
    " как мне ",
    " как сделать ",
    " как установить ",
];

const HOW_TO_ANYWHERE: &[&str] = &[" step by step ", " tutorial for ", " tutorial on "];

const EXPLANATION: &[&str] = &[
    " why ",
    " explain ",
    " how does ",
    " how do ",
    " how did ",
    " how is ",
    " how are ",
    " how was ",
    " how were ",
    " how come ",
    " describe ",
    " in what way ",
    " warum ",
    " wieso ",
    " weshalb ",
    " erklare ",
    " wie funktioniert ",
    " wie funktionieren ",
    " por que ",
    " explica ",
    " como funciona ",
    " pourquoi ",
    " explique ",
    " perche ",
    " spiega ",
    " come funziona ",
    " почему ",
    " зачем ",
    " объясни ",
    " как работает ",
    " 为什么 ",
    " なぜ ",
];

const EXPLANATION_ANYWHERE: &[&str] =
    &[" the reason for ", " the reasons for ", " what causes ", " what caused "];

const LIST: &[&str] = &[
    " list ",
    " what are the ",
    " which are the ",
    " name all ",
    " name some ",
    " examples of ",
    " give me a list ",
    " give examples ",
    " top ",
    " best ",
    " what kinds ",
    " what types ",
    " nenne ",
    " welche sind ",
    " was sind die ",
    " cuales son ",
    " quels sont ",
    " quelles sont ",
    " quali sono ",
    " quais sao ",
    " перечисли ",
    " какие ",
];
