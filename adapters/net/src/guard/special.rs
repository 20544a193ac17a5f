//! Address ranges that are not on the public internet.
//!
//! IANA's special-purpose registries for IPv4 and IPv6 (RFC 6890 and later additions), multicast, and other
//! addresses of cloud metadata services. An IPv4 address embedded in an IPv6 address is checked too, because
//! a translator may extract it.

use ipnet::{Ipv4Net, Ipv6Net};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

const V4: &[(Ipv4Net, &str)] = &[
    (v4(0, 0, 0, 0, 8), "reserved for this network (0.0.0.0/8)"),
    (v4(10, 0, 0, 0, 8), "private (10.0.0.0/8)"),
    (v4(100, 64, 0, 0, 10), "shared by a provider's customers (100.64.0.0/10)"),
    (v4(127, 0, 0, 0, 8), "this machine itself (127.0.0.0/8)"),
    (v4(169, 254, 0, 0, 16), "link-local, where clouds keep their metadata (169.254.0.0/16)"),
    (v4(172, 16, 0, 0, 12), "private (172.16.0.0/12)"),
    (v4(192, 0, 0, 0, 24), "set aside for protocols (192.0.0.0/24)"),
    (v4(192, 0, 2, 0, 24), "for documentation (192.0.2.0/24)"),
    (v4(192, 31, 196, 0, 24), "set aside for AS112 (192.31.196.0/24)"),
    (v4(192, 52, 193, 0, 24), "set aside for multicast tunnels (192.52.193.0/24)"),
    (v4(192, 88, 99, 0, 24), "reserved for former 6to4 relays (192.88.99.0/24)"),
    (v4(192, 168, 0, 0, 16), "private (192.168.0.0/16)"),
    (v4(192, 175, 48, 0, 24), "set aside for AS112 (192.175.48.0/24)"),
    (v4(198, 18, 0, 0, 15), "reserved for benchmarking (198.18.0.0/15)"),
    (v4(198, 51, 100, 0, 24), "for documentation (198.51.100.0/24)"),
    (v4(203, 0, 113, 0, 24), "for documentation (203.0.113.0/24)"),
    (v4(224, 0, 0, 0, 4), "multicast (224.0.0.0/4)"),
    (v4(240, 0, 0, 0, 4), "reserved (240.0.0.0/4)"),
    // Azure's platform address, in the middle of a public range.
    (v4(168, 63, 129, 16, 32), "a cloud metadata service (168.63.129.16)"),
];

const V6: &[(Ipv6Net, &str)] = &[
    (v6([0, 0, 0, 0, 0, 0, 0, 0], 128), "the unspecified address (::)"),
    (v6([0, 0, 0, 0, 0, 0, 0, 1], 128), "this machine itself (::1)"),
    (v6([0, 0, 0, 0, 0, 0, 0, 0], 96), "an obsolete IPv4-compatible address (::/96)"),
    (v6([0x64, 0xff9b, 1, 0, 0, 0, 0, 0], 48), "reserved for private translators (64:ff9b:1::/48)"),
    (v6([0x100, 0, 0, 0, 0, 0, 0, 0], 64), "reserved for discarding traffic (100::/64)"),
    (v6([0x2001, 0, 0, 0, 0, 0, 0, 0], 32), "of a Teredo tunnel (2001::/32)"),
    (v6([0x2001, 0, 0, 0, 0, 0, 0, 0], 23), "set aside for protocols (2001::/23)"),
    (v6([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32), "for documentation (2001:db8::/32)"),
    (v6([0x2002, 0, 0, 0, 0, 0, 0, 0], 16), "of a 6to4 tunnel (2002::/16)"),
    (v6([0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0], 48), "set aside for AS112 (2620:4f:8000::/48)"),
    (v6([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20), "for documentation (3fff::/20)"),
    (v6([0x5f00, 0, 0, 0, 0, 0, 0, 0], 16), "reserved for segment routing (5f00::/16)"),
    (v6([0xfc00, 0, 0, 0, 0, 0, 0, 0], 7), "private (fc00::/7)"),
    (v6([0xfe80, 0, 0, 0, 0, 0, 0, 0], 10), "link-local (fe80::/10)"),
    (v6([0xfec0, 0, 0, 0, 0, 0, 0, 0], 10), "an obsolete private address (fec0::/10)"),
    (v6([0xff00, 0, 0, 0, 0, 0, 0, 0], 8), "multicast (ff00::/8)"),
];

/// RFC 6052: the last 32 bits are an IPv4 address behind a translator.
const NAT64: Ipv6Net = v6([0x64, 0xff9b, 0, 0, 0, 0, 0, 0], 96);
/// All public addresses assigned so far (RFC 4291, section 2.4).
const GLOBAL: Ipv6Net = v6([0x2000, 0, 0, 0, 0, 0, 0, 0], 3);

const fn v4(a: u8, b: u8, c: u8, d: u8, prefix: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix)
}

const fn v6(s: [u16; 8], prefix: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]), prefix)
}

