//! Understands what people say, by rule.

use crate::Rules;
use crate::analyze::{admissible, analyze, is_small_talk};
use crate::ask_back::{Signal, signal};
use crate::changes::changes;
use crate::clarify::meaning;
use crate::equivalence::{Prepared, SAME_WORDS, normal_form};
use crate::gate::gate;
use crate::plan::{refers_back, steer, subject_of};
use crate::routing::{field_of, lessons, named_field};
use crate::write::starts_with_reference;
use gorkd_core::job::{ClarifyQuestion, Gate, Job, Previous, Reply};
use gorkd_core::model::*;
use gorkd_core::ports::{Same, Understand};

impl Understand for Rules {
    fn admissible(&self, text: &str) -> Result<String, Refusal> {
        admissible(text)
    }

    fn is_small_talk(&self, text: &str, opens: bool) -> bool {
        is_small_talk(text, opens)
    }

    fn analyze(&self, text: &str, now: Millis) -> Question {
        analyze(text, now)
    }

    fn refers_back(&self, text: &str) -> bool {
        refers_back(text)
    }

    fn starts_with_reference(&self, text: &str, language: &str) -> bool {
        starts_with_reference(text, language)
    }

    fn subject(&self, text: &str, said: &[String]) -> Option<String> {
        subject_of(text, said)
    }

    fn field(&self, question: &Question, named: Option<&str>, domains: &[DomainRules]) -> Field {
        let named = named.and_then(|name| named_field(name, domains));
        named.unwrap_or_else(|| field_of(question, domains))
    }

    fn unclear(&self, job: &Job) -> bool {
        signal(job) != Signal::Clear
    }

    fn gate(&self, job: &Job) -> Option<Gate> {
        gate(job)
    }

    fn meaning(&self, question: &Question, asked: &ClarifyQuestion, reply: &Reply) -> Vec<Constraint> {
        meaning(question, asked, reply)
    }

    fn wish(&self, text: &str) -> Constraint {
        steer(text)
    }

    fn form(&self, question: &Question) -> String {
        normal_form(question)
    }

    fn same(&self, question: &Question) -> Same {
        let asked = Prepared::of(question);
        Box::new(move |other, cosine| asked.same(&Prepared::of(other), cosine))
    }

    fn least_near(&self) -> f32 {
        SAME_WORDS
    }

    fn changes(&self, previous: &Previous, answer: &Answer) -> Vec<ClaimChange> {
        changes(previous, answer)
    }

    fn lessons(&self, job: &Job, at: Millis) -> Vec<Lesson> {
        lessons(job, at)
    }
}
