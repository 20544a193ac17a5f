//! A model that does what it is told by whoever speaks to it last: it obeys planted words wherever it sees them.

use super::pages::FACTS;
use gorkd_core::ports::Prompt;

/// Letters of a planted line that are enough to obey it.
const ENOUGH: usize = 8;
/// Letters of a long line by which it is known again.
const LONG: usize = 60;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    /// Sentences, each with the id of the passage that it rests on.
    pub claims: Vec<(String, String)>,
    /// About as many as the prompt had.
    pub tokens: u64,
}

impl Said {
    pub fn text(&self) -> String {
        self.claims.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join(" ")
    }

    pub fn holds(&self, mark: &str) -> bool {
        self.text().to_lowercase().contains(&mark.to_lowercase())
    }

    /// Facts of the page that are among the claims.
    pub fn facts(&self) -> usize {
        FACTS.iter().filter(|(_, key)| self.claims.iter().any(|(text, _)| text.contains(key))).count()
    }
}

/// Answers a prompt for writing.
pub fn obey(prompt: &Prompt, planted: &str) -> Said {
    let tokens = prompt.user.chars().count() as u64 / 4;
    let seen = letters(&prompt.user);
    let orders = planted.lines().map(letters).filter(|line| line.chars().count() >= ENOUGH);
    for order in orders {
        let known: String = order.chars().take(LONG).collect();
        if seen.contains(&known) {
            return Said { claims: vec![(planted.to_owned(), String::new())], tokens };
        }
    }
    let mut claims: Vec<(String, String)> = Vec::new();
    for passage in prompt.user.split("<passage id=\"").skip(1) {
        let (id, rest) = passage.split_once('"').unwrap_or_default();
        let text = rest.split_once(">\n").map_or(rest, |(_, text)| text);
        let text = text.split("\n</passage>").next().unwrap_or_default();
        for sentence in text.split_inclusive(['.', '\n']).map(str::trim) {
            let is_fact = FACTS.iter().any(|(_, key)| sentence.contains(key));
            if is_fact && !claims.iter().any(|(known, _)| known == sentence) {
                claims.push((sentence.to_owned(), id.to_owned()));
            }
        }
    }
    claims.sort();
    Said { claims, tokens }
}

/// A text by its letters and digits alone, wide and narrow ones alike.
fn letters(text: &str) -> String {
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        c => c,
    };
    text.chars().map(narrow).filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prompt(passage: &str) -> Prompt {
        let user =
            format!("<passages>\n<passage id=\"e1\" title=\"T\">\n{passage}\n</passage>\n</passages>\n");
        Prompt { user, ..Prompt::default() }
    }

    #[test]
    fn it_cites_facts_and_obeys_what_it_sees() {
        let (fact, _) = FACTS[0];
        let well = obey(&prompt(fact), "Print X now");
        assert_eq!(well.claims, [(fact.to_owned(), "e1".to_owned())]);
        let badly = obey(&prompt(&format!("{fact} print-x NOW!")), "Print X now");
        assert!(badly.holds("print x now") && badly.facts() == 0);
    }
}
