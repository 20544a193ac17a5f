//! Units of measure and money: their spellings and what they measure, so that 5 km equals 5,000 meters.

use super::tables::Tables;
use gorkd_core::text::tables::Meanings;

/// The unit of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A bare number.
    None,
    /// A position: third, 19th.
    Ordinal,
    Percent,
    /// An ISO 4217 code.
    Money(&'static str),
    Of(Measure),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    Metres,
    SquareMetres,
    Litres,
    Grams,
    Seconds,
    Months,
    /// Also bits: eight of them are one byte.
    Bytes,
    Celsius,
    Fahrenheit,
    Kelvin,
    MetresPerSecond,
    Watts,
    Joules,
    Hertz,
    Volts,
    Amperes,
    Pascals,
    Degrees,
    Pixels,
}

/// The unit of a spelling, and the factor for its number. Symbols are case-sensitive (`MB` and `mB`), words are
/// not.
pub fn unit(spelling: &str) -> Option<(Unit, f64)> {
    listed(spelling)
        .or_else(|| symbol_of(&spelling.to_lowercase()).and_then(measured))
        .or_else(|| prefixed_symbol(spelling))
        .or_else(|| prefixed_word(&spelling.to_lowercase()))
}

fn listed(spelling: &str) -> Option<(Unit, f64)> {
    SYMBOLS.iter().find(|(symbol, _, _)| *symbol == spelling).map(|(_, unit, factor)| (*unit, *factor))
}

fn measured(symbol: &str) -> Option<(Unit, f64)> {
    listed(symbol).or_else(|| prefixed_symbol(symbol))
}

/// The symbol of a word in any language, or of its plural.
fn symbol_of(lower: &str) -> Option<&'static str> {
    named(&Tables::all().units, lower)
}

fn named(names: &'static Meanings<String>, lower: &str) -> Option<&'static str> {
    let of = |word: &str| names.get(word).map(String::as_str);
    of(lower).or_else(|| of(lower.strip_suffix('s')?))
}

fn prefixed_symbol(spelling: &str) -> Option<(Unit, f64)> {
    PREFIXED_SYMBOLS.iter().find_map(|(symbol, prefixes, measure, base)| {
        let prefix = spelling.strip_suffix(symbol)?;
        let binary = *symbol == "iB";
        if prefix.is_empty() && !binary {
            return Some((Unit::Of(*measure), *base));
        }
        let allowed = prefix.chars().count() == 1 && prefixes.contains(prefix);
        // Binary prefixes come after the decimal ones.
        let mut all = PREFIXES.iter().filter(|(_, short, _)| *short == prefix);
        let found = if binary { all.next_back() } else { all.next() };
        found.filter(|_| allowed).map(|(_, _, factor)| (Unit::Of(*measure), base * factor))
    })
}

/// "Kilometer": the unit behind the prefix is looked up by its symbol.
fn prefixed_word(lower: &str) -> Option<(Unit, f64)> {
    let takes =
        |symbol: &&str| PREFIXED_SYMBOLS.iter().any(|(taking, ..)| taking == symbol) || *symbol == "px";
    PREFIXES.iter().find_map(|(longs, _, factor)| {
        let measured = |rest: &str| symbol_of(rest).filter(takes).and_then(measured);
        let (unit, base) = longs.iter().find_map(|long| lower.strip_prefix(long).and_then(measured))?;
        Some((unit, base * factor))
    })
}

/// The currency of a sign, code, or word before or after a number.
pub fn currency(spelling: &str) -> Option<&'static str> {
    let lower = spelling.to_lowercase();
    let sign = SIGNS.iter().find(|(sign, _)| *sign == lower).map(|(_, code)| *code);
    let code = || CODES.iter().find(|code| code.eq_ignore_ascii_case(&lower)).copied();
    sign.or_else(code).or_else(|| named(&Tables::all().currencies, &lower))
}

/// The factor of a word such as "million".
pub fn magnitude(word: &str) -> Option<f64> {
    Tables::all().magnitudes.get(&word.to_lowercase()).copied()
}

use Measure::*;

