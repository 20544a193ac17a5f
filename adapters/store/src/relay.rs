//! A network for tests: a path over loopback to a server, which can be interrupted.
//!
//! It needs no privileges. To both sides, it looks like a real partition: what is sent is accepted, and nothing
//! comes back.

use std::io;
use std::path::PathBuf;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};

/// What happens to data that is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Open,
    /// Nothing comes through, but nothing is lost: it arrives once the path is open, as if packets were resent.
    Held,
    /// All connections are closed, including new ones.
    Cut,
}

#[derive(Clone, Copy, Debug)]
struct State {
    way: Way,
    /// Connections with a lower number are forgotten: nothing comes through anymore, and neither side is
    /// notified.
    forgotten: u64,
    /// Number of connections so far.
    connections: u64,
    /// The delay of each piece.
    delay: Duration,
}

/// A port that leads to a server's socket until it is dropped.
pub struct Relay {
    port: u16,
    state: watch::Sender<State>,
    accepting: AbortHandle,
}

impl Relay {
    /// Needs a runtime with more than one thread if the test itself blocks.
    pub async fn to(socket: PathBuf) -> io::Result<Self> {
        Self::between("127.0.0.1:0", socket).await
    }

    /// Listens at the given address of this machine.
    pub async fn between(address: &str, socket: PathBuf) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let port = listener.local_addr()?.port();
        let state = State { way: Way::Open, forgotten: 0, connections: 0, delay: Duration::ZERO };
        let state = watch::Sender::new(state);
        let accepting = tokio::spawn(accept(listener, socket, state.clone())).abort_handle();
        Ok(Self { port, state, accepting })
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// Its address on loopback.
    pub fn place(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Lets everything through again.
    pub fn open(&self) {
        self.state.send_modify(|state| state.way = Way::Open);
    }

    /// Accepts what is sent and answers nothing, until it is opened.
    pub fn hold(&self) {
        self.state.send_modify(|state| state.way = Way::Held);
    }

    /// Closes all connections, and new ones immediately.
    pub fn cut(&self) {
        self.state.send_modify(|state| state.way = Way::Cut);
    }

    /// Forgets the existing connections, as a firewall does: they stay open on both sides, but are dead.
    pub fn forget(&self) {
        self.state.send_modify(|state| state.forgotten = state.connections);
    }

    /// Delays each piece by this time from now on, like a slow disk or a long path.
    pub fn delay(&self, delay: Duration) {
        self.state.send_modify(|state| state.delay = delay);
    }

    /// The number of connections so far.
    pub fn connections(&self) -> u64 {
        self.state.borrow().connections
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(listener: TcpListener, socket: PathBuf, state: watch::Sender<State>) {
    let mut connections = JoinSet::new();
    // Fails if there are too many open files, for example. Clients try again.
    while let Ok((client, _)) = listener.accept().await {
        while connections.try_join_next().is_some() {}
        let mut number = 0;
        state.send_modify(|state| {
            number = state.connections;
            state.connections += 1;
        });
        connections.spawn(carry(client, socket.clone(), Watched { state: state.subscribe(), number }));
    }
}

async fn carry(client: TcpStream, socket: PathBuf, mut watched: Watched) {
    // While the path is held, the server isn't reached either.
    if !watched.opens().await {
        return;
    }
    let Ok(server) = UnixStream::connect(socket).await else { return };
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    tokio::select! {
        () = pass(from_client, to_server, watched.clone()) => {}
        () = pass(from_server, to_client, watched) => {}
    }
}

/// Copies until the data ends or the path is cut.
async fn pass(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, mut watched: Watched) {
    let mut bytes = vec![0; 16 << 10];
    while watched.opens().await {
        let read = tokio::select! {
            changed = watched.state.changed() => {
                if changed.is_err() {
                    return;
                }
                continue;
            }
            read = from.read(&mut bytes) => read,
        };
        let Ok(read) = read else { return };
        let delay = watched.state.borrow().delay;
        if !delay.is_zero() {
            tokio::time::sleep(delay).await;
        }
        // What was in transit when the path was held arrives once it is open.
        if read == 0 || !watched.opens().await || to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}

/// The path of one connection.
#[derive(Clone)]
struct Watched {
    state: watch::Receiver<State>,
    number: u64,
}

impl Watched {
    /// Waits until the path is open. Returns false if it is cut.
    async fn opens(&mut self) -> bool {
        loop {
            let state = *self.state.borrow_and_update();
            match state.way {
                Way::Cut => return false,
                Way::Open if self.number >= state.forgotten => return true,
                Way::Open | Way::Held => {}
            }
            if self.state.changed().await.is_err() {
                return false;
            }
        }
    }
}
