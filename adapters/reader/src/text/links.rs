//! How much of a text is links, and when it is nothing else.

/// Words of a stretch of text, and those of them that are links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Words {
    pub all: u32,
    /// Those in links.
    pub linked: u32,
    pub links: u32,
}

impl Words {
    /// Nothing is here but the names of other places: most words are links, and none of these is a passage.
    ///
    /// Indexes of books have the most words beside their links, about one in three; lists that say something of
    /// what they link to have more words for that than for the link.
    pub fn lead_elsewhere(self) -> bool {
        self.links > 0 && self.linked * 5 >= self.all * 3 && self.linked <= self.links * LONGEST_NAME
    }
}

/// Words of a link that are still a name, and not a passage that is a link as a whole.
const LONGEST_NAME: u32 = 12;
