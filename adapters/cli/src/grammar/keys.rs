//! The commands about API keys.

use clap::{Subcommand, ValueEnum};
use gorkd_core::model::MicroUsd;
use gorkd_core::ports::KeyRole;

#[derive(Clone, Debug, Subcommand)]
pub enum KeyCommand {
    /// Create an API key; it is shown once
    Create {
        /// The user; keys with the same name share their threads
        name: String,
        /// What it may do: only read its own runs, also ask, or also see and control the runs of all keys
        #[arg(long, value_enum, default_value = "user")]
        role: RoleName,
        /// When it expires, for example 30d, 12h or 90m [default: never]
        #[arg(long, value_name = "TIME", value_parser = milliseconds)]
        expires: Option<u64>,
        /// Budget of its runs per calendar month (UTC), in dollars [default: no limit]
        #[arg(long, value_name = "USD", value_parser = micro_usd)]
        budget_usd: Option<MicroUsd>,
        /// Print it as JSON
        #[arg(long)]
        json: bool,
    },
    /// List API keys, without their secret parts
    List {
        #[arg(long)]
        json: bool,
    },
    /// Revoke an API key
    Revoke {
        /// Its ID or first characters, as shown by `gorkd key list`
        key: String,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RoleName {
    Reader,
    User,
    Admin,
}

impl From<RoleName> for KeyRole {
    fn from(name: RoleName) -> Self {
        match name {
            RoleName::Reader => KeyRole::Reader,
            RoleName::User => KeyRole::User,
            RoleName::Admin => KeyRole::Admin,
        }
    }
}

/// Ten years, in milliseconds.
const LONGEST_MS: u64 = 3650 * 24 * 60 * 60 * 1000;

fn milliseconds(text: &str) -> Result<u64, String> {
    let wrong = || "specify a number with s, m, h, d or w, for example 30d; at most ten years".to_owned();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit: u64 = match &text[digits.len()..] {
        "s" => 1,
        "m" => 60,
        "h" => 60 * 60,
        "d" => 24 * 60 * 60,
        "w" => 7 * 24 * 60 * 60,
        _ => return Err(wrong()),
    };
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    let ms = number.saturating_mul(unit * 1000);
    (1..=LONGEST_MS).contains(&ms).then_some(ms).ok_or_else(wrong)
}

fn micro_usd(text: &str) -> Result<MicroUsd, String> {
    let usd: Option<f64> = text.parse().ok().filter(|usd| (0.0..=1e9).contains(usd));
    let usd = usd.ok_or_else(|| "specify dollars per month, for example 5 or 0.50".to_owned())?;
    Ok(MicroUsd((usd * 1e6).round() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_money_are_read_or_refused() {
        let day = 24 * 60 * 60 * 1000;
        for (text, ms) in
            [("30d", Some(30 * day)), ("2w", Some(14 * day)), ("90m", Some(5_400_000)), ("1s", Some(1000))]
        {
            assert_eq!(milliseconds(text).ok(), ms, "{text}");
        }
        for odd in ["", "d", "30", "0d", "-1d", "1.5d", "4000d", "30y", "99999999999999999999d"] {
            assert!(milliseconds(odd).is_err(), "{odd}");
        }
        assert_eq!(micro_usd("0.5"), Ok(MicroUsd(500_000)));
        assert_eq!(micro_usd("0"), Ok(MicroUsd(0)));
        for odd in ["", "-1", "NaN", "inf", "$5"] {
            assert!(micro_usd(odd).is_err(), "{odd}");
        }
    }
}
