//! Enums whose variants have names: in settings, in rows of the store, in logs.

/// Defines an enum with a name for each variant, and looks variants up by their names. Names are stored, so they never
/// change. Enums that are serialized have the same names there.
macro_rules! named {
    (
        $(#[$meta:meta])*
        pub enum $type:ident { $($(#[$of:meta])* $variant:ident = $name:literal,)+ }
    ) => {
        $(#[$meta])*
        pub enum $type {
            $($(#[$of])* $variant,)+
        }

        impl $type {
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)+
                }
            }

            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.name() == name)
            }
        }
    };
}
pub(crate) use named;

#[cfg(test)]
mod tests {
    use crate::job::{JobStatus, ScopeKind, Stage, StopReason};
    use crate::model::*;
    use crate::ports::KeyRole;
    use crate::view::ResearchStatus;

    macro_rules! check {
        ($($type:ty),+ $(,)?) => {$(
            for one in <$type>::ALL {
                assert_eq!(serde_json::to_value(one).expect("JSON"), one.name());
                assert_eq!(<$type>::from_name(one.name()), Some(one));
            }
            assert_eq!(<$type>::from_name("Mood"), None);
        )+};
    }

    #[test]
    fn each_variant_is_stored_and_found_under_its_name() {
        check!(
            Deliverable,
            FailureReason,
            Handling,
            JobStatus,
            KeyRole,
            LessonAbout,
            Planning,
            Preference,
            Privacy
        );
        check!(Profile, RefusalCode, ResearchStatus, ScopeKind, Stage, StopReason);
    }
}