/// What an address is if it is not public, worded to follow "is" in a sentence. `None` for a public address.
pub fn not_public(address: IpAddr) -> Option<&'static str> {
    match address {
        IpAddr::V4(address) => not_public_v4(address),
        IpAddr::V6(address) => not_public_v6(address),
    }
}

fn not_public_v4(address: Ipv4Addr) -> Option<&'static str> {
    V4.iter().find(|(range, _)| range.contains(&address)).map(|(_, what)| *what)
}

fn not_public_v6(address: Ipv6Addr) -> Option<&'static str> {
    if let Some(inside) = address.to_ipv4_mapped() {
        return not_public_v4(inside);
    }
    if NAT64.contains(&address) {
        return not_public_v4(last_four(address));
    }
    if let Some((_, what)) = V6.iter().find(|(range, _)| range.contains(&address)) {
        return Some(what);
    }
    if !GLOBAL.contains(&address) {
        return Some("outside the public range (2000::/3)");
    }
    // ISATAP (RFC 5214, section 6.1) embeds an IPv4 address after 5efe in the last half.
    let [.., high, low, _, _] = address.segments();
    let isatap = low == 0x5efe && matches!(high, 0 | 0x200);
    (isatap && not_public_v4(last_four(address)).is_some()).then_some("a tunnel to a private address")
}

fn last_four(address: Ipv6Addr) -> Ipv4Addr {
    let [.., a, b, c, d] = address.octets();
    Ipv4Addr::new(a, b, c, d)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_public(address: &str) -> bool {
        not_public(address.parse().expect(address)).is_none()
    }

    #[test]
    fn the_edges_of_every_range_hold() {
        for (range, what) in V4 {
            for inside in [range.network(), range.broadcast()] {
                assert!(not_public(inside.into()).is_some(), "{inside} is {what}");
            }
        }
        for (range, what) in V6 {
            for inside in [range.network(), range.broadcast()] {
                assert!(not_public(inside.into()).is_some(), "{inside} is {what}");
            }
        }
        for outside in [
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.1",
            "169.253.255.255",
            "169.255.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "191.255.255.255",
            "192.0.1.1",
            "192.0.3.0",
            "192.167.255.255",
            "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "168.63.129.15",
            "2000::",
            "2001:200::1",
            "2001:db7:ffff::1",
            "2001:db9::1",
            "2003::1",
            "2606:4700::1111",
            "3ffe:ffff::1",
            "2620:4f:8001::1",
        ] {
            assert!(is_public(outside), "{outside}");
        }
    }

    #[test]
    fn an_ipv4_address_inside_an_ipv6_one_decides() {
        for no in [
            "::ffff:127.0.0.1",
            "::ffff:a9fe:a9fe",
            "64:ff9b::7f00:1",
            "64:ff9b::10.0.0.1",
            "::8.8.8.8",
            "2002:808:808::1",
            "2001:0:808:808::1",
            "64:ff9b:1::808:808",
            "2400::5efe:10.0.0.1",
            "4000::1",
        ] {
            assert!(!is_public(no), "{no}");
        }
        for yes in ["::ffff:8.8.8.8", "64:ff9b::808:808", "2400::5efe:8.8.8.8"] {
            assert!(is_public(yes), "{yes}");
        }
    }
}
