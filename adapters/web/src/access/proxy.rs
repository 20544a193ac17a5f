//! The client's address when there are proxies in between.
//!
//! `X-Forwarded-For` counts only if it comes from an address that the operator listed. It is read from the
//! right, because everything to the left of the first address that is not a trusted proxy may be forged.

use axum::http::HeaderMap;
use ipnet::IpNet;
use std::net::IpAddr;

/// The address that a request comes from, as far as it can be known.
pub fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let peer = peer.to_canonical();
    if !is_trusted(peer, trusted) {
        return peer;
    }
    let mut client = peer;
    let lines: Vec<&str> =
        headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok()).collect();
    for part in lines.iter().flat_map(|line| line.split(',')).rev() {
        let Some(address) = address(part.trim()) else { break };
        client = address;
        if !is_trusted(address, trusted) {
            break;
        }
    }
    client
}

/// Whether a proxy forwarded the request.
pub fn is_forwarded(headers: &HeaderMap) -> bool {
    ["x-forwarded-for", "x-forwarded-host", "forwarded", "via", "x-real-ip"]
        .iter()
        .any(|name| headers.contains_key(*name))
}

fn is_trusted(address: IpAddr, trusted: &[IpNet]) -> bool {
    trusted.iter().any(|network| network.contains(&address))
}

/// Parses an address with or without a port. IPv6 addresses may have brackets.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.split(']').next()).unwrap_or(text);
    let parsed = bare.parse().ok().or_else(|| text.parse().ok().map(|with: std::net::SocketAddr| with.ip()));
    parsed.map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_listed_proxies_may_forward_an_address() {
        let trusted: Vec<IpNet> =
            vec!["10.0.0.0/8".parse().expect("valid network"), "fd00::/8".parse().expect("valid network")];
        let seen = |peer: &str, said: &str| {
            let mut headers = HeaderMap::new();
            if !said.is_empty() {
                headers.insert("x-forwarded-for", said.parse().expect("valid header"));
            }
            client(peer.parse().expect("valid address"), &headers, &trusted).to_string()
        };
        for (peer, said, who) in [
            ("203.0.113.9", "", "203.0.113.9"),
            ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
            ("10.0.0.1", "", "10.0.0.1"),
            ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
            ("10.0.0.1", "1.2.3.4, 198.51.100.1, 10.0.0.7", "198.51.100.1"),
            ("::ffff:10.0.0.1", "198.51.100.1:4711", "198.51.100.1"),
            ("fd00::1", "[2001:db8::5]:443", "2001:db8::5"),
            ("10.0.0.1", "unknown, 10.0.0.7", "10.0.0.7"),
        ] {
            assert_eq!(seen(peer, said), who, "{peer} with {said:?}");
        }
    }
}
