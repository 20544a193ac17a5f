//! The queue position of a run waiting for a worker, in words.

use gorkd_words::{Locale, Msg};
use serde::{Deserialize, Serialize};

/// The queue position of a run that is waiting for a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineView {
    /// 1 for the next one.
    pub place: u32,
    /// Expected seconds until its answer; `None` if there is no estimate.
    pub seconds: Option<u64>,
}

impl LineView {
    /// `queued` is the position and the expected milliseconds.
    pub fn of(queued: Option<(u32, Option<u64>)>) -> Option<Self> {
        queued.map(|(place, ms)| Self { place, seconds: ms.map(|ms| ms.div_ceil(1000)) })
    }

    /// One sentence.
    pub fn said(self, locale: Locale) -> Msg {
        let until = self.seconds.map(|seconds| locale.say(about(seconds)));
        match (self.place, until) {
            (0 | 1, None) => Msg::WaitsNext,
            (place, None) => Msg::WaitsNumber { place: place.into() },
            (0 | 1, Some(time)) => Msg::WaitsNextUntil { time },
            (place, Some(time)) => Msg::WaitsNumberUntil { place: place.into(), time },
        }
    }
}

/// An estimate, rounded up so that it doesn't look exact.
fn about(seconds: u64) -> Msg {
    match seconds.div_ceil(60) {
        0 | 1 => Msg::AboutAMinute,
        minutes @ 2..=90 => Msg::AboutMinutes { count: minutes },
        minutes => Msg::AboutHours { count: minutes.div_ceil(60) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_told_with_what_is_known_of_the_wait() {
        let said =
            |place, ms| LineView::of(Some((place, ms))).expect("in line").said(Locale::En).to(Locale::En);
        assert_eq!(said(1, None), "Next in line.");
        assert_eq!(said(3, None), "Number 3 in line.");
        assert_eq!(said(1, Some(9_000)), "Next in line; the answer should come in about a minute.");
        assert_eq!(said(3, Some(60_001)), "Number 3 in line; the answer should come in about 2 minutes.");
        assert_eq!(said(9, Some(6_000_000)), "Number 9 in line; the answer should come in about 2 hours.");
        assert_eq!(LineView::of(None), None);
    }
}
