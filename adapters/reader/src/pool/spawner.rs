//! Starts child processes from one thread that lives as long as the pool.
//!
//! The signal that ends a child with its parent is tied to the *thread* that started it. Threads of an async
//! runtime come and go, and would take healthy children with them.

use crate::settings::ReaderSettings;
use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::mpsc;
use tokio::process::{Child as Process, Command};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

pub struct Spawner {
    orders: mpsc::Sender<Order>,
}

struct Order {
    runtime: Handle,
    answer: oneshot::Sender<io::Result<Process>>,
}

impl Spawner {
    pub fn new(settings: &ReaderSettings) -> Self {
        let (orders, incoming) = mpsc::channel::<Order>();
        let (program, arguments) = (settings.program.clone(), settings.arguments.clone());
        let work = move || {
            for order in incoming {
                let _runtime = order.runtime.enter();
                let _ = order.answer.send(spawn(program.clone(), &arguments));
            }
        };
        // Without the thread, every request fails, and the caller reports it.
        if let Err(error) = std::thread::Builder::new().name("reader-spawner".to_owned()).spawn(work) {
            tracing::error!(%error, "failed to start a thread of the reader");
        }
        Self { orders }
    }

    pub async fn spawn(&self) -> io::Result<Process> {
        let (answer, answered) = oneshot::channel();
        let gone = || io::Error::other("the thread that starts worker children is gone");
        self.orders.send(Order { runtime: Handle::current(), answer }).map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }
}

/// The program that runs. An upgrade may have put another one in its place, or none; the kernel still has this one,
/// whose children speak its protocol.
fn own_program() -> io::Result<PathBuf> {
    let program = std::env::current_exe()?;
    Ok(if program.exists() { program } else { PathBuf::from("/proc/self/exe") })
}

/// A process that gets nothing of ours but three pipes: no environment, no open files, no terminal.
fn spawn(program: Option<PathBuf>, arguments: &[String]) -> io::Result<Process> {
    let program = match program {
        Some(program) => program,
        None => own_program()?,
    };
    Command::new(program)
        .args(arguments)
        .env_clear()
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
}
