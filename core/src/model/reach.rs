//! What may leave this machine. A reach is created once from a job's terms, and everything that sends data
//! requires one.

use super::{Privacy, Terms};

/// What may leave this machine: a question, and the texts read for it. There is no default: without a reach,
/// nothing can be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reach(Privacy);

/// Where data would be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Destination {
    /// This machine, and addresses that the operator listed.
    Near,
    /// Anywhere else.
    Far,
}

impl Reach {
    /// Nothing leaves this machine.
    pub const NEAR: Reach = Reach(Privacy::LocalOnly);
    /// For anything but questions: posting answers in a chat, downloading a model.
    pub const ANYWHERE: Reach = Reach(Privacy::CloudAllowed);

    pub fn of(privacy: Privacy) -> Self {
        Self(privacy)
    }

    /// Whether a question, or a query or address made from it, may be sent there.
    pub fn allows(self, to: Destination) -> bool {
        to == Destination::Near || matches!(self.0, Privacy::Hybrid | Privacy::CloudAllowed)
    }

    /// Whether the asker's private documents may be sent there.
    pub fn allows_private(self, to: Destination) -> bool {
        to == Destination::Near || self.0 == Privacy::CloudAllowed
    }

    /// Part of cache keys, which separates the cached data of different reaches.
    pub fn name(self) -> &'static str {
        self.0.name()
    }
}

impl Destination {
    pub fn near(is_near: bool) -> Self {
        if is_near { Destination::Near } else { Destination::Far }
    }
}

impl Terms {
    pub fn reach(&self) -> Reach {
        Reach::of(self.privacy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_where_follows_from_the_terms() {
        for (privacy, question, private) in [
            (Privacy::LocalOnly, false, false),
            (Privacy::Hybrid, true, false),
            (Privacy::CloudAllowed, true, true),
        ] {
            let reach = Terms { privacy, ..Terms::default() }.reach();
            let far = (reach.allows(Destination::Far), reach.allows_private(Destination::Far));
            assert_eq!(far, (question, private), "{privacy:?}");
            assert!(
                reach.allows(Destination::Near) && reach.allows_private(Destination::Near),
                "{privacy:?}"
            );
            assert_eq!(serde_json::to_value(privacy).expect("JSON"), reach.name());
        }
    }
}
