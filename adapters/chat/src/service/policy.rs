//! What a place allows: profiles and runs per hour. The operator's settings apply everywhere; what admins set
//! for a workspace or channel can only be stricter. The service counts costs, for chats as for everyone else.

use super::ChatService;
use crate::incoming::{Person, Question};
use gorkd_core::engine::ChosenTerms;
use gorkd_core::model::{
    JobId, Millis, Preference, Privacy, Profile, Refusal, RefusalCode, Remembered, preferred,
};
use gorkd_core::ports::Admission;
use gorkd_words::{Locale, Msg};

/// What the platform calls a workspace.
fn workspace_word(workspace: &str) -> Msg {
    if workspace.starts_with("discord:") { Msg::PlaceServer } else { Msg::PlaceWorkspace }
}

const HOUR_MS: u64 = 60 * 60 * 1000;

impl ChatService {
    /// The terms of a question: checks it against the policy of its place, and counts its job once.
    pub(super) async fn allowed(&self, question: &Question, job: &JobId) -> Result<ChosenTerms, Refusal> {
        let (person, location) = (&question.person, &question.location);
        let channel = self.of_place(&location.channel).await?;
        let workspace = self.of_place(&location.workspace).await?;
        let value = |name| [&channel, &workspace].into_iter().find_map(|rows| preferred(rows, name));
        let policy = &self.settings.policy;

        let mut wanted = question.wanted.clone();
        let remembered = self.service.remembered_of_person(&person.requester).await?;
        let own = preferred(&remembered, Preference::Profile);
        let preference = own.or(value(Preference::Profile)).and_then(profile_of);
        let (profiles, deep) = (value(Preference::Profiles), value(Preference::Deep));
        wanted.profile = self.profile(person, wanted.profile, preference, profiles, deep)?;
        if let Some(most) = value(Preference::Privacy).and_then(privacy_of) {
            wanted.privacy = Some(wanted.privacy.map_or(most, |wanted| wanted.min(most)));
        }
        // A job that existed before a crash was already counted.
        if self.service.row(job).await.is_err() {
            let own = |rows| number(preferred(rows, Preference::RunsPerHour));
            let of_channel = stricter(policy.channel_runs_per_hour, own(&channel));
            let of_all = stricter(policy.workspace_runs_per_hour, own(&workspace));
            if of_channel > 0 || of_all > 0 {
                // A job that would be refused is not counted.
                self.service.unless_full(false).await?;
            }
            self.admit(&location.channel, of_channel, Msg::PlaceChannel, person).await?;
            self.admit(&location.workspace, of_all, workspace_word(&location.workspace), person).await?;
        }
        Ok(wanted)
    }

    /// The profile to run with. An explicit choice that the place does not allow is refused; a preference is
    /// dropped.
    fn profile(
        &self,
        person: &Person,
        asked: Option<Profile>,
        preference: Option<Profile>,
        profiles: Option<&str>,
        deep: Option<&str>,
    ) -> Result<Option<Profile>, Refusal> {
        let refuse = |said: Msg| Err(Refusal::saying(RefusalCode::NotAllowed, said));
        let names: Vec<&str> =
            profiles.map(|list| list.split(',').map(str::trim).collect()).unwrap_or_default();
        let listed = |profile: Profile| names.is_empty() || names.contains(&profile.name());
        let for_admins = self.settings.policy.deep_for_admins || deep == Some("admins");
        let open = |profile: Profile| profile != Profile::Deep || !for_admins || self.is_admin(person);
        match asked {
            Some(profile) if !listed(profile) => refuse(Msg::ProfilesOnly { names: names.join(", ") }),
            Some(profile) if !open(profile) => refuse(Msg::NotAdminDeep),
            Some(profile) => Ok(Some(profile)),
            None => {
                // The standard profile, unless the place does not allow it.
                let usual = preference.filter(|preference| open(*preference)).unwrap_or(Profile::Standard);
                Ok(match listed(usual) {
                    true => (preference.is_some() || !names.is_empty()).then_some(usual),
                    false => Profile::ALL.into_iter().rev().find(|one| listed(*one) && open(*one)),
                })
            }
        }
    }

    /// Whether this person may control every run in the place.
    pub fn is_admin(&self, person: &Person) -> bool {
        self.with_admin_role(&person.requester).roles.iter().any(|role| role == "admin" || role == "owner")
    }

    async fn admit(&self, place: &str, limit: u32, what: Msg, person: &Person) -> Result<(), Refusal> {
        if limit == 0 || place.is_empty() {
            return Ok(());
        }
        let now = self.now();
        let since = Millis(now.0.saturating_sub(HOUR_MS as i64));
        match self.service.admit(&format!("place:{place}"), since, limit).await? {
            Admission::Admitted => Ok(()),
            Admission::Full { oldest } => {
                let seconds = oldest.plus(HOUR_MS).since(now).div_ceil(1000);
                let minutes = seconds.div_ceil(60);
                let said = |locale| Msg::RunsAnHour { place: what.to(locale), runs: limit.into(), minutes };
                Err(Refusal {
                    retry_after: Some(seconds),
                    // `what` must be in the person's language too.
                    said: Some(Box::new(said(person.locale()))),
                    ..Refusal::saying(RefusalCode::RateLimited, said(Locale::En))
                })
            }
        }
    }

    async fn of_place(&self, place: &str) -> Result<Vec<Remembered>, Refusal> {
        if place.is_empty() {
            return Ok(Vec::new());
        }
        self.service.remembered_of_place(place).await
    }
}

fn number(value: Option<&str>) -> u32 {
    value.and_then(|value| value.parse().ok()).unwrap_or(0)
}

/// The stricter of two limits, where 0 means none.
fn stricter(one: u32, other: u32) -> u32 {
    match (one, other) {
        (0, limit) | (limit, 0) => limit,
        (one, other) => one.min(other),
    }
}

pub(super) fn profile_of(name: &str) -> Option<Profile> {
    Profile::ALL.into_iter().find(|profile| profile.name() == name)
}

fn privacy_of(name: &str) -> Option<Privacy> {
    match name {
        "local_only" => Some(Privacy::LocalOnly),
        "hybrid" => Some(Privacy::Hybrid),
        "cloud_allowed" => Some(Privacy::CloudAllowed),
        _ => None,
    }
}
