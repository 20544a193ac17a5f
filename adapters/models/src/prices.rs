//! Model prices, from a dated list. Models not in it can be used; then only tokens are counted.

use gorkd_core::job::ModelPrice;
use gorkd_core::model::MicroUsd;
use serde::Deserialize;

/// A price list. Each price has its source and the day it was looked up.
#[derive(Clone, Debug, Default)]
pub struct PriceList(Vec<Price>);

/// The price of one model.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    pub provider: String,
    /// The name without a date suffix.
    pub model: String,
    /// US dollars per million tokens.
    pub input: f64,
    pub cached: Option<f64>,
    pub output: f64,
    /// Where the price was found, and when.
    pub source: String,
    pub date: String,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the price list cannot be read: {0}")]
pub struct NotAPriceList(String);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    price: Vec<Price>,
}

impl PriceList {
    pub fn read(text: &str) -> Result<Self, NotAPriceList> {
        let file: File = toml::from_str(text).map_err(|error| NotAPriceList(error.to_string()))?;
        for price in &file.price {
            let amounts = [Some(price.input), price.cached, Some(price.output)];
            if amounts.into_iter().flatten().any(|amount| !(0.0..=10_000.0).contains(&amount)) {
                return Err(NotAPriceList(format!("the price of {} is not a valid number", price.model)));
            }
        }
        Ok(Self(file.price))
    }

    pub fn all(&self) -> &[Price] {
        &self.0
    }

    /// The price of a model. `name-2025-08-07`, `name-20250807` and `name-latest` cost the same as `name`.
    pub fn of(&self, provider: &str, model: &str) -> Option<ModelPrice> {
        let named =
            |name: &str| self.0.iter().find(|price| price.provider == provider && price.model == name);
        let found = named(model).or_else(|| named(undated(model)))?;
        let micro = |dollars: f64| MicroUsd((dollars * 1_000_000.0).round() as u64);
        Some(ModelPrice {
            input: micro(found.input),
            output: micro(found.output),
            cached: found.cached.map(micro),
        })
    }
}

fn undated(model: &str) -> &str {
    let model = model.strip_suffix("-latest").unwrap_or(model);
    let name = model.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-');
    let date: String = model[name.len()..].chars().filter(char::is_ascii_digit).collect();
    // What looks like a date may include part of a version: only the last eight digits are the date.
    for length in [9, 11] {
        if let Some(at) = model.len().checked_sub(length)
            && let Some((before, tail)) = model.split_at_checked(at)
            && tail.starts_with("-20")
            && tail.chars().filter(char::is_ascii_digit).count() == 8
            && date.len() >= 8
        {
            return before;
        }
    }
    model
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::Spend;

    const LIST: &str = r#"
[[price]]
provider = "p"
model = "big"
input = 2.5
cached = 0.25
output = 10
source = "https://p.test/prices"
date = "2026-01-01"
[[price]]
provider = "p"
model = "big-mini-2.5"
input = 0.1
output = 0.4
source = "https://p.test/prices"
date = "2026-01-01"
"#;

    #[test]
    fn a_date_behind_a_name_changes_nothing_and_another_name_has_no_price() {
        let list = PriceList::read(LIST).expect("it reads");
        let spend = Spend {
            input_tokens: 1_000_000,
            output_tokens: 100_000,
            cached_tokens: 400_000,
            ..Spend::default()
        };
        let usd = |model: &str| list.of("p", model).map(|price| price.of(&spend).0);
        assert_eq!(usd("big-2025-08-07"), Some(1_500_000 + 100_000 + 1_000_000));
        assert_eq!(
            usd("big-mini-2.5"),
            Some(100_000 + 40_000),
            "cached input costs as other input when nothing is said"
        );
        assert_eq!(usd("small"), None);
        assert_eq!(list.of("q", "big"), None);
    }

    #[test]
    fn a_list_with_a_mistake_is_refused() {
        assert!(PriceList::read(&LIST.replace("2.5", "-1.0")).is_err());
        assert!(PriceList::read(&LIST.replace("input", "inptu")).is_err());
    }
}
