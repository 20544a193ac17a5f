//! Ctrl-C handling: the first press stops and still answers, the second cancels, the third exits at once.

/// How many times Ctrl-C was pressed during this run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Breaks {
    #[default]
    None,
    Stopping,
    Cancelling,
    Leaving,
}

/// What a press asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakAction {
    /// End research and answer from what was read so far.
    Stop,
    /// End without an answer.
    Cancel,
    /// Exit now and leave the job as it is.
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
    /// The message shown after a press.
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

/// Yields one item per Ctrl-C from now on. Without this, the first press ends the program.
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
