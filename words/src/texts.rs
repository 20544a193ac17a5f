//! The texts of all languages, parsed once, and how a message becomes a sentence.

use crate::{Locale, Msg};
use fluent_bundle::FluentResource;
use fluent_bundle::concurrent::FluentBundle;
use std::sync::LazyLock;
use unic_langid::LanguageIdentifier;

/// The files of a language: what cards say, what is said beside them, what rules say of answers, and what
/// stands around an answer.
pub(crate) fn files(locale: Locale) -> [&'static str; 4] {
    macro_rules! of {
        ($code:literal) => {
            [
                include_str!(concat!("../texts/", $code, "/cards.ftl")),
                include_str!(concat!("../texts/", $code, "/replies.ftl")),
                include_str!(concat!("../texts/", $code, "/notes.ftl")),
                include_str!(concat!("../texts/", $code, "/answers.ftl")),
            ]
        };
    }
    match locale {
        Locale::En => of!("en"),
        Locale::De => of!("de"),
        Locale::Es => of!("es"),
        Locale::Fr => of!("fr"),
        Locale::Ru => of!("ru"),
        Locale::Zh => of!("zh"),
        Locale::Ar => of!("ar"),
    }
}

type Bundle = FluentBundle<FluentResource>;

/// In the order of `Locale::ALL`.
static BUNDLES: LazyLock<Vec<Bundle>> = LazyLock::new(|| Locale::ALL.into_iter().map(bundle).collect());

fn bundle(locale: Locale) -> Bundle {
    let language: LanguageIdentifier = locale.code().parse().unwrap_or_default();
    let mut bundle = Bundle::new_concurrent(vec![language]);
    bundle.set_use_isolating(false);
    for file in files(locale) {
        // What does not parse is left out, and fails the tests.
        let resource = FluentResource::try_new(file.to_owned()).unwrap_or_else(|(parsed, _)| parsed);
        bundle.add_resource_overriding(resource);
    }
    bundle
}

/// A message in a language; in English where the language lacks it, which the tests rule out.
pub(crate) fn rendered(locale: Locale, message: &Msg) -> String {
    let found = in_one(locale, message).or_else(|| in_one(Locale::En, message));
    found.map_or_else(|| message.id(), |(text, _)| text)
}

/// A message in one language, and what went wrong with it; none where the language lacks it.
pub(crate) fn in_one(locale: Locale, message: &Msg) -> Option<(String, usize)> {
    let bundle = &BUNDLES[locale as usize];
    let id = message.id();
    let pattern = bundle.get_message(&id)?.value()?;
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, Some(&message.args()), &mut errors).into_owned();
    Some((text, errors.len()))
}
