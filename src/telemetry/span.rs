//! Converts spans from the core's events to OTLP's JSON.
//!
//! Only the fields listed here become attributes, so that a field added to an event later is not sent by
//! accident.

use gorkd_core::model::sha256_hex;
use serde_json::{Value, json};
use std::fmt;
use tracing::field::{Field, Visit};

/// Fields to send. All are numbers, names from settings, or words from closed lists.
const SENT: [&str; 9] =
    ["stage", "round", "attempt", "outcome", "provider", "cached", "tokens", "usd", "profile"];
/// Outcomes that are not errors; they include what was canceled or no longer wanted.
const FINE: [&str; 4] = ["ok", "completed", "cancelled", "dropped"];

/// A span as told by the core's events.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Span {
    job: String,
    /// Empty for the job itself.
    effect: String,
    attempt: u64,
    name: String,
    outcome: String,
    /// Nothing about the job may leave this machine.
    pub near: bool,
    /// Milliseconds since the Unix epoch.
    from: i64,
    to: i64,
    attributes: Vec<Value>,
}

impl Visit for Span {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "job" => value.clone_into(&mut self.job),
            "effect" => value.clone_into(&mut self.effect),
            "span" => value.clone_into(&mut self.name),
            name => {
                if name == "outcome" {
                    value.clone_into(&mut self.outcome);
                }
                self.attribute(name, json!({"stringValue": value}));
            }
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "attempt" {
            self.attempt = value;
        }
        // JSON numbers cannot hold 64 bits, so the protocol encodes them as strings.
        self.attribute(field.name(), json!({"intValue": value.to_string()}));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        match field.name() {
            "from" => self.from = value,
            "to" => self.to = value,
            name => self.attribute(name, json!({"intValue": value.to_string()})),
        }
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.attribute(field.name(), json!({"doubleValue": value}));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        match field.name() {
            "near" => self.near = value,
            name => self.attribute(name, json!({"boolValue": value})),
        }
    }

    fn record_debug(&mut self, _field: &Field, _value: &dyn fmt::Debug) {}
}

impl Span {
    fn attribute(&mut self, name: &str, value: Value) {
        if SENT.contains(&name) {
            self.attributes.push(json!({"key": format!("gorkd.{name}"), "value": value}));
        }
    }

    /// Its form in a request.
    fn to_json(&self) -> Value {
        let root = span_id(&self.job, "", 0);
        let mut attributes = self.attributes.clone();
        attributes.push(json!({"key": "gorkd.job", "value": {"stringValue": self.job}}));
        let is_root = self.effect.is_empty();
        json!({
            "traceId": trace_id(&self.job),
            "spanId": if is_root { root.clone() } else { span_id(&self.job, &self.effect, self.attempt) },
            "parentSpanId": if is_root { String::new() } else { root },
            "name": self.name,
            "kind": 1,
            "startTimeUnixNano": nanos(self.from),
            "endTimeUnixNano": nanos(self.to.max(self.from)),
            "attributes": attributes,
            "status": if FINE.contains(&self.outcome.as_str()) { json!({}) } else { json!({"code": 2}) },
        })
    }
}

/// The body of a request that exports these spans.
pub fn request(spans: &[Span]) -> String {
    let text = |key: &str, value: &str| json!({"key": key, "value": {"stringValue": value}});
    let version = env!("CARGO_PKG_VERSION");
    let process = json!({"key": "process.pid", "value": {"intValue": std::process::id().to_string()}});
    let resource = json!([text("service.name", "gorkd"), text("service.version", version), process]);
    json!({"resourceSpans": [{
        "resource": {"attributes": resource},
        "scopeSpans": [{
            "scope": {"name": "gorkd", "version": version},
            "spans": spans.iter().map(Span::to_json).collect::<Vec<_>>(),
        }],
    }]})
    .to_string()
}

/// A stable ID: the same for a job in every process and at any time.
fn trace_id(job: &str) -> String {
    sha256_hex(job.as_bytes())[..32].to_owned()
}

fn span_id(job: &str, effect: &str, attempt: u64) -> String {
    sha256_hex(format!("{job}\n{effect}\n{attempt}").as_bytes())[..16].to_owned()
}

fn nanos(millis: i64) -> String {
    (i128::from(millis.max(0)) * 1_000_000).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(effect: &str, attempt: u64) -> Span {
        let effect = effect.to_owned();
        Span { job: "job_1".into(), effect, attempt, name: "search".into(), ..Span::default() }
    }

    #[test]
    fn ids_follow_from_the_job_and_its_effects() {
        let job = span("", 0).to_json();
        let first = span("r0.search.a", 1).to_json();
        let second = span("r0.search.a", 2).to_json();
        assert_eq!(job["parentSpanId"], "");
        for child in [&first, &second] {
            assert_eq!(child["traceId"], job["traceId"]);
            assert_eq!(child["parentSpanId"], job["spanId"]);
        }
        assert_ne!(first["spanId"], second["spanId"]);
        assert_eq!(first, span("r0.search.a", 1).to_json(), "another process gives the same");
        assert_eq!(job["traceId"].as_str().map(str::len), Some(32));
        assert_eq!(job["spanId"].as_str().map(str::len), Some(16));
    }

    #[test]
    fn only_listed_fields_are_sent() {
        let mut span = span("r0.read.a", 1);
        span.attribute("stage", json!({"stringValue": "read"}));
        span.attribute("url", json!({"stringValue": "https://example.org/"}));
        let sent = request(&[span]);
        assert!(sent.contains("gorkd.stage") && !sent.contains("example.org"), "{sent}");
    }
}
