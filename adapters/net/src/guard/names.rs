//! Names that are not on the public internet.

/// Top-level labels of private networks, or of nothing (RFC 6761, 6762, 8375, 7686, 9476, and the names that
/// ICANN keeps out of the root because private networks use them).
const INNER: &[&str] = &[
    "alt",
    "corp",
    "home",
    "internal",
    "intranet",
    "invalid",
    "lan",
    "local",
    "localdomain",
    "localhost",
    "mail",
    "onion",
    "private",
];

const INNER_ENDS: &[&str] = &["home.arpa", "in-addr.arpa", "ip6.arpa"];

/// Names under which clouds serve metadata meant for the machine itself.
const METADATA: &[&str] =
    &["metadata.azure.com", "metadata.packet.net", "metadata.platformequinix.com", "metadata.tencentyun.com"];

/// A name in lower case without a trailing dot.
pub fn plain(name: &str) -> String {
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

/// RFC 6761 reserves these names for the local machine.
pub fn is_localhost(name: &str) -> bool {
    name == "localhost" || name.ends_with(".localhost")
}

/// Why a plain name is not looked up, as the end of a sentence. `None` if it may be.
pub fn refused(name: &str) -> Option<&'static str> {
    let fits = name.len() <= 253 && name.split('.').all(|label| (1..=63).contains(&label.len()));
    if !fits {
        return Some("is not a valid name");
    }
    if METADATA.contains(&name) {
        return Some("is a cloud metadata service");
    }
    let Some((_, last)) = name.rsplit_once('.') else {
        return Some("is a name without a dot, which only a private network knows");
    };
    let inner = INNER.contains(&last) || INNER_ENDS.iter().any(|end| is_at_or_under(name, end));
    inner.then_some("is a name of a private network")
}

/// Whether a name is this site or one of its subdomains.
pub fn is_at_or_under(name: &str, site: &str) -> bool {
    name.strip_suffix(site).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_private_networks_are_distinguished_from_similar_ones() {
        for no in [
            "intranet",
            "metadata.google.internal",
            "printer.local",
            "a.localhost",
            "router.home.arpa",
            "x.onion",
            "nas.lan",
            "a..b",
            "metadata.tencentyun.com",
            &"a.".repeat(150),
        ] {
            assert!(refused(no).is_some(), "{no}");
        }
        for yes in [
            "example.org",
            "localhost.example.com",
            "internal.example.com",
            "local.test",
            "xn--bcher-kva.example",
        ] {
            assert_eq!(refused(yes), None, "{yes}");
        }
        assert!(
            is_at_or_under("a.example.org", "example.org") && is_at_or_under("example.org", "example.org")
        );
        assert!(!is_at_or_under("badexample.org", "example.org"));
    }
}
