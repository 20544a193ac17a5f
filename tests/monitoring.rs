//! The dashboard and the alert rules ask for what gorkd exposes, and each alert leads to what to do about it.

use crate::deploys::{read, root};
use crate::web::http::Server;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const DASHBOARD: &str = "deploy/grafana/gorkd.json";
const ALERTS: &str = "deploy/prometheus/alerts.yml";

/// Words of the query language before which, or after which, labels stand in parentheses.
const OF_LABELS: [&str; 6] = ["by", "without", "on", "ignoring", "group_left", "group_right"];
const AGGREGATIONS: [&str; 6] = ["sum", "min", "max", "avg", "count", "topk"];
const KEYWORDS: [&str; 5] = ["and", "or", "unless", "bool", "offset"];

/// Names of metrics with their kinds, from the sources: each place that counts or describes one.
fn exposed() -> BTreeMap<String, &'static str> {
    let mut found = BTreeMap::new();
    for folder in ["core/src", "adapters", "src"] {
        each_source(&root().join(folder), &mut |text: &str| {
            for kind in ["counter", "gauge", "histogram"] {
                for part in text.split(&format!("{kind}!(")).skip(1) {
                    found.extend(first_name(part, text).map(|name| (name, kind)));
                }
            }
        });
    }
    assert!(found.len() > 25, "hardly any metric was found: {found:?}");
    found
}

fn each_source(folder: &Path, look: &mut impl FnMut(&str)) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "node_modules") {
            each_source(&path, look);
        } else if path.extension().is_some_and(|end| end == "rs") {
            look(&fs::read_to_string(&path).expect("it can be read"));
        }
    }
}

/// The name that stands first, as a text or as a constant of the same file.
fn first_name(part: &str, text: &str) -> Option<String> {
    let part = part.trim_start();
    if let Some(literal) = part.strip_prefix('"') {
        return literal.split('"').next().map(str::to_owned);
    }
    let constant: String = part.chars().take_while(|c| c.is_ascii_uppercase() || *c == '_').collect();
    let (_, value) = text.split_once(&format!("const {constant}: &str = \""))?;
    value.split('"').next().map(str::to_owned)
}

/// What a scrape has of them: of a histogram three series, of all others one.
fn series() -> BTreeSet<String> {
    let names = exposed().into_iter().flat_map(|(name, kind)| match kind {
        "histogram" => ["_bucket", "_sum", "_count"].map(|end| format!("{name}{end}")).to_vec(),
        _ => vec![name],
    });
    names.collect()
}

/// The metrics that an expression asks for.
fn asked_for(expression: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut rest = expression.trim_start();
    while let Some(first) = rest.chars().next() {
        let skipped = match first {
            '{' => after(rest, '}'),
            '[' => after(rest, ']'),
            '"' => after(&rest[1..], '"'),
            c if c.is_alphanumeric() || c == '_' => {
                let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':' || c == '.'));
                let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
                let behind = behind.trim_start();
                if OF_LABELS.contains(&word) {
                    after(behind, ')')
                } else {
                    let is_name = !c.is_ascii_digit()
                        && !behind.starts_with('(')
                        && !AGGREGATIONS.contains(&word)
                        && !KEYWORDS.contains(&word);
                    if is_name {
                        names.insert(word.to_owned());
                    }
                    behind
                }
            }
            c => &rest[c.len_utf8()..],
        };
        rest = skipped.trim_start();
    }
    names
}

fn after(text: &str, end: char) -> &str {
    text.split_once(end).map_or("", |(_, rest)| rest)
}

fn dashboard() -> Value {
    serde_json::from_str(&read(DASHBOARD)).expect("the dashboard is JSON")
}

fn alerts() -> Vec<Value> {
    let rules: Value = serde_yaml_ng::from_str(&read(ALERTS)).expect("the rules are YAML");
    let groups = rules["groups"].as_array().expect("groups");
    let rules = groups.iter().flat_map(|group| group["rules"].as_array().expect("rules").clone());
    rules.collect()
}

/// Panels of the dashboard, those in rows as well.
fn panels() -> Vec<Value> {
    let all = dashboard()["panels"].as_array().expect("panels").clone();
    let inner = all.iter().flat_map(|panel| panel["panels"].as_array().cloned().unwrap_or_default());
    let inner: Vec<Value> = inner.collect();
    all.into_iter().chain(inner).collect()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("there is no {key} in {value}"))
}

#[test]
fn expressions_are_understood() {
    let names = |text: &str| asked_for(text).into_iter().collect::<Vec<_>>();
    assert_eq!(names("sum by (le, stage) (rate(a_bucket{b=\"c\"}[5m])) / on (d) e > 0.5"), ["a_bucket", "e"]);
    assert_eq!(names("max(a) > 0 and absent(b) == 1e3"), ["a", "b"]);
    assert_eq!(
        names("histogram_quantile(0.9, sum without (x) (rate(f_bucket[$__rate_interval])))"),
        ["f_bucket"]
    );
}

