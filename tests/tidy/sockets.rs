//! Who may open a connection to somebody else: one crate, which knows what a job's privacy allows.

use super::scan::{code_of, lines_with, without_tests};
use super::{files, none};

const OWNER: &str = "adapters/net/";
/// Looks at gorkd from outside, as tests do.
const MEASURES: &str = "benches/";

/// Libraries that speak to a service that the operator named, and bring connections of their own.
const LIBRARIES: &[(&str, &str)] = &[
    // The gateway is a websocket, which the library of Discord keeps open.
    ("adapters/discord/src/gateway.rs", "ClientBuilder"),
];

/// Names by which a connection is opened or a name is resolved.
const OPENERS: &[&str] = &[
    "Client::builder",
    "Client::new",
    "ClientBuilder",
    "reqwest::get",
    "TcpStream::connect",
    "TcpSocket",
    "UdpSocket",
    "lookup_host",
    "to_socket_addrs",
];

#[test]
fn connections_to_others_are_opened_in_one_crate() {
    let mut found = Vec::new();
    let mut in_owner = 0;
    for file in
        files().iter().filter(|file| file.is_rust() && !file.is_test() && !file.path.starts_with(MEASURES))
    {
        let code = without_tests(&code_of(&file.text));
        for opener in OPENERS {
            // A library that is handed one of our clients opens nothing by itself.
            let text: Vec<&str> = code.lines().collect();
            let handed = |line: &usize| text.get(line - 1).is_some_and(|line| line.contains("with_reqwest"));
            let library = LIBRARIES.contains(&(file.path.as_str(), *opener));
            let lines: Vec<usize> =
                lines_with(&code, opener).into_iter().filter(|line| !library && !handed(line)).collect();
            if file.path.starts_with(OWNER) {
                in_owner += lines.len();
            } else {
                found.extend(lines.iter().map(|line| format!("{}:{line}: `{opener}`", file.path)));
            }
        }
    }
    assert!(in_owner > 2, "adapters/net opens no connection: has it moved?");
    none(
        &found,
        "A question that must not leave this machine is kept here by one crate that every connection goes through. \
         Take a client from `Services`, or `Http` behind the guard; both are in adapters/net.",
    );
}
