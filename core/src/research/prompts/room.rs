//! How long a prompt may get, in tokens that no tokenizer counts here: an estimate that is seldom too low.
//!
//! What an effect reserves is built on the same numbers, so a prompt that fits its room costs no more than what
//! was set aside for it.

/// Input tokens of a call that shows no passages, and of one that does.
pub const SHORT_PROMPT: u64 = 5_000;
pub const LONG_PROMPT: u64 = 7_000;
/// Output tokens of a plan, a judgement or questions back, and of a draft. A model that thinks aloud needs most of
/// them for that.
pub const SHORT_REPLY: u64 = 2_000;
pub const LONG_REPLY: u64 = 4_000;

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

/// What is left of a prompt's tokens.
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

    /// The beginning of a text that fits.
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
