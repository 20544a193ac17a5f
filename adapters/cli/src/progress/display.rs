//! Draws progress on standard error: live on a terminal, line by line elsewhere.

use super::Facts;
use crate::screen::{Look, clean};
use gorkd_core::job::Job;
use gorkd_core::model::Millis;
use gorkd_core::view::{ProgressView, StepState, doing, progress};
use gorkd_words::{Locale, Msg};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::Write;
use std::time::Duration;

pub struct Display {
    facts: Facts,
    target: Target,
    width: usize,
}

/// The interval at which the spinner turns.
const TICK: Duration = Duration::from_millis(120);

enum Target {
    Nothing,
    Lines(Box<dyn Write + Send>),
    Live(ProgressBar),
}

impl Display {
    /// On standard error, live if it is a terminal.
    pub fn on_stderr() -> Self {
        let look = Look::of_stderr();
        if !look.live {
            return Self::lines(Box::new(std::io::stderr()), look.width);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
        // The template is a constant. If it were invalid, the default spinner would do.
        let style = ProgressStyle::with_template("{spinner} {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        bar.set_style(style.tick_chars("⠁⠂⠄⡀⢀⠠⠐⠈ "));
        bar.enable_steady_tick(TICK);
        Self { facts: Facts::default(), target: Target::Live(bar), width: look.width }
    }

    /// One line per fact.
    pub fn lines(writer: Box<dyn Write + Send>, width: usize) -> Self {
        Self { facts: Facts::default(), target: Target::Lines(writer), width }
    }

    pub fn nothing() -> Self {
        Self { facts: Facts::default(), target: Target::Nothing, width: 80 }
    }

    /// Shows what is new, and the state of the job at `now`.
    pub fn show(&mut self, job: &Job, now: Millis) {
        let progress = progress(job, now);
        for line in self.facts.new_in(job, &progress) {
            self.say(&line);
        }
        if let Target::Live(bar) = &self.target {
            if bar.is_finished() {
                // The status was removed for a question, and the job continues.
                bar.reset();
                bar.enable_steady_tick(TICK);
            }
            bar.set_message(status(job, &progress, self.width));
        }
    }

    /// A permanent line.
    pub fn say(&mut self, line: &str) {
        let line = clean(line);
        match &mut self.target {
            Target::Nothing => {}
            Target::Lines(writer) => {
                // Nobody is reading anymore, but the answer should still be finished.
                let _ = writeln!(writer, "{line}").and_then(|()| writer.flush());
            }
            Target::Live(bar) => bar.println(crate::screen::cut_to(&line, self.width)),
        }
    }

    /// Removes the status; permanent lines stay. The next `show` brings it back.
    pub fn end(&mut self) {
        if let Target::Live(bar) = &self.target {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        self.end();
    }
}

/// Two lines: the checklist with time and cost, and the current activity with counts.
pub(super) fn status(job: &Job, progress: &ProgressView, width: usize) -> String {
    let locale = Locale::first([job.question.language.as_str()]);
    let steps: Vec<String> = progress
        .steps
        .iter()
        .map(|step| {
            let mark = match step.state {
                StepState::Done => "✓",
                StepState::Active => "▸",
                StepState::Open => "·",
                StepState::Skipped => "–",
            };
            format!("{mark} {}", locale.say(step.step.said()))
        })
        .collect();
    let time = format!("{}/{} s", progress.elapsed_ms / 1000, progress.limit_ms / 1000);
    let money = format!("${:.3}/${:.2}", progress.cost_usd, progress.cost_limit_usd);
    let mut numbers = vec![doing(job, locale)];
    if progress.round > 0 {
        numbers.push(format!("{} {}/{}", locale.say(Msg::FieldRound), progress.round, progress.rounds));
    }
    let (read, chosen, failed) =
        (progress.pages_read as u64, progress.pages_chosen as u64, progress.pages_failed as u64);
    match (chosen, failed) {
        (0, _) => {}
        (_, 0) => numbers.push(locale.say(Msg::PagesReadOf { read, chosen })),
        (_, _) => numbers.push(locale.say(Msg::PagesReadFailed { read, chosen, failed })),
    }
    if progress.tokens > 0 {
        numbers.push(format!("{} tokens", progress.tokens));
    }
    let first = format!("{}   {time} · {money}", steps.join("  "));
    let width = width.saturating_sub(3);
    let cut = |text: &str| crate::screen::cut_to(&clean(text), width);
    format!("{}\n  {}", cut(&first), cut(&numbers.join(" · ")))
}
