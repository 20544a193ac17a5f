//! The catalogue: every sentence that people see, in each language. Whoever has something to say names a [`Msg`] with
//! its arguments and the reader's [`Locale`]; the words stand in `texts/LANGUAGE/*.ftl`, in [Fluent].
//!
//! A leaf: it knows nothing of gorkd. A message or an argument that does not exist does not compile; one that a language
//! lacks fails the tests of this crate.
//!
//! Values are put into sentences without direction marks: platforms strip them from what they show, because pages could
//! hide text with them.
//!
//! [Fluent]: https://projectfluent.org

mod locale;
mod messages;
#[cfg(test)]
mod tests;
mod texts;

pub use locale::Locale;
pub use messages::Msg;

/// An argument that is a piece of text.
pub type Text = String;
/// An argument that is a number: it may choose a plural form.
pub type Count = u64;

impl Msg {
    /// The sentence in a language.
    pub fn to(&self, locale: Locale) -> String {
        texts::rendered(locale, self)
    }
}

impl Locale {
    /// A sentence in this language.
    pub fn say(self, message: Msg) -> String {
        message.to(self)
    }

    /// Sentences in a row.
    pub fn in_a_row<S: AsRef<str>>(self, sentences: &[S]) -> String {
        let sentences: Vec<&str> = sentences.iter().map(AsRef::as_ref).collect();
        sentences.join(if self == Locale::Zh { "" } else { " " })
    }

    /// What stands between the items of a list whose items may have commas.
    pub fn semicolon(self) -> &'static str {
        match self {
            Locale::Zh => "；",
            Locale::Ar => "؛ ",
            _ => "; ",
        }
    }
}
