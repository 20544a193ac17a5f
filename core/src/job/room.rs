//! Prompt sizes in tokens. Without a tokenizer, they are estimates that are rarely too low.
//!
//! An effect's reservation uses the same numbers, so a prompt that fits never costs more than was reserved.

use crate::model::Budget;

/// Input tokens of a call without passages, and of one with passages.
pub const SHORT_PROMPT: u64 = 5_000;
pub const LONG_PROMPT: u64 = 7_000;
/// Output tokens of a plan, a judgment, or clarifying questions, and of a draft, unless the budget is small. A
/// model that thinks aloud spends most of them on that.
pub const SHORT_REPLY: u64 = 2_000;
pub const LONG_REPLY: u64 = 4_000;

/// The maximum length of a prompt and of its reply, in tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub prompt: u64,
    pub reply: u64,
}

impl Size {
    /// A call without passages: clarifying questions, a plan, a turn of a driving model.
    pub fn short(budget: &Budget) -> Self {
        Self { prompt: SHORT_PROMPT, reply: short_reply(budget) }
    }

    /// A judgment of passages.
    pub fn judgement(budget: &Budget) -> Self {
        Self { prompt: LONG_PROMPT, reply: short_reply(budget) }
    }

    pub fn draft(budget: &Budget) -> Self {
        Self { prompt: LONG_PROMPT, reply: (budget.tokens / 10).clamp(LONG_REPLY / 2, LONG_REPLY) }
    }

    /// Limits the size to a server's known context; the reply gets at most a third of it.
    pub fn within(self, context: Option<u32>) -> Self {
        let Some(context) = context.map(u64::from).filter(|context| *context < self.prompt + self.reply)
        else {
            return self;
        };
        let reply = self.reply.min(context / 3);
        Self { prompt: self.prompt.min(context - reply), reply }
    }

    /// Divides the prompt by `share`, for servers with a small context.
    pub fn part(self, share: u64) -> Self {
        Self { prompt: self.prompt / share.max(1), ..self }
    }
}

/// A small budget leaves no room for long thoughts.
fn short_reply(budget: &Budget) -> u64 {
    (budget.tokens / 20).clamp(SHORT_REPLY / 2, SHORT_REPLY)
}

/// Tokens that a server adds around two messages, and for a schema that it adds to the prompt.
const FRAME: u64 = 300;
/// Estimates are counted in fractions of a token.
const PARTS: u64 = 60;

/// An upper estimate of a text's tokens for common tokenizers. English has at least four letters per token,
/// other alphabets two or three, Chinese and Japanese about one; digits are often tokens of their own.
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
    /// The room left in a prompt of `limit` tokens after its instructions.
    pub fn beside(limit: u64, instructions: &str) -> Self {
        Self(limit.saturating_sub(FRAME + tokens(instructions)))
    }

    /// A fraction of the room, for text that must not crowd out the rest. What is taken from it must also be
    /// taken from the whole.
    pub fn part(&self, parts: u64) -> Room {
        Room(self.0 / parts.max(1))
    }

    /// What is left of the room beside a fraction of it.
    pub fn without(&self, part: Room) -> Room {
        Room(self.0.saturating_sub(part.0))
    }

    /// Takes the room that a text needs. Returns false, taking nothing, if the text does not fit.
    pub fn take(&mut self, text: &str) -> bool {
        match self.0.checked_sub(tokens(text)) {
            Some(left) => {
                self.0 = left;
                true
            }
            None => false,
        }
    }

    /// The longest prefix of a text that fits.
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
