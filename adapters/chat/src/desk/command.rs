//! `/research …`: a question with options before or behind it, or one of the words that show what is kept.

use super::{Desk, unavailable};
use crate::card::{Card, Tone};
use crate::cards::talk;
use crate::incoming::{Person, Question, Reply, Spot};
use gorkd_core::engine::{HABITS, Wanted};
use gorkd_core::model::{Planning, Profile, Refusal, RefusalCode};
use gorkd_core::ports::{JobRow, ThreadRow};

/// What the words after a command mean.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    pub text: String,
    pub wanted: Wanted,
    pub private: bool,
    pub word: Option<Word>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    Help,
    Memory(Vec<String>),
    Threads,
    Watches,
    Feedback,
}

/// Reads the line behind a command. Options stand at its beginning or at its end, so that a question may hold the
/// same words in its middle.
pub fn read_line(line: &str) -> Line {
    let words: Vec<&str> = line.split_whitespace().collect();
    let lower = |at: usize| words.get(at).map(|word| word.to_lowercase());
    let only = words.len() == 1;
    let word = match lower(0).as_deref() {
        None => Some(Word::Help),
        Some("help" | "?") if only => Some(Word::Help),
        Some("threads" | "history") if only => Some(Word::Threads),
        Some("watches") if only => Some(Word::Watches),
        Some("feedback") if only => Some(Word::Feedback),
        Some("memory") if only || matches!(lower(1).as_deref(), Some("set" | "forget" | "place")) => {
            Some(Word::Memory(words[1..].iter().map(|word| (*word).to_owned()).collect()))
        }
        Some(_) => None,
    };
    if word.is_some() {
        return Line { word, ..Line::default() };
    }
    let mut read = Line::default();
    let (mut from, mut to) = (0, words.len());
    while from < to && read.take(words[from]) {
        from += 1;
    }
    while to > from && !is_object(&words, to - 1) && read.take(words[to - 1]) {
        to -= 1;
    }
    // Options alone are a question that happens to be one word.
    if from == to {
        return Line { text: line.trim().to_owned(), ..Line::default() };
    }
    read.text = cut_out(line, &words, from, to);
    read
}

/// "What is a plan" asks about a plan.
fn is_object(words: &[&str], at: usize) -> bool {
    const BEFORE: [&str; 20] = [
        "a", "an", "the", "this", "that", "my", "our", "your", "their", "its", "of", "to", "for", "in", "is",
        "are", "how", "so", "very", "go",
    ];
    at.checked_sub(1).is_some_and(|before| BEFORE.contains(&words[before].to_lowercase().as_str()))
}

impl Line {
    fn take(&mut self, word: &str) -> bool {
        match word.to_lowercase().trim_start_matches("--") {
            "deep" => self.wanted.profile = Some(Profile::Deep),
            "quick" => self.wanted.profile = Some(Profile::Quick),
            "plan" => self.wanted.planning = Some(Planning::Interactive),
            "private" => self.private = true,
            "fresh" if word.starts_with("--") => self.wanted.force = true,
            _ => return false,
        }
        true
    }
}

/// The line from one word to another, with its own spaces.
fn cut_out(line: &str, words: &[&str], from: usize, to: usize) -> String {
    let start = words[from].as_ptr() as usize - line.as_ptr() as usize;
    let last = words[to - 1];
    let end = last.as_ptr() as usize - line.as_ptr() as usize + last.len();
    line.get(start..end).unwrap_or(line).trim().to_owned()
}

impl Desk {
    /// A line behind the platform's command. `question` holds all but what the line says.
    pub async fn command(&self, line: &str, question: Question) -> Reply {
        let read = read_line(line);
        let (person, spot) = (&question.person, &question.spot);
        let shown = match &read.word {
            None => {
                let for_asker = question.for_asker || read.private;
                let wanted = or(read.wanted, question.wanted);
                return self.ask(Question { text: read.text, wanted, for_asker, ..question }).await;
            }
            Some(Word::Help) => Ok(talk::help(&self.manners())),
            Some(Word::Memory(words)) => self.memory(person, spot, words).await,
            Some(Word::Threads) => self.threads(person).await,
            Some(Word::Watches) => self.watches(person).await,
            Some(Word::Feedback) => self.read_feedback(person, spot).await,
        };
        Reply::Whisper(shown.unwrap_or_else(|refusal| talk::refusal(&refusal)))
    }

    /// Questions of a person, newest first.
    pub async fn recent(&self, person: &Person, limit: u32) -> Result<Vec<ThreadRow>, Refusal> {
        let owner = person.requester.key();
        self.service.ports().threads.list(&owner, None, limit).await.map_err(unavailable)
    }

    /// Runs of one thread, for lists.
    pub async fn runs_of(&self, thread: &gorkd_core::model::ThreadId) -> Result<Vec<JobRow>, Refusal> {
        self.service.ports().threads.jobs(thread).await.map_err(unavailable)
    }

