//! Compares addresses: when two of them are the same page, and which site a page belongs to.

use url::Url;

/// Normalizes an address, removing what does not change the page: case of scheme and host, `www.`, default
/// ports, user names, fragments, tracking parameters, the order of parameters, `index.html`, a trailing slash.
/// Text that is not an address is only trimmed. The function is idempotent.
pub fn canonical_url(address: &str) -> String {
    let address = address.trim();
    let Ok(mut url) = Url::parse(address) else { return address.to_owned() };
    url.set_fragment(None);
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return url.into();
    }
    // Setting a part of a valid HTTP address only fails for parts that it can't have; it then stays unchanged.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    let host = bare_host(url.host_str().unwrap_or_default());
    if Some(host.as_str()) != url.host_str() {
        let _ = url.set_host(Some(&host));
    }
    let path = bare_path(url.path());
    url.set_path(&path);
    let mut pairs: Vec<(String, String)> = url
        .query_pairs()
        .filter(|(name, _)| !is_tracking(name))
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    pairs.sort();
    if pairs.is_empty() {
        url.set_query(None);
    } else {
        url.query_pairs_mut().clear().extend_pairs(pairs);
    }
    url.into()
}

/// The registrable domain of an address according to the public suffix list (`bbc.co.uk` for `news.bbc.co.uk`),
/// or the host if there is none; `local file` for a file.
pub fn site_of(address: &str) -> String {
    let host = crate::model::host_of(address);
    let is_number = host.starts_with('[') || host.parse::<std::net::IpAddr>().is_ok();
    match psl::domain_str(&host) {
        Some(domain) if !is_number => domain.to_owned(),
        Some(_) | None => host,
    }
}

/// Whether a text is a site's name rather than words: `reddit.com`, `nasa.gov`, `.edu`.
pub fn is_site(text: &str) -> bool {
    let name = text.trim_start_matches('.');
    !text.contains(char::is_whitespace)
        && text.contains('.')
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-'))
        && name.rsplit('.').next().is_some_and(|end| end.len() >= 2 && end.chars().all(char::is_alphabetic))
}

/// The same for a page over HTTP and HTTPS.
pub fn page_key(canonical: &str) -> &str {
    canonical.strip_prefix("https://").or_else(|| canonical.strip_prefix("http://")).unwrap_or(canonical)
}

fn bare_host(host: &str) -> String {
    let mut host = host.trim_end_matches('.').to_owned();
    while let Some(rest) = host.strip_prefix("www.")
        && rest.contains('.')
    {
        host = rest.to_owned();
    }
    host
}

fn bare_path(path: &str) -> String {
    let mut path = path;
    loop {
        let trimmed = path.trim_end_matches('/');
        let cut = INDEX_PAGES.iter().find_map(|name| {
            let rest = trimmed.strip_suffix(name)?;
            rest.ends_with('/').then_some(rest)
        });
        match cut {
            Some(rest) => path = rest,
            None => return if trimmed.is_empty() { "/".to_owned() } else { trimmed.to_owned() },
        }
    }
}

fn is_tracking(name: &str) -> bool {
    let lower = name.to_lowercase();
    lower.starts_with("utm_") || TRACKING.contains(&lower.as_str())
}

const INDEX_PAGES: &[&str] = &[
    "index.html",
    "index.htm",
    "index.php",
    "index.asp",
    "index.aspx",
    "index.jsp",
    "default.aspx",
    "default.htm",
];

/// Parameters that advertisers and mailers use to track readers; they never change the page.
const TRACKING: &[&str] = &[
    "gclid",
    "dclid",
    "gbraid",
    "wbraid",
    "gclsrc",
    "fbclid",
    "msclkid",
    "yclid",
    "twclid",
    "ttclid",
    "li_fat_id",
    "mc_cid",
    "mc_eid",
    "igshid",
    "igsh",
    "_ga",
    "_gl",
    "_hsenc",
    "_hsmi",
    "hsctatracking",
    "mkt_tok",
    "oly_anon_id",
    "oly_enc_id",
    "vero_id",
    "wickedid",
    "ref_src",
    "ref_url",
    "spm",
    "cmpid",
    "ncid",
    "srsltid",
    "__s",
];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_page_has_one_address() {
        for address in [
            "https://example.com/a/b",
            "HTTPS://www.Example.com:443/a/b/",
            "https://example.com/a/b/index.html#top",
            "https://user:word@example.com/a/b?utm_source=x&gclid=1",
            " https://www.www.example.com./a/b// ",
        ] {
            assert_eq!(canonical_url(address), "https://example.com/a/b", "{address}");
        }
        assert_eq!(canonical_url("https://a.org/?b=2&a=1&UTM_Medium=x"), "https://a.org/?a=1&b=2");
        assert_eq!(canonical_url("http://a.org:80"), "http://a.org/");
    }

    #[test]
    fn what_makes_another_page_stays() {
        assert_ne!(canonical_url("https://a.org/x?page=2"), canonical_url("https://a.org/x?page=3"));
        assert_eq!(canonical_url("https://a.org/x?ref=main"), "https://a.org/x?ref=main");
        assert_eq!(canonical_url("file:///docs/index.html"), "file:///docs/index.html");
        assert_eq!(canonical_url("https://www.com/"), "https://www.com/");
        assert_eq!(canonical_url("not an address"), "not an address");
    }

    #[test]
    fn sites_are_registrable_domains() {
        assert_eq!(site_of("https://news.bbc.co.uk/1"), "bbc.co.uk");
        assert_eq!(site_of("https://someone.github.io/x"), "someone.github.io");
        assert_eq!(site_of("http://127.0.0.1:8080/"), "127.0.0.1");
        assert_eq!(site_of("file:///a/b"), "local file");
    }

    proptest! {
        #[test]
        fn twice_is_once(
            scheme in "https?|HTTP|ftp",
            host in "(www\\.){0,3}[a-zA-Z0-9äé]{1,8}(\\.(com|org|co\\.uk))?\\.?",
            port in "(:80|:443|:8080)?",
            path in "(/(index\\.html|index\\.php|a%20b|ü|x|\\.\\.|))" ,
            more in "(/(index\\.html|default\\.aspx|y))?/{0,2}",
            query in "(\\?[a-c=&%+ü]{0,12}(&utm_x=1)?)?",
            fragment in "(#[a-z]{0,3})?",
        ) {
            let once = canonical_url(&format!("{scheme}://{host}{port}{path}{more}{query}{fragment}"));
            prop_assert_eq!(canonical_url(&once), once);
        }

        #[test]
        fn any_text_is_taken(text in "\\PC{0,60}") {
            let once = canonical_url(&text);
            prop_assert_eq!(canonical_url(&once), once);
        }
    }
}
