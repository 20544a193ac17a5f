//! One reader of a thread's stream, at its own position.

use super::Inner;
use super::channel::{Channel, PAGE};
use super::frames::{self, Encoder, Frame};
use super::log::LogRead;
use super::news::Kind;
use super::response::{BEAT, Frames, HELLO};
use bytes::Bytes;
use gorkd_core::model::ThreadId;
use gorkd_core::ports::StoreError;
use gorkd_core::view::view;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{OwnedSemaphorePermit, broadcast, watch};
use tokio::time::{Interval, MissedTickBehavior};

/// Maximum number of frames taken from the shared log at once.
const MAX_FRAMES: usize = 64;
/// How long a position may be unknown because this process is behind another one.
const BEHIND: Duration = Duration::from_secs(2);

pub struct Reader {
    inner: Arc<Inner>,
    channel: Arc<Channel>,
    thread: ThreadId,
    /// The number of frames before the reader's position.
    place: u64,
    wants: Wants,
    ready: VecDeque<Piece>,
    length: watch::Receiver<Option<u64>>,
    /// Receives pieces of drafts; `None` before the reader has caught up, or after it missed some.
    pieces: Option<broadcast::Receiver<Bytes>>,
    beat: Interval,
    catching_up: Option<CatchUp>,
    _seat: OwnedSemaphorePermit,
}

/// What a reader requests.
pub struct Wants {
    pub kinds: BTreeSet<Kind>,
    /// Send each job's document when it ends, and end the stream when no job is active.
    pub documents: bool,
}

/// Something to send.
enum Piece {
    Bytes(Bytes),
    /// The end of a job, to send with its document.
    End(Frame),
}

impl From<Bytes> for Piece {
    fn from(bytes: Bytes) -> Self {
        Piece::Bytes(bytes)
    }
}

/// Reads from the journal what the shared log no longer holds.
#[derive(Default)]
struct CatchUp {
    encoder: Encoder,
    place: u64,
    /// The reader already has the frames up to the one with this id.
    known: Option<String>,
}

/// The position after a frame. A reader that comes from another process may already have frames that this one has yet to
/// read from the journal, so it looks there first.
async fn after_frame(channel: &Channel, length: &mut watch::Receiver<Option<u64>>, id: &str) -> Option<u64> {
    let late = tokio::time::Instant::now() + BEHIND;
    loop {
        let place = channel.after(id);
        if place.is_some() || channel.first() > 0 {
            return place;
        }
        channel.wake();
        match tokio::time::timeout_at(late, length.changed()).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return None,
        }
    }
}

impl Reader {
    /// A reader that continues after the frame with the id `after`, or starts at the first frame.
    pub async fn start(
        inner: Arc<Inner>,
        channel: Arc<Channel>,
        thread: ThreadId,
        after: Option<String>,
        wants: Wants,
        seat: OwnedSemaphorePermit,
    ) -> Self {
        let mut length = channel.length.subscribe();
        // This cannot fail, because the channel is held here.
        let _ = length.wait_for(Option::is_some).await;
        let mut beat = tokio::time::interval_at(tokio::time::Instant::now() + inner.beat, inner.beat);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut ready = VecDeque::from([Piece::from(HELLO)]);
        let (mut place, mut catching_up) = (0, None);
        match (after, channel.first()) {
            (None, 0) => {}
            (None, _) => catching_up = Some(CatchUp::default()),
            (Some(id), first) => match after_frame(&channel, &mut length, &id).await {
                Some(after) => place = after,
                None if first == 0 => ready.push_back(frames::gap(&id).into()),
                None => catching_up = Some(CatchUp { known: Some(id), ..CatchUp::default() }),
            },
        }
        metrics::gauge!("stream_readers").increment(1.0);
        Self {
            inner,
            channel,
            thread,
            place,
            wants,
            ready,
            length,
            pieces: None,
            beat,
            catching_up,
            _seat: seat,
        }
    }

