//! A small made-up web about one town: pages on several hosts of this machine, some of which cannot be read, and a
//! search engine that knows them all.

use super::searxng::Searxng;
use super::web::{Web, article, html, status, typed};
use std::time::Duration;

/// Answered by the bridge's page, and by others beside it.
pub const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened, and how long is it?";

/// Host, path, title, text.
const PAGES: [(&str, &str, &str, &str); 6] = [
    (
        "museum.localhost",
        "/bridge.html",
        "The Harbour Bridge of Eastmoor",
        "The Harbour Bridge of Eastmoor was opened on 14 May 1931 by Mayor Ilse Brandt. The bridge is 412 metres long \
         and carries two lanes and a footway. It stands on seven piers of granite from the quarries of Hallow. Before it \
         was built, people crossed the harbour on a ferry that did not run in fog.",
    ),
    (
        "town.localhost",
        "/history.html",
        "History of Eastmoor",
        "Eastmoor grew around its harbour. The Harbour Bridge of Eastmoor was opened in 1931, after four years of work \
         in which the harbour was closed to large ships for two winters. In 1954 the market moved to the northern bank, \
         and the town doubled within twenty years.",
    ),
    (
        "engineers.localhost",
        "/steel/eastmoor.html",
        "Steel bridges of the coast: Eastmoor",
        "Among the steel bridges of the coast the Harbour Bridge of Eastmoor, opened in 1931, is the longest with its 412 \
         metres. Its engineer, Konrad Vey, had built railway bridges before and kept to riveted trusses. The last coat of \
         paint took three summers.",
    ),
    (
        "ferry.localhost",
        "/end.html",
        "The end of the ferry",
        "The Eastmoor ferry made its last crossing of the harbour in May 1931, on the day on which the Harbour Bridge was \
         opened. Its two boats were sold to a company on the river Ull.",
    ),
    (
        "walks.localhost",
        "/harbour.html",
        "A walk around the harbour of Eastmoor",
        "The walk begins at the market, follows the northern bank and crosses the long Harbour Bridge of Eastmoor on its \
         footway. From the middle of the bridge one can see as far as the lighthouse. Allow two hours, and take a coat.",
    ),
    (
        "rail.localhost",
        "/line.html",
        "The Hallow railway line",
        "Granite came down from Hallow on a narrow railway until 1962. The line was opened in 1888 and closed when the \
         last quarry was flooded. A length of two kilometres is kept as a museum railway.",
    ),
];

/// Found, and not to be read: host, path, title, the reason that `unread` has to give.
const SHUT: [(&str, &str, &str, &str); 3] = [
    ("gone.localhost", "/bridge.html", "Harbour Bridge of Eastmoor opened long ago", "not_found"),
    ("paper.localhost", "/1931/opened.html", "Harbour Bridge of Eastmoor opened today", "paywall"),
    ("closed.localhost", "/bridge.html", "How long is the Harbour Bridge of Eastmoor", "denied"),
];

pub struct Town {
    pub web: Web,
    pub search: Searxng,
}

impl Town {
    pub async fn start() -> Self {
        let web = Web::start().await;
        let mut known = Vec::new();
        for (host, path, title, text) in PAGES {
            web.put(host, path, article(title, text));
            known.push((web.url(host, path), title.to_owned(), text.to_owned()));
        }
        for (host, path, title, _) in SHUT {
            let text = format!("{title}. Read all about when the bridge was opened and how long it is.");
            known.push((web.url(host, path), title.to_owned(), text));
        }
        web.put("gone.localhost", "/bridge.html", status(404));
        web.put(
            "paper.localhost",
            "/1931/opened.html",
            html(
                "<!doctype html><title>Harbour Bridge opened today</title><script type=\"application/ld+json\">\
                 {\"@type\": \"NewsArticle\", \"isAccessibleForFree\": false}</script><main><h1>Harbour Bridge opened \
                 today</h1><p>The mayor had hardly cut the ribbon when</p></main>",
            ),
        );
        web.put("closed.localhost", "/bridge.html", article("Bridge", "The bridge is 999 metres long."));
        web.put("closed.localhost", "/robots.txt", typed("text/plain", "User-agent: *\nDisallow: /\n"));
        Self { web, search: Searxng::start(known, Duration::ZERO).await }
    }

    /// What points gorkd at this town, and lets it read there.
    pub fn settings(&self) -> Vec<String> {
        let hosts = PAGES.iter().chain(&SHUT).map(|(host, ..)| host);
        let port = self.web.address.port();
        let allow: Vec<String> = hosts.map(|host| format!("{host}:{port}")).collect();
        vec![
            "search.searxng.enabled=true".to_owned(),
            format!("search.searxng.base_url={}", self.search.base_url()),
            "search.searxng.rate=1000".to_owned(),
            format!("reader.allow={}", allow.join(",")),
            "reader.host_interval_ms=0".to_owned(),
        ]
    }

    /// Addresses that cannot be read, each with its reason.
    pub fn shut(&self) -> Vec<(String, &'static str)> {
        SHUT.iter().map(|(host, path, _, reason)| (self.web.url(host, path), *reason)).collect()
    }

    /// Requests for pages and for robots.txt so far.
    pub fn fetched(&self) -> usize {
        self.web.asked().len()
    }

    pub fn searched(&self) -> u32 {
        self.search.calls().values().sum()
    }
}
