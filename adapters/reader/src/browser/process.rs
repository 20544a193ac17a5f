//! The browser process: started without access to anything of ours, and ended with all its children.

use super::BrowserSettings;
use super::pipe::Pipe;
use gorkd_core::model::{Failure, FailureReason};
use rustix::process::{Pid, Signal, geteuid, kill_process_group};
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;
use tokio::process::{Child, Command};

/// How long a killed browser may take to exit.
const EXIT_GRACE: Duration = Duration::from_secs(5);
/// Chromium uses file descriptors 3 and 4; a shell puts our pipes there.
const WITH_PIPES: &str = r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#;

const FLAGS: &[&str] = &[
    "--headless",
    "--remote-debugging-pipe",
    // No network: no name resolves, and all connections go to a proxy whose name does not resolve either.
    "--proxy-server=http://nowhere.invalid:9",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--disable-quic",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    // One process for all frames of a page, so that we see the requests of all of them.
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,WebRtcHideLocalIpsWithMdns,MediaRouter,\
     DialMediaRouteProvider,OptimizationHints,Translate",
    // Disable everything the browser does on its own.
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
    /// Deleted on drop.
    _profile: TempDir,
}

impl Running {
    pub async fn start(settings: &BrowserSettings) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| {
            tracing::error!(%error, program = %settings.program.display(), "failed to start the browser");
            let detail = "The browser that renders pages built by scripts could not be started; run gorkd doctor to see why.";
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
            // Chromium's sandbox does not work as root, so a gorkd that runs as root runs it without one.
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

    /// Ends the browser and waits until it has exited.
    pub async fn end(mut self) {
        self.kill();
        if tokio::time::timeout(EXIT_GRACE, self.process.wait()).await.is_err() {
            tracing::warn!("a browser did not exit after it was killed");
        }
    }

    fn kill(&mut self) {
        // After the process has been waited for, its ID may be reused.
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