    /// The next bytes of the stream; `None` when it ends. A reader that has fallen too far behind is dropped
    /// here.
    pub async fn next(&mut self) -> Option<Bytes> {
        loop {
            match self.ready.pop_front() {
                Some(Piece::Bytes(bytes)) => return Some(bytes),
                Some(Piece::End(frame)) => return self.with_document(&frame).await,
                None => {}
            }
            if self.inner.halt.is_cancelled() {
                return None;
            }
            if let Some(catching_up) = self.catching_up.take() {
                self.catch_up(catching_up).await?;
                continue;
            }
            let quiet = self.channel.is_quiet();
            match self.channel.from(self.place, MAX_FRAMES) {
                LogRead::Gone => return None,
                LogRead::Frames(frames) if !frames.is_empty() => {
                    self.place += frames.len() as u64;
                    self.take(&frames);
                    continue;
                }
                LogRead::Frames(_) if quiet && self.wants.documents => return None,
                LogRead::Frames(_) => {}
            }
            self.wait().await?;
        }
    }

    /// Waits for more at the end of the log.
    async fn wait(&mut self) -> Option<()> {
        let wants_pieces = self.wants.kinds.contains(&Kind::Delta);
        if wants_pieces && self.pieces.is_none() {
            let (so_far, pieces) = self.channel.drafts();
            self.ready.extend(so_far.into_iter().map(Piece::from));
            self.pieces = Some(pieces);
            if !self.ready.is_empty() {
                return Some(());
            }
        }
        let piece = async {
            match &mut self.pieces {
                Some(pieces) => pieces.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            () = self.inner.halt.cancelled() => return None,
            grown = self.length.changed() => grown.ok()?,
            piece = piece => match piece {
                Ok(bytes) => self.ready.push_back(bytes.into()),
                // The next iteration sends the whole draft instead of the missed pieces.
                Err(RecvError::Lagged(_)) => self.pieces = None,
                Err(RecvError::Closed) => return None,
            },
            _ = self.beat.tick() => self.ready.push_back(BEAT.into()),
        }
        Some(())
    }

    fn take(&mut self, frames: &[Frame]) {
        let wanted = frames.iter().filter(|frame| self.wants.kinds.contains(&frame.kind));
        let documents = self.wants.documents;
        self.ready.extend(wanted.map(|frame| match frame.kind {
            Kind::Done if documents => Piece::End(frame.clone()),
            _ => Piece::Bytes(frame.bytes.clone()),
        }));
    }

    /// The end of a job with the job's document at that point. Returns `None` if that cannot be read, so that
    /// the reader reconnects.
    async fn with_document(&self, frame: &Frame) -> Option<Bytes> {
        let (job, seq) = frame.id.rsplit_once(':')?;
        match self.inner.service.job(&job.into(), seq.parse().ok()).await {
            Ok(job) => Some(frames::with_document(frame, &view(&job))),
            Err(refusal) => {
                tracing::warn!(reason = refusal.message, "failed to read a job at the end of its stream");
                None
            }
        }
    }

    async fn catch_up(&mut self, mut from: CatchUp) -> Option<()> {
        match self.page_of_history(&mut from).await {
            Ok(true) => self.catching_up = Some(from),
            Ok(false) => match from.known {
                None => self.place = from.place,
                // The whole history does not contain the frame that the reader has.
                Some(id) => {
                    self.ready.push_back(frames::gap(&id).into());
                    self.catching_up = Some(CatchUp::default());
                }
            },
            Err(error) => {
                tracing::warn!(%error, "failed to read the history of a thread for a stream");
                return None;
            }
        }
        Some(())
    }

    /// Returns true as long as there is more to read before the shared log takes over.
    async fn page_of_history(&mut self, from: &mut CatchUp) -> Result<bool, StoreError> {
        let events = {
            let after = from.encoder.cursor.as_ref().map(|(job, seq)| (job, *seq));
            self.inner.journal.of_thread(&self.thread, after, PAGE).await?
        };
        for (job, recorded) in &events {
            let mut frames = from.encoder.learn(job, recorded);
            from.place += frames.len() as u64;
            if let Some(id) = &from.known {
                match frames.iter().position(|frame| *frame.id == **id) {
                    Some(at) => {
                        frames.drain(..=at);
                        from.known = None;
                    }
                    None => continue,
                }
            }
            self.take(&frames);
        }
        let shared = from.known.is_none() && from.place >= self.channel.first();
        Ok(!events.is_empty() && !shared)
    }
}

impl Frames for Reader {
    async fn next(&mut self) -> Option<Bytes> {
        Reader::next(self).await
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        metrics::gauge!("stream_readers").decrement(1.0);
    }
}
