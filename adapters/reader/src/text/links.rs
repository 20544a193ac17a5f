//! How much of a text is links, and whether it is nothing else.

/// Word count of a stretch of text, and how many of the words are links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Words {
    pub all: u32,
    /// Those in links.
    pub linked: u32,
    pub links: u32,
}

impl Words {
    /// Whether this is only a list of references: most words are links, and none of the links is a passage.
    ///
    /// Back-of-book indexes have the most words outside links, about one in three. Lists that describe their
    /// links have more words of description than of links.
    pub fn lead_elsewhere(self) -> bool {
        self.links > 0 && self.linked * 5 >= self.all * 3 && self.linked <= self.links * MAX_NAME
    }
}

/// Maximum words of a link that is a name rather than a linked passage.
const MAX_NAME: u32 = 12;
