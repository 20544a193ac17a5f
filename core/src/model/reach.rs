//! What may leave this machine. It is made once from the terms of a job, and everything that sends something requires
//! it.

use super::{Privacy, Terms};

/// What may leave this machine: a question, and what is read for it. There is no default: without a reach, nothing can
/// be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reach(Privacy);

/// Where something would be sent.
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

    /// May a question, or a query or an address made from it, be sent there?
    pub fn allows(self, to: Destination) -> bool {
        match to {
            Destination::Near => true,
            Destination::Far => match self.0 {
                Privacy::LocalOnly => false,
                Privacy::Hybrid | Privacy::CloudAllowed => true,
            },
        }
    }

    /// May private documents of the asker be sent there?
    pub fn allows_private(self, to: Destination) -> bool {
        match to {
            Destination::Near => true,
            Destination::Far => match self.0 {
                Privacy::LocalOnly | Privacy::Hybrid => false,
                Privacy::CloudAllowed => true,
            },
        }
    }

    /// Separates cached data of one reach from that of another.
    pub fn name(self) -> &'static str {
        match self.0 {
            Privacy::LocalOnly => "local_only",
            Privacy::Hybrid => "hybrid",
            Privacy::CloudAllowed => "cloud_allowed",
        }
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
