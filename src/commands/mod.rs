//! Carries out the commands. Their grammar comes from the terminal adapter, the parts from `wire`.

mod ask;
mod chats;
mod discord;
mod doctor;
#[cfg(feature = "eval")]
mod eval;
mod job;
mod key;
mod library;
mod look;
mod mcp;
mod memory;
mod migrate;
mod models;
mod named;
mod page;
mod person;
mod serve;
mod slack;
mod thread;
mod watch;

use crate::logs::{self, Use};
use crate::misconfigured::is_misconfigured;
use crate::settings::{Platform, Settings, Sources};
use crate::telemetry::Telemetry;
use crate::wire::{App, address_space};
use gorkd_cli::{Command, ConfigCommand, Exit, GREETING, Invocation, ServeArgs, parse};
use gorkd_core::model::{Refusal, RefusalCode};
use gorkd_words::Locale;
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    let invocation = match parse(std::env::args_os()) {
        Ok(invocation) => invocation,
        Err(not_a_command) => {
            not_a_command.print();
            return exit(not_a_command.exit);
        }
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            tell!("gorkd can't start: {error}");
            return exit(Exit::Failed);
        }
    };
    let ended = runtime.block_on(obey(invocation));
    // A blocking thread whose result nobody waits for must not delay the exit.
    runtime.shutdown_background();
    match gorkd_cli::screen::unwritten() {
        Some(why) => {
            tell!("The output couldn't be written: {why}.");
            exit(Exit::Failed)
        }
        None => exit(ended),
    }
}

fn exit(exit: Exit) -> ExitCode {
    ExitCode::from(exit.code())
}

async fn obey(invocation: Invocation) -> Exit {
    let Some(command) = invocation.command else {
        print(GREETING);
        return Exit::Answered;
    };
    let globals = invocation.globals;
    let data = Platform::here().data_folder(globals.data.as_deref());
    let sources = Sources::of_process(globals.config, globals.set, globals.log);
    let sources = match &data {
        Ok(data) => sources.with_data(data),
        Err(_) => sources,
    };
    let settings = match Settings::load(&sources) {
        Ok(settings) => settings,
        Err(problems) => {
            tell!("{problems}");
            return Exit::Usage;
        }
    };
    let used_as = if matches!(command, Command::Serve(_)) { Use::Service } else { Use::Command };
    let (telemetry, spans) = match Telemetry::start(&settings) {
        Ok(started) => started,
        Err(error) => {
            tell!("{error:#}");
            return Exit::Failed;
        }
    };
    logs::start(&settings.logs, used_as, spans);
    let data = match data {
        Ok(data) => data,
        Err(no_home) => {
            tell!("{no_home}");
            return Exit::Usage;
        }
    };
    let named = globals.data.is_some().then(|| data.clone());
    let ended = perform(command, settings, data, named).await;
    telemetry.finish().await;
    match ended {
        Ok(exit) => exit,
        Err(error) => {
            tell!("{error:#}");
            if is_misconfigured(&error) { Exit::Usage } else { Exit::Failed }
        }
    }
}

