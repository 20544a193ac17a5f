//! The languages that gorkd speaks, and how platforms name them.

/// A language of the catalogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Locale {
    #[default]
    En,
    De,
    Es,
    Fr,
    Ru,
    Zh,
    Ar,
}

impl Locale {
    pub const ALL: [Locale; 7] =
        [Locale::En, Locale::De, Locale::Es, Locale::Fr, Locale::Ru, Locale::Zh, Locale::Ar];

    /// Its ISO 639-1 code.
    pub fn code(self) -> &'static str {
        match self {
            Locale::En => "en",
            Locale::De => "de",
            Locale::Es => "es",
            Locale::Fr => "fr",
            Locale::Ru => "ru",
            Locale::Zh => "zh",
            Locale::Ar => "ar",
        }
    }

    /// The language of a tag such as `de`, `de-DE`, `es-419` or `zh_TW`, whatever its region; none for a language that
    /// gorkd does not speak.
    pub fn read(tag: &str) -> Option<Locale> {
        let language = tag.trim().split(['-', '_', '.']).next()?.to_ascii_lowercase();
        Locale::ALL.into_iter().find(|locale| locale.code() == language)
    }

    /// The first of some tags that names a language of the catalogue; English where none does.
    pub fn first<'t>(tags: impl IntoIterator<Item = &'t str>) -> Locale {
        tags.into_iter().find_map(Locale::read).unwrap_or_default()
    }

    /// The first language of a browser's `Accept-Language` that the catalogue has; English where it has none. Browsers
    /// put first what they prefer, so weights are not compared.
    pub fn accepted(header: &str) -> Locale {
        Locale::first(header.split(',').filter_map(|one| one.split(';').next()))
    }

    /// Where its lines begin: a value of `dir` in HTML.
    pub fn direction(self) -> &'static str {
        match self {
            Locale::Ar => "rtl",
            Locale::En | Locale::De | Locale::Es | Locale::Fr | Locale::Ru | Locale::Zh => "ltr",
        }
    }

    /// A number that was written with a decimal point, as this language writes it.
    pub fn decimal(self, number: &str) -> String {
        match self {
            Locale::De | Locale::Es | Locale::Fr | Locale::Ru => number.replace('.', ","),
            Locale::En | Locale::Zh | Locale::Ar => number.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn platforms_name_languages_with_a_region_and_the_language_counts() {
        for (tag, locale) in [
            ("de-DE", Some(Locale::De)),
            ("en-GB", Some(Locale::En)),
            ("es-419", Some(Locale::Es)),
            ("zh_TW", Some(Locale::Zh)),
            ("RU", Some(Locale::Ru)),
            ("ar", Some(Locale::Ar)),
            ("pt-BR", None),
            ("", None),
        ] {
            assert_eq!(Locale::read(tag), locale, "{tag}");
        }
        assert_eq!(Locale::first(["pt-BR", "fr", "de"]), Locale::Fr);
        assert_eq!(Locale::first(["", "ja-JP"]), Locale::En);
        assert_eq!(Locale::accepted("pt-BR, ar-EG;q=0.9,de;q=0.8"), Locale::Ar);
        assert_eq!((Locale::accepted("*"), Locale::accepted("")), (Locale::En, Locale::En));
        assert_eq!((Locale::De.decimal("0.50"), Locale::Ar.decimal("0.50")), ("0,50".into(), "0.50".into()));
    }
}
