//! Whether addresses that must not be touched are not: each case is read by the real reader, whose names come from
//! the data and whose connections end in a page of ours, after every check.
//!
//! A case is blocked when the guard stopped it somewhere on the way. Cases about what a page only mentions (a
//! canonical address, a picture) ask about the address mentioned: it is blocked when nobody connected to it.

mod names;
mod pages;

use super::{Kit, Report, Row, mean_score};
use anyhow::Context;
use futures::StreamExt;
use gorkd_core::model::{Privacy, Reach};
use gorkd_core::ports::ReadRequest;
use gorkd_net::{Guard, GuardSettings, Http};
use gorkd_reader::{ReaderPool, WebReader, WebSettings};
use names::{DataNames, Table};
use pages::Pages;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use url::Url;

const AT_ONCE: usize = 32;
/// Beyond what a name may take to be looked up.
const TIME: Duration = Duration::from_secs(30);

struct Case {
    line: usize,
    url: String,
    expected: String,
}

/// Reads the folder and decides every case in it.
pub async fn suite(kit: &Kit) -> anyhow::Result<Report> {
    let rows = run(&kit.reader, &kit.data, kit.limit).await?;
    let scores = serde_json::json!({"decided_as_expected": mean_score(&rows)});
    Ok(Report { rows, scores, ..Report::default() })
}

/// Reads `cases.tsv` and `dns.tsv` of `folder`.
pub async fn run(pool: &ReaderPool, folder: &Path, limit: Option<usize>) -> anyhow::Result<Vec<Row>> {
    let read = |name: &str| {
        let path = folder.join(name);
        std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))
    };
    let table = Arc::new(Table::parse(&read("dns.tsv")?));
    let cases = cases(&read("cases.tsv")?)?;
    let cases = cases.into_iter().take(limit.unwrap_or(usize::MAX));
    let rows = cases.map(|case| {
        let table = table.clone();
        async move {
            let clock = Instant::now();
            let prediction = decide(pool, table, &case.url).await;
            let score = if prediction == case.expected { 1.0 } else { 0.0 };
            Row {
                id: case.line.to_string(),
                prediction: prediction.into(),
                gold: case.expected.into(),
                score,
                seconds: clock.elapsed().as_secs_f64(),
                tokens: 0,
                cost_usd: 0.0,
            }
        }
    });
    Ok(futures::stream::iter(rows).buffered(AT_ONCE).collect().await)
}

/// Every case has its own reader: nothing that one has learnt helps another.
async fn decide(pool: &ReaderPool, table: Arc<Table>, url: &str) -> String {
    let pages = Arc::new(Pages::default());
    let guard = Guard::new(GuardSettings::default(), Arc::new(DataNames::new(table)));
    let settings = WebSettings { interval: Duration::ZERO, ..WebSettings::default() };
    let reader = WebReader::new(pool.clone(), guard, Http::new(pages.clone()), &settings, None);
    let request = ReadRequest {
        url: url.to_owned(),
        hash: None,
        anew: false,
        reach: Reach::of(Privacy::Hybrid),
        timeout: TIME,
    };
    let (outcome, steps) = reader.read_with_trace(&request).await;
    let connected = pages.connected();
    // Held against the plainest of rules, so that a hole in the guard's tables is no hole in its judge.
    if connected.iter().any(|(_, address)| is_inner(*address)) {
        return "leaked".to_owned();
    }
    if let Some(mentioned) = pages::mentioned(url) {
        let host = Url::parse(&mentioned).ok().and_then(|url| url.host_str().map(str::to_owned));
        let touched = connected.iter().any(|(to, _)| host.as_deref() == to.host_str());
        return if touched { "allow" } else { "block" }.to_owned();
    }
    match outcome {
        Ok(_) => "allow".to_owned(),
        Err(_) if steps.iter().any(|step| !step.allowed) => "block".to_owned(),
        Err(failed) => format!("failed: {}", failed.failure.detail),
    }
}

fn is_inner(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            v4.is_loopback()
                || v4.is_private()
                || v4.is_link_local()
                || v4.is_unspecified()
                || v4.is_multicast()
        }
        IpAddr::V6(v6) => {
            v6.is_loopback()
                || v6.is_unspecified()
                || v6.is_multicast()
                || v6.is_unique_local()
                || v6.is_unicast_link_local()
                || v6.to_ipv4_mapped().is_some_and(|v4| is_inner(v4.into()))
        }
    }
}

fn cases(text: &str) -> anyhow::Result<Vec<Case>> {
    let lines = text.lines().enumerate().skip(1).filter(|(_, line)| line.contains('\t'));
    lines
        .map(|(at, line)| {
            let mut fields = line.split('\t');
            let (url, expected) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
            anyhow::ensure!(
                matches!(expected, "block" | "allow"),
                "line {}: {expected:?} is neither block nor allow",
                at + 1
            );
            Ok(Case { line: at + 1, url: unescaped(url), expected: expected.to_owned() })
        })
        .collect()
}

/// `\u000a` stands for the character itself, which a table could not hold.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\u") {
        out.push_str(&rest[..at]);
        let code = rest.get(at + 2..at + 6).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        match code.and_then(char::from_u32) {
            Some(c) => {
                out.push(c);
                rest = &rest[at + 6..];
            }
            None => {
                out.push_str("\\u");
                rest = &rest[at + 2..];
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_read_with_their_lines_and_escapes() {
        let cases =
            cases("url\texpected\twhy\n\\u0009http://a\\@b/\tblock\tx\n\tblock\n").expect("they are read");
        assert_eq!((cases[0].line, cases[0].url.as_str()), (2, "\thttp://a\\@b/"));
        assert_eq!((cases[1].line, cases[1].url.as_str()), (3, ""));
        assert!(super::cases("url\texpected\nhttp://a\tmaybe\n").is_err());
    }
}
