//! Units of measure and money: how they are written, and what they measure, so that 5 km equals 5,000 metres.

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A bare number.
    None,
    /// A place in a row: third, 19th.
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
    /// Bits, too: eight of them are one.
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

/// The unit that a spelling stands for, with what its number is multiplied by. Case counts for symbols (`MB` and `mB`),
/// not for words.
pub fn unit(spelling: &str) -> Option<(Unit, f64)> {
    let lower = spelling.to_lowercase();
    let listed = SYMBOLS
        .iter()
        .find(|(symbol, _, _)| *symbol == spelling)
        .or_else(|| UNIT_WORDS.iter().find(|(word, _, _)| *word == lower))
        .map(|(_, unit, factor)| (*unit, *factor));
    listed.or_else(|| prefixed_symbol(spelling)).or_else(|| prefixed_word(&lower))
}

fn prefixed_symbol(spelling: &str) -> Option<(Unit, f64)> {
    PREFIXED_SYMBOLS.iter().find_map(|(symbol, prefixes, measure, base)| {
        let prefix = spelling.strip_suffix(symbol)?;
        let binary = *symbol == "iB";
        if prefix.is_empty() && !binary {
            return Some((Unit::Of(*measure), *base));
        }
        let allowed = prefix.chars().count() == 1 && prefixes.contains(prefix);
        // Binary prefixes are listed behind the decimal ones.
        let mut all = PREFIXES.iter().filter(|(_, short, _)| *short == prefix);
        let found = if binary { all.next_back() } else { all.next() };
        found.filter(|_| allowed).map(|(_, _, factor)| (Unit::Of(*measure), base * factor))
    })
}

fn prefixed_word(lower: &str) -> Option<(Unit, f64)> {
    let of = |word: &str, factor: f64| {
        let mut named = PREFIXED_WORDS.iter();
        let named = named.find(|(name, _, _)| *name == word || word.strip_suffix('s') == Some(name));
        named.map(|(_, measure, base)| (Unit::Of(*measure), base * factor))
    };
    of(lower, 1.0).or_else(|| {
        let all = PREFIXES.iter().flat_map(|(long, _, factor)| long.iter().map(move |long| (*long, *factor)));
        all.filter_map(|(long, factor)| of(lower.strip_prefix(long)?, factor)).next()
    })
}

/// The currency that a sign or code before or after a number stands for.
pub fn currency(spelling: &str) -> Option<&'static str> {
    let lower = spelling.to_lowercase();
    CURRENCIES.iter().find(|(name, _)| *name == lower).map(|(_, code)| *code)
}

/// What a word such as "million" multiplies by.
pub fn magnitude(word: &str) -> Option<f64> {
    let lower = word.to_lowercase();
    MAGNITUDES.iter().find(|(name, _)| *name == lower).map(|(_, factor)| *factor)
}

use Measure::*;

/// Symbols without a prefix, and those whose prefixed forms have a meaning of their own.
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
];

/// Symbols, the prefixes that are written before them, what they measure, and by how much.
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

/// Words, without their plural, that take a prefix such as "kilo".
const PREFIXED_WORDS: &[(&str, Measure, f64)] = &[
    ("metre", Metres, 1.0),
    ("meter", Metres, 1.0),
    ("mètre", Metres, 1.0),
    ("metro", Metres, 1.0),
    ("metri", Metres, 1.0),
    ("gram", Grams, 1.0),
    ("gramm", Grams, 1.0),
    ("gramme", Grams, 1.0),
    ("litre", Litres, 1.0),
    ("liter", Litres, 1.0),
    ("second", Seconds, 1.0),
    ("sekunde", Seconds, 1.0),
    ("sekunden", Seconds, 1.0),
    ("byte", Bytes, 1.0),
    ("bit", Bytes, 0.125),
    ("watt", Watts, 1.0),
    ("joule", Joules, 1.0),
    ("hertz", Hertz, 1.0),
    ("volt", Volts, 1.0),
    ("ampere", Amperes, 1.0),
    ("pascal", Pascals, 1.0),
    ("pixel", Pixels, 1.0),
];

/// A prefix before a word, before a symbol, and what it multiplies by.
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

