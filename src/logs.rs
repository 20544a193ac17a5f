//! gorkd's own logs, on standard error and optionally in a file: IDs and numbers, never what people ask or
//! pages say.

use crate::settings::{LogFormat, Logs};
use std::fs::File;
use std::sync::Arc;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::{EnvFilter, Registry};

/// How the process is used: a service is followed by its log, a command by its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    Service,
    Command,
}

/// Starts logging for this process.
///
/// `beside` gets all events too. Only the first call has an effect.
pub fn start(settings: &Logs, used_as: Use, beside: Option<Lines>) {
    let wanted = filter(settings, used_as);
    let mut lines = vec![match settings.format {
        LogFormat::Human => human(wanted, std::io::stderr),
        LogFormat::Json => json(wanted, std::io::stderr),
    }];
    // A file is for looking things up later, so it includes what a command does not print to its terminal.
    lines.extend(file(settings).map(|file| json(filter(settings, Use::Service), file)));
    lines.extend(beside);
    let subscriber = tracing_subscriber::registry().with(lines);
    if tracing::subscriber::set_global_default(subscriber).is_err() {
        tracing::debug!("logging was started before; its first settings stand");
    }
}

/// The additional log file. gorkd works without it if it cannot be written.
fn file(settings: &Logs) -> Option<Arc<File>> {
    let path = settings.file.as_ref()?;
    match File::options().append(true).create(true).open(path) {
        Ok(file) => Some(Arc::new(file)),
        Err(error) => {
            tell!("The log cannot be written to {}: {error}. Look at logs.file.", path.display());
            None
        }
    }
}

/// The filter in `tracing` syntax: our own crates at the requested level, others at `warn`.
pub fn filter(settings: &Logs, used_as: Use) -> String {
    let level = match (settings.level.as_str(), used_as) {
        ("auto", Use::Service) => "info",
        ("auto", Use::Command) => "warn",
        (level, Use::Service | Use::Command) => level,
    };
    let chatty = ["sqlx=warn", "tantivy=warn", "hyper=warn", "reqwest=warn", "h2=warn", "slack_morphism=off"];
    // The last directive wins, so a person's own `sqlx=debug` goes after ours.
    let (general, particular): (Vec<&str>, Vec<&str>) =
        level.split(',').map(str::trim).partition(|part| !part.contains('='));
    let quieter = general.iter().any(|level| ["off", "error", "warn"].contains(level));
    let ours = if quieter { &[][..] } else { &chatty[..] };
    // genai puts servers' messages into its errors, and servers repeat what they were asked. serenity logs
    // what it cannot parse, which is what people said. rmcp logs the messages it receives.
    let silent = ["genai=off", "serenity=off", "rmcp=off"];
    let loud = |part: &&&str| ["genai", "serenity", "rmcp"].iter().any(|name| part.starts_with(name));
    let particular = particular.iter().filter(|part| !loud(part));
    general.iter().chain(ours).chain(particular).chain(&silent).copied().collect::<Vec<_>>().join(",")
}

/// A formatting layer for the process or, in tests, for a given writer.
pub type Lines = Box<dyn Layer<Registry> + Send + Sync>;

fn human<W>(filter: String, writer: W) -> Lines
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let colours =
        std::io::IsTerminal::is_terminal(&std::io::stderr()) && std::env::var_os("NO_COLOR").is_none();
    tracing_subscriber::fmt::layer()
        .with_ansi(colours)
        .with_writer(writer)
        .with_filter(EnvFilter::new(filter))
        .boxed()
}

fn json<W>(filter: String, writer: W) -> Lines
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    tracing_subscriber::fmt::layer()
        .json()
        .flatten_event(true)
        .with_current_span(true)
        .with_span_list(false)
        .with_writer(writer)
        .with_filter(EnvFilter::new(filter))
        .boxed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    fn logs(level: &str) -> Logs {
        Logs { level: level.to_owned(), format: LogFormat::Human, file: None }
    }

    #[test]
    fn auto_is_loud_for_a_service_and_quiet_for_a_command() {
        assert_eq!(filter(&logs("auto"), Use::Command), "warn,genai=off,serenity=off,rmcp=off");
        assert!(filter(&logs("auto"), Use::Service).starts_with("info,sqlx=warn"));
        assert!(filter(&logs("debug"), Use::Command).starts_with("debug,"));
        let chosen = filter(&logs("info,sqlx=trace,rmcp=trace"), Use::Command);
        assert!(chosen.ends_with(",sqlx=trace,genai=off,serenity=off,rmcp=off"), "{chosen}");
    }

    #[derive(Clone, Default)]
    struct Buffer(Arc<Mutex<Vec<u8>>>);

    impl Write for Buffer {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("no test thread panics while it holds this").write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn json_lines_carry_the_ids_as_fields() {
        let kept = Buffer::default();
        let writer = kept.clone();
        let lines = json("info".to_owned(), move || writer.clone());
        let subscriber = tracing_subscriber::registry().with(lines);
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