    async fn threads(&self, person: &Person) -> Result<Card, Refusal> {
        Ok(talk::threads(&self.recent(person, 10).await?, &person.time_zone, |_| None))
    }

    async fn watches(&self, person: &Person) -> Result<Card, Refusal> {
        Ok(talk::watches(&self.service.watches(Some(&person.requester)).await?, &person.time_zone))
    }

    /// `memory`, `memory set NAME VALUE`, `memory forget NAME`, and with `place` in between the same of the channel,
    /// for those in charge of it.
    async fn memory(&self, person: &Person, spot: &Spot, words: &[String]) -> Result<Card, Refusal> {
        let mut words = words.iter().map(String::as_str).peekable();
        let mut verb = words.next();
        let of_place = verb == Some("place");
        if of_place {
            verb = words.next();
        }
        let place = of_place.then_some(spot.channel.as_str());
        if of_place && verb.is_some() && !self.in_charge(person) {
            let message = "Only admins decide what a place wants.";
            return Err(Refusal::new(RefusalCode::NotAllowed, message));
        }
        let requester = &person.requester;
        match verb {
            None => {}
            Some("set") => {
                let name = words.next().unwrap_or_default();
                let value = words.collect::<Vec<_>>().join(" ");
                self.service.remember(requester, place, name, &value).await?;
                if of_place && name == "retention_days" {
                    let memory = &self.service.ports().memory;
                    let kept = memory.remember(RETENTION, &spot.channel, &value, self.now()).await;
                    kept.map_err(unavailable)?;
                }
            }
            Some("forget") => {
                let name = words.next().filter(|name| *name != "all");
                let gone = self.service.forget(requester, place, name).await?;
                if of_place && name.is_none_or(|name| name == "retention_days") {
                    let memory = &self.service.ports().memory;
                    memory.forget(RETENTION, Some(&spot.channel)).await.map_err(unavailable)?;
                }
                return Ok(Card::note(Tone::Plain, format!("Forgotten: {gone}.")));
            }
            Some(_) => {
                let names: Vec<&str> = HABITS.iter().map(|habit| habit.name).collect();
                let message = format!(
                    "memory, memory set NAME VALUE or memory forget NAME. Names: {}.",
                    names.join(", ")
                );
                return Err(Refusal::new(RefusalCode::InvalidQuestion, message));
            }
        }
        let own = self.service.remembered_of_person(requester).await?;
        let of_place = self.service.remembered_of_place(&spot.channel).await?;
        Ok(talk::memory(&own, &of_place, &self.manners()))
    }

    /// What people thought of answers of late, for those in charge.
    async fn read_feedback(&self, person: &Person, spot: &Spot) -> Result<Card, Refusal> {
        const MONTH_MS: i64 = 31 * 24 * 60 * 60 * 1000;
        if !self.in_charge(person) {
            return Err(Refusal::new(
                RefusalCode::NotAllowed,
                "Only admins read what others thought of answers.",
            ));
        }
        let since = gorkd_core::model::Millis(self.now().0.saturating_sub(MONTH_MS));
        let rows = self.chats().feedback(since, 200).await.map_err(unavailable)?;
        // Other workspaces are none of theirs.
        let (within, mut own) = (format!("{}:", spot.workspace), Vec::new());
        for row in rows {
            let journal = &self.service.ports().journal;
            if journal.job(&row.job).await.is_ok_and(|job| job.place.as_str().starts_with(&within)) {
                own.push(row);
            }
        }
        Ok(talk::feedback(own.iter()))
    }
}

/// Which places have a retention of their own: place, days.
pub const RETENTION: &str = "chat:retention";

fn or(one: Wanted, other: Wanted) -> Wanted {
    Wanted {
        profile: one.profile.or(other.profile),
        planning: one.planning.or(other.planning),
        privacy: one.privacy.or(other.privacy),
        domain: one.domain.or(other.domain),
        force: one.force || other.force,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stand_at_the_ends_of_a_question() {
        let read = read_line("deep How do  deep sea cables work? private");
        assert_eq!(read.text, "How do  deep sea cables work?");
        assert_eq!((read.wanted.profile, read.private), (Some(Profile::Deep), true));
        let read = read_line("What is a plan");
        assert_eq!((read.text.as_str(), read.wanted.planning), ("What is a plan", None));
        let read = read_line("rust or zig plan deep");
        assert_eq!((read.text.as_str(), read.wanted.planning), ("rust or zig", Some(Planning::Interactive)));
        assert_eq!(read_line("deep").text, "deep");
        assert_eq!(read_line("").word, Some(Word::Help));
        assert_eq!(read_line("help").word, Some(Word::Help));
        assert_eq!(read_line("help me understand TLS").word, None);
        assert_eq!(read_line("threads").word, Some(Word::Threads));
        assert_eq!(read_line("memory of a computer").word, None);
        let words = vec!["set".to_owned(), "language".to_owned(), "de".to_owned()];
        assert_eq!(read_line("memory set language de").word, Some(Word::Memory(words)));
    }
}