const UNIT_WORDS: &[(&str, Unit, f64)] = &[
    ("percent", Unit::Percent, 1.0),
    ("per cent", Unit::Percent, 1.0),
    ("prozent", Unit::Percent, 1.0),
    ("por ciento", Unit::Percent, 1.0),
    ("por cento", Unit::Percent, 1.0),
    ("pour cent", Unit::Percent, 1.0),
    ("per cento", Unit::Percent, 1.0),
    ("процент", Unit::Percent, 1.0),
    ("процента", Unit::Percent, 1.0),
    ("процентов", Unit::Percent, 1.0),
    ("метров", Unit::Of(Metres), 1.0),
    ("км", Unit::Of(Metres), 1e3),
    ("foot", Unit::Of(Metres), 0.3048),
    ("feet", Unit::Of(Metres), 0.3048),
    ("inch", Unit::Of(Metres), 0.0254),
    ("inches", Unit::Of(Metres), 0.0254),
    ("yard", Unit::Of(Metres), 0.9144),
    ("yards", Unit::Of(Metres), 0.9144),
    ("mile", Unit::Of(Metres), 1609.344),
    ("miles", Unit::Of(Metres), 1609.344),
    ("acre", Unit::Of(SquareMetres), 4046.856),
    ("acres", Unit::Of(SquareMetres), 4046.856),
    ("hectare", Unit::Of(SquareMetres), 1e4),
    ("hectares", Unit::Of(SquareMetres), 1e4),
    ("tonne", Unit::Of(Grams), 1e6),
    ("tonnes", Unit::Of(Grams), 1e6),
    ("tons", Unit::Of(Grams), 1e6),
    ("pounds", Unit::Of(Grams), 453.592_37),
    ("ounces", Unit::Of(Grams), 28.349_523),
    ("minute", Unit::Of(Seconds), 60.0),
    ("minutes", Unit::Of(Seconds), 60.0),
    ("minuten", Unit::Of(Seconds), 60.0),
    ("hour", Unit::Of(Seconds), 3600.0),
    ("hours", Unit::Of(Seconds), 3600.0),
    ("stunden", Unit::Of(Seconds), 3600.0),
    ("day", Unit::Of(Seconds), 86_400.0),
    ("days", Unit::Of(Seconds), 86_400.0),
    ("tage", Unit::Of(Seconds), 86_400.0),
    ("week", Unit::Of(Seconds), 604_800.0),
    ("weeks", Unit::Of(Seconds), 604_800.0),
    ("month", Unit::Of(Months), 1.0),
    ("months", Unit::Of(Months), 1.0),
    ("year", Unit::Of(Months), 12.0),
    ("years", Unit::Of(Months), 12.0),
    ("jahre", Unit::Of(Months), 12.0),
    ("años", Unit::Of(Months), 12.0),
    ("ans", Unit::Of(Months), 12.0),
    ("degrees", Unit::Of(Degrees), 1.0),
    ("degrees celsius", Unit::Of(Celsius), 1.0),
    ("degrees fahrenheit", Unit::Of(Fahrenheit), 1.0),
    ("grad celsius", Unit::Of(Celsius), 1.0),
];

const CURRENCIES: &[(&str, &str)] = &[
    ("$", "USD"),
    ("us$", "USD"),
    ("usd", "USD"),
    ("dollar", "USD"),
    ("dollars", "USD"),
    ("us dollars", "USD"),
    ("€", "EUR"),
    ("eur", "EUR"),
    ("euro", "EUR"),
    ("euros", "EUR"),
    ("£", "GBP"),
    ("gbp", "GBP"),
    ("pounds sterling", "GBP"),
    ("¥", "JPY"),
    ("jpy", "JPY"),
    ("yen", "JPY"),
    ("₹", "INR"),
    ("inr", "INR"),
    ("rupees", "INR"),
    ("₽", "RUB"),
    ("rub", "RUB"),
    ("рублей", "RUB"),
    ("chf", "CHF"),
    ("cny", "CNY"),
    ("yuan", "CNY"),
    ("₩", "KRW"),
    ("cad", "CAD"),
    ("c$", "CAD"),
    ("aud", "AUD"),
    ("a$", "AUD"),
];

const MAGNITUDES: &[(&str, f64)] = &[
    ("hundred", 100.0),
    ("thousand", 1e3),
    ("million", 1e6),
    ("millions", 1e6),
    ("billion", 1e9),
    ("billions", 1e9),
    ("trillion", 1e12),
    ("bn", 1e9),
    ("mn", 1e6),
    ("tausend", 1e3),
    ("mio", 1e6),
    ("mio.", 1e6),
    ("millionen", 1e6),
    ("mrd", 1e9),
    ("mrd.", 1e9),
    ("milliarde", 1e9),
    ("milliarden", 1e9),
    ("mille", 1e3),
    ("mila", 1e3),
    ("mil", 1e3),
    ("millón", 1e6),
    ("millones", 1e6),
    ("milhão", 1e6),
    ("milhões", 1e6),
    ("milione", 1e6),
    ("milioni", 1e6),
    ("milliard", 1e9),
    ("milliards", 1e9),
    ("miliardi", 1e9),
    ("тыс", 1e3),
    ("тысяч", 1e3),
    ("млн", 1e6),
    ("миллионов", 1e6),
    ("млрд", 1e9),
    ("миллиардов", 1e9),
];
