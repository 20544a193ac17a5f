//! Postgres on a host of its own: a network namespace with a cable to each of three processes, and cables are pulled.
//! Unlike in `partitions.rs`, the kernel's own connections are cut, and packets are sent again when the cable is back.
//!
//! The test starts itself again twice: with a network of its own, and as what leads from the database's host to its
//! socket. That needs root or user namespaces, so it runs where it can, in `make soak` only, and says whether it ran.

use super::fleet::{Dice, Fleet, Limits};
use crate::kills::prepared_on;
use crate::world::process::Machine;
use gorkd_store::relay::Relay;
use gorkd_store::server;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// In the environment: what this process is.
const PART: &str = "GORKD_TEST_HOSTS";
const PROCESSES: &str = "processes";
const DATABASE: &str = "database";
/// In the environment: where the socket of the database is.
const SOCKET: &str = "GORKD_TEST_HOSTS_SOCKET";
const NAME: &str = "replicas::hosts::three_processes_lose_nothing_when_the_cable_to_their_database_is_pulled";
const HOSTS: usize = 3;
const PORT: u16 = 5432;

/// How a process may get a network of its own: as root, or by a user namespace.
const WAYS: [&[&str]; 2] =
    [&["unshare", "--net"], &["unshare", "--user", "--map-current-user", "--keep-caps", "--net"]];
/// What it then has to be able to do.
const TRIAL: &str = "ip link set lo up && ip link add v0 type veth peer name e0 && unshare --net true";

fn way() -> Option<&'static [&'static str]> {
    WAYS.into_iter().find(|way| {
        let tried = Command::new(way[0]).args(&way[1..]).args(["sh", "-c", TRIAL]).output();
        tried.is_ok_and(|output| output.status.success())
    })
}

/// Runs this test again, in another role.
fn again(starter: &[&str], part: &str) -> Command {
    let mut command = Command::new(starter[0]);
    command.args(&starter[1..]).arg(std::env::current_exe().expect("this binary"));
    command.args(["--exact", NAME, "--nocapture"]).env(PART, part);
    command
}

fn run(command: &mut Command) {
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// An address at one end of a cable.
fn address(cable: usize, end: usize) -> String {
    format!("10.77.{}.{end}", cable + 1)
}

/// The host of the database, with cables to this one.
struct Host {
    namespace: Child,
    relays: Option<Child>,
}

impl Host {
    fn start() -> Self {
        ip(&["link", "set", "lo", "up"]);
        let namespace = Command::new("unshare").args(["--net", "sleep", "infinity"]).spawn();
        let mut host = Self { namespace: namespace.expect("unshare is there"), relays: None };
        let network = |process: &str| std::fs::read_link(format!("/proc/{process}/ns/net"));
        let (own, pid) = (network("self").expect("Linux tells it"), host.namespace.id().to_string());
        while network(&pid).is_ok_and(|its| its == own) {
            std::thread::yield_now();
        }
        for cable in 0..HOSTS {
            let (here, there) = (format!("v{cable}"), format!("e{cable}"));
            ip(&["link", "add", &here, "type", "veth", "peer", "name", &there, "netns", &pid]);
            ip(&["addr", "add", &format!("{}/24", address(cable, 1)), "dev", &here]);
            ip(&["link", "set", &here, "up"]);
            host.ip(&["addr", "add", &format!("{}/24", address(cable, 2)), "dev", &there]);
            host.plug(cable, true);
        }
        let mut relays = again(&["nsenter", "--target", &pid, "--net"], DATABASE);
        let mut relays =
            relays.env(SOCKET, server::socket()).stdout(Stdio::piped()).spawn().expect("it starts");
        let out = BufReader::new(relays.stdout.take().expect("piped"));
        host.relays = Some(relays);
        assert!(out.lines().map_while(Result::ok).any(|line| line.ends_with("said ready")), "it listens");
        host
    }

    fn ip(&self, args: &[&str]) {
        let pid = self.namespace.id().to_string();
        run(Command::new("nsenter").args(["--target", &pid, "--net", "ip"]).args(args));
    }

    /// Pulls a cable at the end of the database, or plugs it in again.
    fn plug(&self, cable: usize, plugged: bool) {
        self.ip(&["link", "set", &format!("e{cable}"), if plugged { "up" } else { "down" }]);
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        for process in self.relays.iter_mut().chain([&mut self.namespace]) {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

fn ip(args: &[&str]) {
    run(Command::new("ip").args(args));
}

/// On the host of the database: from each cable to its socket.
async fn lead_to_the_database() {
    let socket = PathBuf::from(std::env::var_os(SOCKET).expect("it is given"));
    let mut relays = Vec::new();
    for cable in 0..HOSTS {
        let here = format!("{}:{PORT}", address(cable, 2));
        relays.push(Relay::between(&here, socket.clone()).await.expect("the address is free"));
    }
    println!("\nsaid ready");
    std::future::pending::<()>().await;
}

/// With a network of its own: three processes, and the simulated world.
async fn pull_cables() {
    let jobs = crate::world::as_many(9, 30);
    let mut dice = Dice::thrown("cables");
    let (home, host) = tokio::task::block_in_place(|| (prepared_on(Machine::on_postgres()), Host::start()));
    let reached = |cable| server::over(home.database(), &format!("{}:{PORT}", address(cable, 2)));
    let machines = (0..HOSTS).map(|cable| Machine::on_database(reached(cable))).collect();
    let fleet = Fleet::reaching(home, machines).await;
    fleet.model.takes(Duration::from_millis(500));
    let mentions = fleet.mentions(jobs / 3);
    let asked = fleet.ask_and_read(jobs - mentions.len(), Duration::from_millis(1_000), &mut dice);
    fleet.asks(0).await;
    let plug = |cable, plugged| tokio::task::block_in_place(|| host.plug(cable, plugged));
    let holder = fleet.owner(|_| true).await;
    plug(holder, false);
    let next = fleet.owner(|at| at != holder).await;
    fleet.loses(holder).await;
    plug(holder, true);
    plug(next, false);
    fleet.loses(next).await;
    plug(next, true);
    fleet.ready().await;
    let (cases, streams) = fleet.all_ended(asked, mentions).await;
    fleet.check_with(&cases, Limits { attempts: 9, times: true }).await;
    fleet.check_readers(streams).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn three_processes_lose_nothing_when_the_cable_to_their_database_is_pulled() {
    match std::env::var(PART).as_deref() {
        Ok(PROCESSES) => return pull_cables().await,
        Ok(DATABASE) => return lead_to_the_database().await,
        Ok(other) => panic!("{PART} is {other}"),
        Err(_) => {}
    }
    if std::env::var_os("GORKD_SOAK").is_none() {
        println!("hosts in network namespaces: not run, they are part of make soak");
        return;
    }
    let Some(way) = tokio::task::block_in_place(way) else {
        println!("hosts in network namespaces: NOT RUN, this needs ip, unshare, and root or user namespaces");
        return;
    };
    let output = tokio::task::block_in_place(|| again(way, PROCESSES).output().expect("it starts"));
    let said = [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned());
    assert!(output.status.success(), "{}{}", said[0], said[1]);
    assert!(said[0].contains("1 passed"), "{}", said[0]);
    println!("hosts in network namespaces: run, by {}", way.join(" "));
}
