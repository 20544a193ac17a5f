//! What Ctrl-C means: once, stop and still answer; twice, no answer; a third time, out at once.

/// How often somebody has pressed Ctrl-C during this run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Breaks {
    #[default]
    None,
    Stopping,
    Cancelling,
    Leaving,
}

/// What one press asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakAction {
    /// End research and answer from what there is.
    Stop,
    /// End without an answer.
    Cancel,
    /// End this program now; the job is left as it is.
    Leave,
}

impl Breaks {
    pub fn press(&mut self) -> BreakAction {
        let (next, action) = match self {
            Breaks::None => (Breaks::Stopping, BreakAction::Stop),
            Breaks::Stopping => (Breaks::Cancelling, BreakAction::Cancel),
            Breaks::Cancelling | Breaks::Leaving => (Breaks::Leaving, BreakAction::Leave),
        };
        *self = next;
        action
    }
}

impl BreakAction {
    /// What somebody who pressed is told.
    pub fn line(self) -> &'static str {
        match self {
            BreakAction::Stop => {
                "Stopping: the answer is written from what was read so far. Press Ctrl-C again to cancel."
            }
            BreakAction::Cancel => {
                "Canceling: there will be no answer. Press Ctrl-C again to exit immediately."
            }
            BreakAction::Leave => "Leaving.",
        }
    }
}

/// One item each time Ctrl-C is pressed, from now on. Without this, the first press ends the program.
pub fn presses() -> tokio::sync::mpsc::UnboundedReceiver<()> {
    let (sender, receiver) = tokio::sync::mpsc::unbounded_channel();
    tokio::spawn(async move {
        while tokio::signal::ctrl_c().await.is_ok() {
            if sender.send(()).is_err() {
                return;
            }
        }
    });
    receiver
}
