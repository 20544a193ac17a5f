//! A reply and its cost.

use crate::repeat::repeats;
use gorkd_core::job::{ModelPrice, tokens};
use gorkd_core::model::{MicroUsd, Spend};
use gorkd_core::ports::{CalledTool, Prompt, Tool};

/// A reply as far as it has arrived.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelReply {
    pub text: String,
    /// Characters of reasoning beside the text.
    pub thought: usize,
    /// Tool calls.
    pub calls: Vec<CalledTool>,
    pub end: End,
    pub usage: Option<Usage>,
    /// Bytes of text already checked for repetition.
    looked: usize,
}

/// Bytes by which a reply grows between two checks for repetition.
const LOOK: usize = 200;

/// How a reply ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// It was interrupted.
    #[default]
    Cut,
    Whole,
    /// The token limit was reached.
    TooLong,
    Filtered,
}

/// Token counts from the server. Cached tokens are included in `input`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub input: u64,
    pub output: u64,
    pub cached: u64,
}

impl ModelReply {
    /// Whether a growing reply has started to repeat itself. If so, the repetition has been removed.
    pub fn repeats(&mut self) -> bool {
        self.text.len() >= self.looked + LOOK && self.cut()
    }

    /// Removes repetition. Returns false if there is none.
    pub fn cut(&mut self) -> bool {
        self.looked = self.text.len();
        let repeated = repeats(&self.text);
        if let Some(at) = repeated {
            self.text.truncate(at);
        }
        repeated.is_some()
    }

    /// The cost of the call. If the server did not report usage, or the reply was interrupted before that,
    /// tokens are estimated, rather too high than too low.
    pub fn cost(&self, prompt: &Prompt, price: Option<&ModelPrice>) -> Spend {
        let usage = self.usage.unwrap_or_else(|| Usage {
            input: tokens(&prompt.system) + tokens(&prompt.user) + tokens_of(&prompt.tools),
            output: tokens(&self.text)
                + self.calls.iter().map(|call| tokens(&call.arguments)).sum::<u64>()
                + (self.thought as u64).div_ceil(3),
            cached: 0,
        });
        let spend = Spend {
            input_tokens: usage.input,
            output_tokens: usage.output,
            cached_tokens: usage.cached.min(usage.input),
            usd: MicroUsd(0),
        };
        Spend { usd: price.map(|price| price.of(&spend)).unwrap_or_default(), ..spend }
    }
}

/// Approximate number of tokens of a prompt's tools.
fn tokens_of(tools: &[Tool]) -> u64 {
    tools.iter().map(|tool| tokens(&tool.description) + tokens(&tool.parameters.to_string())).sum()
}

impl From<genai::chat::Usage> for Usage {
    fn from(usage: genai::chat::Usage) -> Self {
        let count = |tokens: Option<i32>| u64::try_from(tokens.unwrap_or(0)).unwrap_or(0);
        let cached = usage.prompt_tokens_details.and_then(|details| details.cached_tokens);
        Self {
            input: count(usage.prompt_tokens),
            output: count(usage.completion_tokens),
            cached: count(cached),
        }
    }
}