#[test]
fn the_dashboard_and_the_alerts_ask_for_what_there_is() {
    let series = series();
    let shown =
        panels().into_iter().flat_map(|panel| panel["targets"].as_array().cloned().unwrap_or_default());
    let shown: Vec<String> = shown.map(|target| text(&target, "expr").to_owned()).collect();
    let watched: Vec<String> = alerts().iter().map(|alert| text(alert, "expr").to_owned()).collect();
    assert!(shown.len() > 30 && watched.len() > 10, "{} and {} expressions", shown.len(), watched.len());
    for expression in shown.iter().chain(&watched) {
        let names = asked_for(expression);
        assert!(!names.is_empty(), "no metric was found in {expression}");
        let unknown: Vec<_> = names.iter().filter(|name| !series.contains(*name)).collect();
        assert!(unknown.is_empty(), "{expression}: gorkd exposes no {unknown:?}");
        for (open, close) in [('(', ')'), ('{', '}'), ('[', ']')] {
            let times = |wanted: char| expression.chars().filter(|c| *c == wanted).count();
            assert_eq!(times(open), times(close), "{expression}");
        }
    }
}

#[test]
fn panels_have_places_titles_and_explanations_of_their_own() {
    let (mut ids, mut titles) = (BTreeSet::new(), BTreeSet::new());
    for panel in panels() {
        assert!(ids.insert(panel["id"].as_u64().expect("an id")), "{panel}");
        assert!(titles.insert(text(&panel, "title").to_owned()), "{panel}");
        let at = &panel["gridPos"];
        assert!(at["x"].as_u64().zip(at["w"].as_u64()).is_some_and(|(x, w)| x + w <= 24), "{panel}");
        if text(&panel, "type") != "row" {
            assert!(text(&panel, "description").ends_with('.'), "{panel}");
        }
    }
    assert_eq!(text(&dashboard(), "uid"), "gorkd");
}

#[test]
fn each_alert_says_how_bad_it_is_what_is_wrong_and_what_to_do() {
    let mut names = BTreeSet::new();
    for alert in alerts() {
        let name = text(&alert, "alert");
        assert!(name.starts_with("Gorkd") && names.insert(name.to_owned()), "{name}");
        let severity = text(&alert["labels"], "severity");
        assert!(["critical", "warning", "info"].contains(&severity), "{name}: {severity}");
        assert!(text(&alert["annotations"], "summary").ends_with('.'), "{name}");
        let (page, anchor) = text(&alert["annotations"], "runbook").split_once('#').expect("a section");
        let page = read(page);
        let mut headings = page.lines().filter_map(|line| line.strip_prefix("### "));
        assert!(
            headings.any(|heading| anchor_of(heading) == anchor),
            "{name}: there is no section #{anchor}"
        );
    }
}

/// The anchor that a heading gets.
fn anchor_of(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || [' ', '-'].contains(c));
    kept.collect::<String>().replace(' ', "-")
}

/// The page that explains them has them all.
#[test]
fn every_metric_is_explained() {
    let page = read("docs/operations.md");
    let missing: Vec<String> =
        exposed().into_keys().filter(|name| !page.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/operations.md does not explain {missing:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scrape_has_what_waits_and_what_a_run_took() {
    let server = Server::start(&[]);
    // Prometheus sees no increase in a counter that appears with its first event. Providers are known once asked.
    let at_first = server.get("/metrics").await.body;
    let increases: Vec<String> = alerts()
        .iter()
        .filter(|alert| text(alert, "expr").contains("increase("))
        .map(|alert| text(alert, "expr").to_owned())
        .collect();
    for name in increases
        .iter()
        .flat_map(|expression| asked_for(expression))
        .filter(|name| name != "search_calls_total")
    {
        assert!(
            at_first.lines().any(|line| line.starts_with(&name)),
            "{name} is missing at first:\n{at_first}"
        );
    }
    let (_, job) = server.ask("When was the Harbour Bridge of Eastmoor opened?").await;
    server.until_over(&job, &[]).await;
    let scraped = server.get("/metrics").await;
    assert_eq!(scraped.status, 200);
    let types = scraped.body.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
    let types: BTreeMap<&str, &str> = types.collect();
    let known = exposed();
    for (name, kind) in &types {
        assert_eq!(known.get(*name), Some(kind), "{name}");
    }
    for name in [
        "store_up",
        "queue_jobs",
        "queue_oldest_seconds",
        "running_jobs",
        "chat_messages_pending",
        "chat_deliveries_oldest_seconds",
        "research_jobs_total",
        "budget_used_ratio",
        "pipeline_stage_duration_seconds",
        "http_requests_total",
    ] {
        assert!(types.contains_key(name), "{name} is missing:\n{}", scraped.body);
    }
    assert!(scraped.body.lines().any(|line| line == "store_up 1"), "{}", scraped.body);
    for word in ["harbour", "eastmoor", "bridge"] {
        assert!(!scraped.body.to_lowercase().contains(word), "{word} is in a label:\n{}", scraped.body);
    }
}
