//! The maximum length of a prompt in tokens. Without a tokenizer, this is an estimate that is rarely too low.
//!
//! An effect's reservation uses the same numbers, so a prompt that fits costs no more than was reserved for it.

use crate::model::Budget;

/// Input tokens of a call that shows no passages, and of one that does.
pub const SHORT_PROMPT: u64 = 5_000;
pub const LONG_PROMPT: u64 = 7_000;
/// Output tokens of a plan, a judgement or questions back, and of a draft, where the budget is not small. A model
/// that thinks aloud needs most of them for that.
pub const SHORT_REPLY: u64 = 2_000;
pub const LONG_REPLY: u64 = 4_000;

/// How long a prompt and the reply to it may get, in tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub prompt: u64,
    pub reply: u64,
}

impl Size {
    /// Of a call that shows no passages: questions back, a plan.
    pub fn short(budget: &Budget) -> Self {
        Self { prompt: SHORT_PROMPT, reply: short_reply(budget) }
    }

    /// Of a turn of a model that drives. It is asked many times, so each of them is short.
    pub fn turn(budget: &Budget) -> Self {
        Self { prompt: SHORT_PROMPT, reply: short_reply(budget) }
    }

    /// Of a judgement of passages.
    pub fn judgement(budget: &Budget) -> Self {
        Self { prompt: LONG_PROMPT, reply: short_reply(budget) }
    }

    pub fn draft(budget: &Budget) -> Self {
        Self { prompt: LONG_PROMPT, reply: (budget.tokens / 10).clamp(LONG_REPLY / 2, LONG_REPLY) }
    }

    /// What of it fits into the context that a server is known to have: at most a third of that is for the reply.
    pub fn within(self, context: Option<u32>) -> Self {
        let Some(context) = context.map(u64::from).filter(|context| *context < self.prompt + self.reply)
        else {
            return self;
        };
        let reply = self.reply.min(context / 3);
        Self { prompt: self.prompt.min(context - reply), reply }
    }

    /// With a part of the room for the prompt: 1 for all of it, 2 for half, for servers with a small context.
    pub fn part(self, share: u64) -> Self {
        Self { prompt: self.prompt / share.max(1), ..self }
    }
}

/// A run with few tokens has none for long thoughts.
fn short_reply(budget: &Budget) -> u64 {
    (budget.tokens / 20).clamp(SHORT_REPLY / 2, SHORT_REPLY)
}

/// Tokens that a server adds around two messages, and for a schema that it puts into the prompt.
const FRAME: u64 = 300;
/// An estimate is counted in parts of a token.
const PARTS: u64 = 60;

/// About how many tokens a text makes at most, for the tokenizers in use: English has four and more letters to a
/// token, other alphabets two or three, Chinese and Japanese about one; digits often stand alone.
pub fn tokens(text: &str) -> u64 {
    text.chars().map(parts).sum::<u64>().div_ceil(PARTS)
}

fn parts(letter: char) -> u64 {
    match letter {
        'a'..='z' | 'A'..='Z' | ' ' => 20,
        '0'..='9' => 60,
        letter if letter.is_ascii() => 36,
        '\u{80}'..='\u{52f}' => 36,
        '\u{530}'..='\u{1fff}' => 60,
        '\u{2000}'..='\u{2bff}' => 60,
        _ => 80,
    }
}

/// The remaining tokens of a prompt.
#[derive(Clone, Copy, Debug)]
pub struct Room(u64);

impl Room {
    /// The room of a prompt of so many tokens beside its instructions.
    pub fn beside(limit: u64, instructions: &str) -> Self {
        Self(limit.saturating_sub(FRAME + tokens(instructions)))
    }

    /// A part of it, for what must not crowd out the rest. What is taken of the part is still to be taken of the
    /// whole.
    pub fn part(&self, parts: u64) -> Room {
        Room(self.0 / parts.max(1))
    }

    /// Takes the room that a text needs; false, and nothing taken, when it does not fit.
    pub fn take(&mut self, text: &str) -> bool {
        match self.0.checked_sub(tokens(text)) {
            Some(left) => {
                self.0 = left;
                true
            }
            None => false,
        }
    }

    /// The prefix of a text that fits.
    pub fn cut<'a>(&mut self, text: &'a str) -> &'a str {
        let mut left = self.0 * PARTS;
        for (at, letter) in text.char_indices() {
            match left.checked_sub(parts(letter)) {
                Some(rest) => left = rest,
                None => {
                    self.0 = 0;
                    return &text[..at];
                }
            }
        }
        self.0 = left / PARTS;
        text
    }
}
