//! One process tells the jobs of a data folder in a chat platform; others stand by.

use std::fs::File;
use std::path::Path;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How often one that stands by looks whether its turn has come.
const LOOK: Duration = Duration::from_millis(500);

/// Held as long as this lives; the system gives it up with the process, however that ends.
pub struct Held(#[allow(dead_code, reason = "what holds the lock")] File);

/// Waits for the turn of this process; none when it was told to stop before.
pub async fn alone(data: &Path, platform: &str, halt: &CancellationToken) -> anyhow::Result<Option<Held>> {
    let path = data.join(format!("chat-{platform}.lock"));
    let file = File::options().create(true).truncate(false).write(true).open(&path)?;
    let mut told = false;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(Held(file))),
            Err(std::fs::TryLockError::WouldBlock) => {}
            Err(std::fs::TryLockError::Error(error)) => return Err(error.into()),
        }
        if !told {
            tracing::info!(platform, "another process speaks on this platform; this one stands by");
            told = true;
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            () = halt.cancelled() => return Ok(None),
        }
    }
}
