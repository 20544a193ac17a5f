//! Determines a document's canonical address, so that copies at several addresses are recognized as one.

use url::Url;

/// Query parameters that track visitors rather than select content. A trailing `*` matches any ending.
const TRACKING: &[&str] = &[
    "utm_*",
    "mtm_*",
    "pk_*",
    "hsa_*",
    "_hs*",
    "fbclid",
    "gclid",
    "gclsrc",
    "dclid",
    "gbraid",
    "wbraid",
    "msclkid",
    "yclid",
    "twclid",
    "ttclid",
    "igshid",
    "igsh",
    "mc_cid",
    "mc_eid",
    "mkt_tok",
    "ref_src",
    "ref_url",
    "cmpid",
    "ncid",
    "ocid",
    "_ga",
    "_gl",
    "vero_id",
    "oly_anon_id",
    "oly_enc_id",
    "wt_mc",
    "s_cid",
    "spm",
    "scm",
    "guccounter",
    "guce_referrer",
    "guce_referrer_sig",
];

/// A document's canonical address: the first of `claimed` on the same site, else its own, without fragment
/// and tracking parameters. File addresses stay unchanged.
pub fn canonical_url<'a>(url: &str, claimed: impl IntoIterator<Item = &'a str>) -> String {
    let Ok(own) = Url::parse(url) else { return url.to_owned() };
    if !is_web(&own) {
        return url.to_owned();
    }
    let claimed = claimed.into_iter().filter_map(|claim| own.join(claim.trim()).ok());
    let chosen = claimed.into_iter().find(|claim| may_stand_for(claim, &own)).unwrap_or(own);
    cleaned(chosen)
}

/// Whether both addresses share a registrable domain. Other than web addresses are on the same site only if
/// equal.
pub fn same_site(a: &Url, b: &Url) -> bool {
    if !is_web(a) || !is_web(b) {
        return a == b;
    }
    match (a.domain(), b.domain()) {
        (Some(a), Some(b)) => match (psl::domain_str(a), psl::domain_str(b)) {
            (Some(a), Some(b)) => a == b,
            (_, _) => a == b,
        },
        (_, _) => a.host_str() == b.host_str(),
    }
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
}

/// Many sites wrongly declare their home page as canonical on every page, so that claim is ignored.
fn may_stand_for(claim: &Url, own: &Url) -> bool {
    let is_start = |url: &Url| url.path() == "/" && url.query().is_none();
    is_web(claim) && same_site(claim, own) && (!is_start(claim) || is_start(own))
}

fn cleaned(mut url: Url) -> String {
    url.set_fragment(None);
    if url.query().is_some() {
        let kept: Vec<(String, String)> =
            url.query_pairs().into_owned().filter(|(name, _)| !is_tracking(name)).collect();
        let all = url.query_pairs().count();
        if kept.is_empty() {
            url.set_query(None);
        } else if kept.len() < all {
            url.query_pairs_mut().clear().extend_pairs(kept);
        }
    }
    url.to_string()
}

fn is_tracking(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    TRACKING.iter().any(|rule| match rule.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == *rule,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tracking_and_fragments_go() {
        let url = "https://Example.org:443/a?utm_source=x&id=3&fbclid=y#part";
        assert_eq!(canonical_url(url, []), "https://example.org/a?id=3");
        assert_eq!(canonical_url("https://example.org/a?utm_medium=x", []), "https://example.org/a");
        assert_eq!(canonical_url("https://example.org/a?q=a%20b&r", []), "https://example.org/a?q=a%20b&r");
    }

    #[test]
    fn a_page_may_speak_for_its_own_site_only() {
        let own = "https://m.example.co.uk/story?x=1";
        assert_eq!(
            canonical_url(own, ["https://www.example.co.uk/story"]),
            "https://www.example.co.uk/story"
        );
        assert_eq!(canonical_url(own, ["/story"]), "https://m.example.co.uk/story");
        assert_eq!(canonical_url(own, ["https://other.co.uk/story"]), own);
        assert_eq!(canonical_url(own, ["https://example.co.uk/"]), own, "a start page is not this page");
        assert_eq!(canonical_url(own, ["javascript:alert(1)", "https://"]), own);
        assert_eq!(canonical_url("file:///a%20b/c.html", ["https://example.org/c"]), "file:///a%20b/c.html");
    }
}
