//! The frames of a thread, shared by all its readers.
//!
//! Readers pull at their own pace, so a slow one costs nothing but its connection. One that falls too far
//! behind is dropped, and reconnects with its last id.

use super::frames::Frame;
use std::collections::VecDeque;

/// The newest frames of a thread, up to a total size.
#[derive(Debug)]
pub struct Log {
    /// The number of frames before the first one kept.
    first: u64,
    frames: VecDeque<Frame>,
    bytes: usize,
    room: usize,
}

/// The result of reading at a position.
#[derive(Debug)]
pub enum LogRead {
    Frames(Vec<Frame>),
    /// The position is no longer kept.
    Gone,
}

impl Log {
    pub fn new(room: usize) -> Self {
        Self { first: 0, frames: VecDeque::new(), bytes: 0, room }
    }

    pub fn push(&mut self, frame: Frame) {
        self.bytes += frame.bytes.len();
        self.frames.push_back(frame);
        while self.bytes > self.room && self.frames.len() > 1 {
            if let Some(old) = self.frames.pop_front() {
                self.bytes -= old.bytes.len();
                self.first += 1;
            }
        }
    }

    /// The number of frames so far, including dropped ones.
    pub fn end(&self) -> u64 {
        self.first + self.frames.len() as u64
    }

    pub fn first(&self) -> u64 {
        self.first
    }

    /// The position after the frame with this id.
    pub fn after(&self, id: &str) -> Option<u64> {
        let at = self.frames.iter().rposition(|frame| &*frame.id == id)?;
        Some(self.first + at as u64 + 1)
    }

    /// Frames from position `place` on, at most `limit`.
    pub fn from(&self, place: u64, limit: usize) -> LogRead {
        let Some(skip) = place.checked_sub(self.first) else { return LogRead::Gone };
        let skip = usize::try_from(skip).unwrap_or(usize::MAX);
        LogRead::Frames(self.frames.iter().skip(skip).take(limit).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::news::Kind;
    use super::*;

    fn frame(id: &str) -> Frame {
        Frame { id: id.into(), kind: Kind::Status, bytes: vec![b'x'; 10].into() }
    }

    #[test]
    fn a_log_forgets_its_oldest_frames_and_says_so() {
        let mut log = Log::new(30);
        for n in 0..5 {
            log.push(frame(&format!("job:{n}")));
        }
        assert_eq!((log.first(), log.end()), (2, 5));
        assert_eq!(log.after("job:1"), None);
        assert_eq!(log.after("job:3"), Some(4));
        assert!(matches!(log.from(1, 9), LogRead::Gone));
        match log.from(3, 9) {
            LogRead::Frames(frames) => assert_eq!(frames.len(), 2),
            LogRead::Gone => panic!("the position is no longer kept"),
        }
        assert!(matches!(log.from(5, 9), LogRead::Frames(frames) if frames.is_empty()));
    }
}
