//! A chosen point at which requests are not answered any more, so that a kill falls there and nowhere else.

use super::server::{Arguments, structured};
use super::state::Books;
use super::words;

/// Whether the request at the point is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    Before,
    After,
}

#[derive(Clone, Debug)]
pub struct Halt {
    /// Requests that write something and are still answered.
    left: usize,
    moment: Moment,
    /// What becomes of an answer to a question.
    answer: Passage,
    /// Where it came to a halt.
    pub at: Option<String>,
}

/// What becomes of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    Free,
    /// Carried out, and never answered.
    Unanswered,
    Closed,
}

impl Books {
    /// After so many requests that write something none is answered any more; an answer to a question is never let
    /// through.
    pub fn halt_after(&mut self, left: usize, moment: Moment) {
        self.halt = Some(Halt { left, moment, answer: Passage::Closed, at: None });
    }

    /// An answer is posted, and gorkd never hears of it.
    pub fn halt_at_the_answer(&mut self) {
        self.halt =
            Some(Halt { left: usize::MAX, moment: Moment::Before, answer: Passage::Unanswered, at: None });
    }

    /// Nothing is let through any more; gives where.
    pub fn halt_now(&mut self) -> Option<String> {
        let halt = self.halt.as_mut()?;
        Some(halt.at.get_or_insert_with(|| "at a call of the model".to_owned()).clone())
    }

    pub(super) fn passage(&mut self, method: &str, arguments: &Arguments) -> Passage {
        let Some(halt) = &mut self.halt else { return Passage::Free };
        if halt.at.is_some() {
            return Passage::Closed;
        }
        let label = words::find(&structured(arguments, "blocks"), "Sources");
        if method == "chat.postMessage" && label.is_some() {
            halt.at = Some("at the answer".to_owned());
            return halt.answer;
        }
        if !method.starts_with("chat.") && !method.starts_with("reactions.") {
            return Passage::Free;
        }
        if halt.left > 0 {
            halt.left -= 1;
            return Passage::Free;
        }
        halt.at = Some(format!("{:?} {method}", halt.moment));
        match halt.moment {
            Moment::Before => Passage::Closed,
            Moment::After => Passage::Unanswered,
        }
    }
}
