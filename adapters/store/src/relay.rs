//! A network for tests: a way over loopback to a server, which can be cut.
//!
//! It needs no privileges. A partition is what it looks like to those on both sides of one: what is sent is taken, and
//! nothing comes back.

use std::io;
use std::path::PathBuf;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};

/// What happens to what is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Open,
    /// Nothing comes through, and nothing is lost: packets are sent again once the way is open.
    Held,
    /// Connections are closed, also new ones.
    Cut,
}

#[derive(Clone, Copy, Debug)]
struct State {
    way: Way,
    /// Connections with a lower number are forgotten: nothing comes through anymore, and nobody is told.
    forgotten: u64,
    /// How many there have been.
    connections: u64,
    /// How long each piece is under way.
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

    /// At an address of this machine.
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

    /// Where it listens on loopback.
    pub fn place(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Lets everything through again.
    pub fn open(&self) {
        self.state.send_modify(|state| state.way = Way::Open);
    }

    /// Takes what is sent and answers nothing, as long as it lasts.
    pub fn hold(&self) {
        self.state.send_modify(|state| state.way = Way::Held);
    }

    /// Ends all connections, and new ones at once.
    pub fn cut(&self) {
        self.state.send_modify(|state| state.way = Way::Cut);
    }

    /// Forgets the connections that there are, as a firewall does: they stay open on both sides, and are dead.
    pub fn forget(&self) {
        self.state.send_modify(|state| state.forgotten = state.connections);
    }

    /// Takes so long for each piece from now on, as a slow disk or a long way does.
    pub fn delay(&self, delay: Duration) {
        self.state.send_modify(|state| state.delay = delay);
    }

    /// How many connections there have been.
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
    // Too many open files, for example: whoever connects tries again.
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
    // The other side of a held way is not reached, either.
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

/// Returns at the end of what comes, or when the way is cut.
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
        // What was under way when the way was closed arrives when it is open.
        if read == 0 || !watched.opens().await || to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}

/// The way of one connection.
#[derive(Clone)]
struct Watched {
    state: watch::Receiver<State>,
    number: u64,
}

impl Watched {
    /// Waits until something comes through; false if the way is cut.
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
