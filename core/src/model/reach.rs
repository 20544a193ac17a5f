//! How far words may travel. It is made once from the terms of a job, and whatever sends something asks for it.

use super::{Privacy, Terms};

/// How far a question, and what is read for it, may travel. There is no default: who has none cannot send anything.
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
    /// For what is no question: a chat that answers are told in, a model that is fetched.
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

    /// May documents that the asker alone has be shown there?
    pub fn allows_private(self, to: Destination) -> bool {
        match to {
            Destination::Near => true,
            Destination::Far => match self.0 {
                Privacy::LocalOnly | Privacy::Hybrid => false,
                Privacy::CloudAllowed => true,
            },
        }
    }

    /// Tells apart what is kept for questions of one reach from what is kept for another.
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
