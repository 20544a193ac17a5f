//! The process of a browser: started with nothing of ours, and ended with all its children.

use super::BrowserSettings;
use super::pipe::Pipe;
use gorkd_core::model::{Failure, FailureReason};
use rustix::process::{Pid, Signal, geteuid, kill_process_group};
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;
use tokio::process::{Child, Command};

/// A browser that was killed is gone within this time.
const LAST_WORDS: Duration = Duration::from_secs(5);
/// Chromium speaks through files 3 and 4; a shell puts our pipes there.
const WITH_PIPES: &str = r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#;

const FLAGS: &[&str] = &[
    "--headless",
    "--remote-debugging-pipe",
    // No way to the world: every name is unknown, and every connection goes to a proxy whose name is one of them.
    "--proxy-server=http://nowhere.invalid:9",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--disable-quic",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    // One process for all frames of a page, so that none of their requests is asked for elsewhere.
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,WebRtcHideLocalIpsWithMdns,MediaRouter,\
     DialMediaRouteProvider,OptimizationHints,Translate",
    // Nothing that a browser does for itself.
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-sync",
    "--hide-scrollbars",
    "--js-flags=--max-old-space-size=256",
    "--mute-audio",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
];

pub struct Running {
    process: Child,
    /// The process group of the browser and its children.
    group: Option<Pid>,
    pipe: Option<Pipe>,
    /// Thrown away with it.
    _profile: TempDir,
}

impl Running {
    pub async fn start(settings: &BrowserSettings) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| {
            tracing::error!(%error, program = %settings.program.display(), "the browser could not be started");
            let detail = "The browser that renders pages built by scripts could not be started; gorkd doctor says why.";
            Failure::skip(FailureReason::NotConfigured, detail)
        };
        if !settings.program.is_file() {
            return Err(failed(std::io::ErrorKind::NotFound.into()));
        }
        let profile = tempfile::Builder::new().prefix("gorkd-browser-").tempdir().map_err(failed)?;
        let mut command = Command::new("/bin/sh");
        command
            .args(["-c", WITH_PIPES])
            .arg(&settings.program)
            .args(FLAGS)
            .arg(format!("--user-agent={}", settings.user_agent))
            .arg(format!("--user-data-dir={}", profile.path().display()));
        if geteuid().is_root() {
            // Chromium's sandbox is not to be had for root: whoever runs gorkd as root runs it without one.
            command.arg("--no-sandbox");
        }
        command
            .arg("about:blank")
            .env_clear()
            .env("HOME", profile.path())
            .env("TMPDIR", profile.path())
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .current_dir(profile.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .kill_on_drop(true);
        let mut process = command.spawn().map_err(failed)?;
        let group = process.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        let pipe = match (process.stdin.take(), process.stdout.take()) {
            (Some(stdin), Some(stdout)) => Some(Pipe::new(stdin, stdout)),
            (None, _) | (_, None) => None,
        };
        Ok(Self { process, group, pipe, _profile: profile })
    }

    pub fn pipe(&mut self) -> Option<&mut Pipe> {
        self.pipe.as_mut()
    }

    /// Ends the browser and waits until it is gone.
    pub async fn end(mut self) {
        self.kill();
        if tokio::time::timeout(LAST_WORDS, self.process.wait()).await.is_err() {
            tracing::warn!("a browser did not end when it was killed");
        }
    }

    fn kill(&mut self) {
        // Once the process was waited for, its number may be another's.
        if let Some(group) = self.group.take()
            && kill_process_group(group, Signal::KILL).is_err()
        {
            let _ = self.process.start_kill();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}