/// Carries out a command. `named` is the data folder from the command line, if given.
async fn perform(
    command: Command,
    mut settings: Settings,
    data: PathBuf,
    named: Option<PathBuf>,
) -> anyhow::Result<Exit> {
    // Settings and completions are printed anyway, and the checks say it among other things.
    let modest = matches!(
        command,
        Command::Config(_)
            | Command::Completions { .. }
            | Command::Doctor(_)
            | Command::Serve(ServeArgs { check: true, .. })
    );
    if let Some(short) = address_space::too_small().filter(|_| !modest) {
        // Like all that the terminal says, in English.
        anyhow::bail!(Locale::En.say(short));
    }
    match command {
        Command::Config(ConfigCommand::Show) => {
            for shown in settings.shown() {
                print(&format!("{} = {}  # {}\n", shown.key, shown.value, shown.origin));
            }
            return Ok(Exit::Answered);
        }
        Command::Read(args) if page::is_address(&args.target) => return page::read(&settings, args).await,
        Command::Read(args) => return look::read(&settings, args).await,
        Command::Completions { shell } => {
            print(&gorkd_cli::completions(shell));
            return Ok(Exit::Answered);
        }
        #[cfg(feature = "eval")]
        Command::Eval(args) => return eval::eval(settings, named, args).await,
        #[cfg(not(feature = "eval"))]
        Command::Eval(_) => {
            tell!("This gorkd was built without `eval`. Build it with the feature `eval`.");
            return Ok(Exit::Refused);
        }
        Command::Migrate => return migrate::migrate(&settings, &data).await,
        Command::Move(args) => return migrate::move_store(&settings, &data, args).await,
        Command::Models(command) => return models::models(&settings, &data, command).await,
        Command::Doctor(args) => return doctor::doctor(settings, &data, args.json).await,
        Command::Slack(command) => return slack::slack(&settings, command).await,
        Command::Discord(command) => return discord::discord(&settings, command).await,
        Command::Serve(ServeArgs { check: true, .. }) => {
            return doctor::doctor(settings, &data, false).await;
        }
        Command::Ask(_)
        | Command::Library(_)
        | Command::Search(_)
        | Command::Job(_)
        | Command::Thread(_)
        | Command::Memory(_)
        | Command::Person(_)
        | Command::Watch(_)
        | Command::Serve(_)
        | Command::Mcp
        | Command::Key(_) => {}
    }
    if let Command::Ask(args) = &command
        && let Err(sentence) = ask::choose(&mut settings, args, &data)
    {
        let refusal = Refusal::new(RefusalCode::Unavailable, sentence);
        ask::refused(&settings, args, &refusal)?;
        return Ok(Exit::Usage);
    }
    if let Command::Serve(args) = command {
        let listening = serve::listen(&settings, &args).await?;
        let app = App::open(settings, &data).await?;
        let exit = serve::serve(&app, &args, listening).await;
        app.close().await;
        return exit;
    }
    let app = App::open(settings, &data).await?;
    let exit = match command {
        Command::Ask(args) => ask::ask(&app, args).await,
        Command::Library(command) => library::library(&app, command).await,
        Command::Search(args) => look::search(&app, args).await,
        Command::Job(command) => job::job(&app, command).await,
        Command::Thread(command) => thread::thread(&app, command).await,
        Command::Memory(command) => memory::memory(&app, command).await,
        Command::Person(command) => person::person(&app, command).await,
        Command::Watch(command) => watch::watch(&app, command).await,
        Command::Mcp => mcp::mcp(&app).await,
        Command::Key(command) => key::key(&app, command).await,
        Command::Read(_)
        | Command::Models(_)
        | Command::Eval(_)
        | Command::Config(_)
        | Command::Doctor(_)
        | Command::Slack(_)
        | Command::Discord(_)
        | Command::Migrate
        | Command::Move(_)
        | Command::Serve(_)
        | Command::Completions { .. } => Ok(Exit::Answered),
    };
    app.close().await;
    exit
}

/// Prints to standard output. A failed write is reported when the command ends.
fn print(text: &str) {
    gorkd_cli::screen::print(text);
}

fn print_json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    print(&format!("{}\n", serde_json::to_string_pretty(value)?));
    Ok(())
}

/// Prints what a check of a chat platform found; it fails if there is a problem.
fn print_findings(findings: &[gorkd_chat::Finding], json: bool) -> anyhow::Result<Exit> {
    if json {
        let rows: Vec<_> =
            findings.iter().map(|one| serde_json::json!({"fine": one.ok, "sentence": one.text})).collect();
        print_json(&serde_json::json!({"findings": rows}))?;
    } else {
        for finding in findings {
            print(&format!("{} {}\n", if finding.ok { "ok " } else { "no " }, finding.text));
        }
    }
    let ok = findings.iter().all(|finding| finding.ok);
    Ok(if ok { Exit::Answered } else { Exit::Failed })
}

/// Reports why a command was refused.
fn refuse(refusal: &Refusal) -> Exit {
    tell!("{refusal}");
    Exit::of_refusal(refusal.code)
}
