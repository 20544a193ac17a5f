//! Names as a table says them: answers that change from query to query, wildcards, aliases, and faults.

use async_trait::async_trait;
use gorkd_net::{Names, Unresolved};
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Aliases that are followed before they count as a circle.
const MOST_ALIASES: usize = 8;

/// The rows of `dns.tsv`: a name or pattern, and its answers in turn.
#[derive(Debug, Default)]
pub struct Table {
    rows: BTreeMap<String, Vec<Vec<Part>>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Address(IpAddr),
    Alias(String),
    /// The name holds its address, as names of such services do.
    Embedded,
    NoSuchName,
    Failure,
    Late(Duration),
}

impl Table {
    /// Rows that are not understood answer nothing, and show up as failed cases.
    pub fn parse(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let rows = lines.filter_map(|line| {
            let (name, answers) = line.split_once('\t')?;
            // Whatever is said of the pattern in words stands behind its answer.
            let answers = answers.split(" (").next().unwrap_or_default();
            Some((name.trim().to_owned(), answers.split('|').map(parts).collect()))
        });
        Self { rows: rows.collect() }
    }

    /// The row of a name: its own, that of the nearest pattern, that of names that end in a number, that of all.
    fn row(&self, name: &str) -> Option<(&String, &Vec<Vec<Part>>)> {
        if let Some(found) = self.rows.get_key_value(name) {
            return Some(found);
        }
        let mut rest = name;
        while let Some((_, parent)) = rest.split_once('.') {
            if let Some(found) = self.rows.get_key_value(&format!("*.{parent}")) {
                return Some(found);
            }
            rest = parent;
        }
        let last = name.rsplit('.').next().unwrap_or_default();
        let is_number = last.chars().all(|c| c.is_ascii_digit())
            || last.strip_prefix("0x").is_some_and(|hex| hex.chars().all(|c| c.is_ascii_hexdigit()));
        let pattern = if is_number { "*.<digits or 0xhex>" } else { "*" };
        self.rows.get_key_value(pattern)
    }
}

fn parts(answer: &str) -> Vec<Part> {
    answer.split(',').filter_map(|part| part_of(part.trim())).collect()
}

fn part_of(text: &str) -> Option<Part> {
    let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
    let value = rest.trim().trim_end_matches("TTL0").trim();
    match kind {
        "A" | "AAAA" if value == "<embedded ip>" => Some(Part::Embedded),
        "A" | "AAAA" => value.parse().ok().map(Part::Address),
        "CNAME" => Some(Part::Alias(value.to_owned())),
        "NXDOMAIN" => Some(Part::NoSuchName),
        "SERVFAIL" => Some(Part::Failure),
        "DELAY" => {
            value.trim_end_matches('s').parse().ok().map(|seconds| Part::Late(Duration::from_secs(seconds)))
        }
        _ => None,
    }
}

/// The address in `127.0.0.1.nip.io`, `127-0-0-1.nip.io` or `7f000001.nip.io`.
fn embedded(name: &str) -> Option<IpAddr> {
    let labels: Vec<&str> = name.split('.').collect();
    let dotted = labels.windows(4).find_map(|four| four.join(".").parse::<Ipv4Addr>().ok());
    let dashed = || labels.iter().find_map(|label| label.replace('-', ".").parse::<Ipv4Addr>().ok());
    let hex = || {
        let digits = labels.iter().find(|label| label.len() == 8);
        digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).map(Ipv4Addr::from)
    };
    dotted.or_else(dashed).or_else(hex).map(IpAddr::V4)
}

/// A table with the count of how often each row was asked.
pub struct DataNames {
    table: Arc<Table>,
    asked: Mutex<BTreeMap<String, usize>>,
}

impl DataNames {
    pub fn new(table: Arc<Table>) -> Self {
        Self { table, asked: Mutex::default() }
    }

    /// The answer whose turn it is; they go round and round.
    fn next(&self, name: &str) -> Option<Vec<Part>> {
        let (key, answers) = self.table.row(name)?;
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let count = asked.entry(key.clone()).or_default();
        let answer = answers.get(*count % answers.len().max(1)).cloned();
        *count += 1;
        answer
    }
}

#[async_trait]
impl Names for DataNames {
    async fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, Unresolved> {
        let mut name = host.to_owned();
        for _ in 0..MOST_ALIASES {
            let answer = self.next(&name).ok_or(Unresolved::NoSuchName)?;
            let (mut addresses, mut alias) = (Vec::new(), None);
            for part in answer {
                match part {
                    Part::Address(address) => addresses.push(address),
                    Part::Embedded => addresses.extend(embedded(&name)),
                    Part::Alias(target) => alias = Some(target),
                    Part::NoSuchName => return Err(Unresolved::NoSuchName),
                    Part::Failure => return Err(Unresolved::Failed),
                    Part::Late(time) => tokio::time::sleep(time).await,
                }
            }
            match alias {
                Some(target) if addresses.is_empty() => name = target,
                Some(_) | None => return Ok(addresses),
            }
        }
        Err(Unresolved::Failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn rows_answer_in_turn_by_the_nearest_pattern() {
        let table = "# words\n*.a.test\tA 1.1.1.1 TTL0 | A 127.0.0.1\nb.test\tCNAME c.test\nc.test\tA 2.2.2.2,AAAA ::1\n\
                     d.test\tCNAME d.test\n*.nip.io\tA <embedded ip>\nno.test\tNXDOMAIN (words)\n*\tA 9.9.9.9\n";
        let names = DataNames::new(Arc::new(Table::parse(table)));
        let ask = async |name: &str| {
            names.addresses(name).await.map(|found| found.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        assert_eq!(ask("x.a.test").await, Ok(vec!["1.1.1.1".to_owned()]));
        assert_eq!(ask("x.a.test").await, Ok(vec!["127.0.0.1".to_owned()]));
        assert_eq!(ask("b.test").await, Ok(vec!["2.2.2.2".to_owned(), "::1".to_owned()]));
        assert_eq!(ask("d.test").await, Err(Unresolved::Failed));
        assert_eq!(ask("no.test").await, Err(Unresolved::NoSuchName));
        assert_eq!(ask("127.0.0.1.nip.io").await, Ok(vec!["127.0.0.1".to_owned()]));
        assert_eq!(ask("7f000001.nip.io").await, Ok(vec!["127.0.0.1".to_owned()]));
        assert_eq!(ask("else.test").await, Ok(vec!["9.9.9.9".to_owned()]));
    }
}