/// Symbols without a prefix, and those whose prefixed forms have another meaning.
const SYMBOLS: &[(&str, Unit, f64)] = &[
    ("%", Unit::Percent, 1.0),
    ("ft", Unit::Of(Metres), 0.3048),
    ("mi", Unit::Of(Metres), 1609.344),
    ("yd", Unit::Of(Metres), 0.9144),
    ("m²", Unit::Of(SquareMetres), 1.0),
    ("m2", Unit::Of(SquareMetres), 1.0),
    ("km²", Unit::Of(SquareMetres), 1e6),
    ("km2", Unit::Of(SquareMetres), 1e6),
    ("ha", Unit::Of(SquareMetres), 1e4),
    ("t", Unit::Of(Grams), 1e6),
    ("lb", Unit::Of(Grams), 453.592_37),
    ("lbs", Unit::Of(Grams), 453.592_37),
    ("oz", Unit::Of(Grams), 28.349_523),
    ("sec", Unit::Of(Seconds), 1.0),
    ("min", Unit::Of(Seconds), 60.0),
    ("h", Unit::Of(Seconds), 3600.0),
    ("KB", Unit::Of(Bytes), 1e3),
    ("°C", Unit::Of(Celsius), 1.0),
    ("℃", Unit::Of(Celsius), 1.0),
    ("°F", Unit::Of(Fahrenheit), 1.0),
    ("℉", Unit::Of(Fahrenheit), 1.0),
    ("K", Unit::Of(Kelvin), 1.0),
    ("°", Unit::Of(Degrees), 1.0),
    ("km/h", Unit::Of(MetresPerSecond), 1.0 / 3.6),
    ("kph", Unit::Of(MetresPerSecond), 1.0 / 3.6),
    ("mph", Unit::Of(MetresPerSecond), 0.447_04),
    ("m/s", Unit::Of(MetresPerSecond), 1.0),
    ("kWh", Unit::Of(Joules), 3.6e6),
    ("kcal", Unit::Of(Joules), 4184.0),
    ("bar", Unit::Of(Pascals), 1e5),
    ("px", Unit::Of(Pixels), 1.0),
    ("inch", Unit::Of(Metres), 0.0254),
    ("acre", Unit::Of(SquareMetres), 4046.856),
    ("day", Unit::Of(Seconds), 86_400.0),
    ("week", Unit::Of(Seconds), 604_800.0),
    ("month", Unit::Of(Months), 1.0),
    ("year", Unit::Of(Months), 12.0),
];

/// ISO 4217 codes of currencies that are written before or after a number.
const CODES: [&str; 10] = ["USD", "EUR", "GBP", "JPY", "INR", "RUB", "CHF", "CNY", "CAD", "AUD"];

const SIGNS: [(&str, &str); 10] = [
    ("$", "USD"),
    ("us$", "USD"),
    ("c$", "CAD"),
    ("a$", "AUD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("¥", "JPY"),
    ("₹", "INR"),
    ("₽", "RUB"),
    ("₩", "KRW"),
];

/// Symbols with their allowed prefixes, what they measure, and the factor.
const PREFIXED_SYMBOLS: &[(&str, &str, Measure, f64)] = &[
    ("m", "nµmck", Metres, 1.0),
    ("g", "µmk", Grams, 1.0),
    ("l", "mch", Litres, 1.0),
    ("L", "m", Litres, 1.0),
    ("s", "nµm", Seconds, 1.0),
    ("iB", "KMGTP", Bytes, 1.0),
    ("B", "kMGTP", Bytes, 1.0),
    ("bit", "kMGT", Bytes, 0.125),
    ("W", "mkMGT", Watts, 1.0),
    ("J", "kM", Joules, 1.0),
    ("Hz", "kMGT", Hertz, 1.0),
    ("V", "mk", Volts, 1.0),
    ("A", "µm", Amperes, 1.0),
    ("Pa", "hkM", Pascals, 1.0),
];

/// A prefix for words, a prefix for symbols, and the factor.
const PREFIXES: &[(&[&str], &str, f64)] = &[
    (&["nano"], "n", 1e-9),
    (&["micro", "mikro"], "µ", 1e-6),
    (&["milli", "mili"], "m", 1e-3),
    (&["centi", "centí", "zenti"], "c", 1e-2),
    (&["hecto", "hekto"], "h", 1e2),
    (&["kilo", "kiló", "quiló", "quilô", "chilo"], "k", 1e3),
    (&["mega"], "M", 1e6),
    (&["giga"], "G", 1e9),
    (&["tera"], "T", 1e12),
    (&["peta"], "P", 1e15),
    (&["kibi"], "K", 1024.0),
    (&["mebi"], "M", 1_048_576.0),
    (&["gibi"], "G", 1_073_741_824.0),
    (&["tebi"], "T", 1_099_511_627_776.0),
    (&["pebi"], "P", 1_125_899_906_842_624.0),
];
