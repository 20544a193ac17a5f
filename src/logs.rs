//! What gorkd writes about its own work, on standard error: ids and numbers, never what people ask or pages say.

use crate::settings::{LogFormat, Logs};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

/// Which of the two uses a process has: a service is followed by its log, a command by its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    Service,
    Command,
}

/// Starts logging for this process.
///
/// A second call does nothing: the first one stands.
pub fn start(settings: &Logs, used_as: Use) {
    let filter = filter(settings, used_as);
    let started = match settings.format {
        LogFormat::Human => human(filter, std::io::stderr).try_init_global(),
        LogFormat::Json => json(filter, std::io::stderr).try_init_global(),
    };
    if !started {
        tracing::debug!("logging was started before; its first settings stand");
    }
}

/// The filter in the syntax of `tracing`: our own crates at the level asked for, others at warn.
pub fn filter(settings: &Logs, used_as: Use) -> String {
    let level = match (settings.level.as_str(), used_as) {
        ("auto", Use::Service) => "info",
        ("auto", Use::Command) => "warn",
        (level, Use::Service | Use::Command) => level,
    };
    let chatty = ["sqlx=warn", "tantivy=warn", "hyper=warn", "reqwest=warn", "h2=warn"];
    // What is written last wins, so a person's own `sqlx=debug` stands behind ours.
    let (general, particular): (Vec<&str>, Vec<&str>) =
        level.split(',').map(str::trim).partition(|part| !part.contains('='));
    let quieter = general.iter().any(|level| ["off", "error", "warn"].contains(level));
    let ours = if quieter { &[][..] } else { &chatty[..] };
    // It puts what servers say into its errors, and servers repeat what they were asked.
    let silent = ["genai=off"];
    let particular = particular.iter().filter(|part| !part.starts_with("genai"));
    general.iter().chain(ours).chain(particular).chain(&silent).copied().collect::<Vec<_>>().join(",")
}

/// Subscribers of either format, for the process or (in tests) for a writer at hand.
struct Subscriber<S>(S);

impl<S: tracing::Subscriber + Send + Sync + 'static> Subscriber<S> {
    fn try_init_global(self) -> bool {
        tracing::subscriber::set_global_default(self.0).is_ok()
    }
}

fn human<W>(filter: String, writer: W) -> Subscriber<impl tracing::Subscriber + Send + Sync>
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let colours =
        std::io::IsTerminal::is_terminal(&std::io::stderr()) && std::env::var_os("NO_COLOR").is_none();
    Subscriber(
        tracing_subscriber::fmt()
            .with_env_filter(EnvFilter::new(filter))
            .with_ansi(colours)
            .with_writer(writer)
            .finish(),
    )
}

fn json<W>(filter: String, writer: W) -> Subscriber<impl tracing::Subscriber + Send + Sync>
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    Subscriber(
        tracing_subscriber::fmt()
            .json()
            .flatten_event(true)
            .with_current_span(true)
            .with_span_list(false)
            .with_env_filter(EnvFilter::new(filter))
            .with_writer(writer)
            .finish(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    fn logs(level: &str) -> Logs {
        Logs { level: level.to_owned(), format: LogFormat::Human }
    }

    #[test]
    fn auto_is_loud_for_a_service_and_quiet_for_a_command() {
        assert_eq!(filter(&logs("auto"), Use::Command), "warn");
        assert!(filter(&logs("auto"), Use::Service).starts_with("info,sqlx=warn"));
        assert!(filter(&logs("debug"), Use::Command).starts_with("debug,"));
        assert!(filter(&logs("info,sqlx=trace"), Use::Command).ends_with(",sqlx=trace"));
    }

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("no test thread panics while it holds this").write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn json_lines_carry_the_ids_as_fields() {
        let kept = Kept::default();
        let writer = kept.clone();
        let subscriber = json("info".to_owned(), move || writer.clone()).0;
        tracing::subscriber::with_default(subscriber, || {
            let _span = tracing::info_span!("drive", job = "job_1", thread = "thr_1").entered();
            tracing::info!(ended = "over", "job left");
        });
        let text = String::from_utf8(kept.0.lock().expect("free").clone()).expect("UTF-8");
        let line: serde_json::Value = serde_json::from_str(text.trim()).expect("one JSON object a line");
        assert_eq!(line["message"], "job left");
        assert_eq!(line["ended"], "over");
        assert_eq!(line["span"]["job"], "job_1");
        assert_eq!(line["span"]["thread"], "thr_1");
    }
}
