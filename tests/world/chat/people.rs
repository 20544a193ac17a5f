//! People, and bots, as both platforms know them.

#[derive(Clone, Debug, Default)]
pub struct Person {
    pub name: String,
    /// The language that was chosen.
    pub locale: String,
    pub time_zone: String,
    /// Where there are several workspaces, the one that it belongs to.
    pub team: String,
    pub bot: bool,
    pub admin: bool,
    pub guest: bool,
    /// Takes no direct messages.
    pub closed: bool,
}

impl Person {
    pub fn new(name: &str) -> Self {
        let (locale, time_zone) = ("en-US".to_owned(), "Europe/Berlin".to_owned());
        Self { name: name.to_owned(), locale, time_zone, ..Self::default() }
    }

    pub fn bot(name: &str) -> Self {
        Self { bot: true, ..Self::new(name) }
    }
}
