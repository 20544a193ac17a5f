//! The little that gorkd remembers about a person or a place: defaults for questions. Nothing else is
//! remembered about anyone, and all of it can be shown, changed, and erased by command.

use super::{AuditAction, Service, refused};
use crate::job::Gates;
use crate::model::*;
use crate::ports::PreferenceOwner;
use crate::text::is_site;

/// Maximum characters of instructions.
const MAX_INSTRUCTIONS: usize = 500;

/// What is remembered about one person and one place; the person's come first.
#[derive(Clone, Debug, Default)]
pub(super) struct Preferred {
    person: Vec<Remembered>,
    /// The place itself, then the places that contain it.
    place: Vec<Remembered>,
}

/// Whose preferences these are: the place's, if one is named.
fn owner(requester: &Requester, place: Option<&str>) -> PreferenceOwner {
    match place {
        Some(place) => PreferenceOwner::Place(place.to_owned()),
        None => PreferenceOwner::Person(requester.key()),
    }
}

/// The preference with this name, or a refusal that lists all names.
fn known(name: &str) -> Result<Preference, Refusal> {
    Preference::from_name(name).ok_or_else(|| {
        let names = Preference::ALL.map(Preference::name).join(", ");
        let message = format!("{name:?} can't be remembered. Choose one of: {names}.");
        Refusal::new(RefusalCode::InvalidQuestion, message)
    })
}

impl Service {
    pub async fn remembered_of_person(&self, requester: &Requester) -> Result<Vec<Remembered>, Refusal> {
        self.ports.preferences.preferences(&owner(requester, None)).await.map_err(refused)
    }

    pub async fn remembered_of_place(&self, place: &str) -> Result<Vec<Remembered>, Refusal> {
        let owner = PreferenceOwner::Place(place.to_owned());
        self.ports.preferences.preferences(&owner).await.map_err(refused)
    }

    /// Remembers a value for a person, or for a place if one is named.
    pub async fn remember(
        &self,
        requester: &Requester,
        place: Option<&str>,
        name: &str,
        value: &str,
    ) -> Result<(), Refusal> {
        self.prefer(requester, place, known(name)?, value).await
    }

    /// Like [`Self::remember`], for a known preference.
    pub async fn prefer(
        &self,
        requester: &Requester,
        place: Option<&str>,
        name: Preference,
        value: &str,
    ) -> Result<(), Refusal> {
        let invalid = |message: String| Refusal::new(RefusalCode::InvalidQuestion, message);
        if name.of_places() && place.is_none() {
            let message = format!("{} is remembered for places, not for people: name a place.", name.name());
            return Err(invalid(message));
        }
        let value = value.trim();
        if !fits(name, value) {
            return Err(invalid(format!("{} must be {}.", name.name(), name.shape())));
        }
        if name == Preference::Domain {
            let terms = Terms { domain: Some(value.to_owned()), ..Terms::default() };
            self.check_domain(&terms)?;
        }
        let set = Remembered { name, value: value.to_owned(), at: self.ports.clock.now() };
        self.ports.preferences.put_preference(&owner(requester, place), &set).await.map_err(refused)?;
        self.audit(AuditAction::PreferenceSet, requester, name.name()).await;
        Ok(())
    }

    /// Forgets one value, or all. Returns how many.
    pub async fn forget(
        &self,
        requester: &Requester,
        place: Option<&str>,
        name: Option<&str>,
    ) -> Result<u64, Refusal> {
        let named = name.map(Preference::from_name);
        // Nothing is stored under an unknown name.
        let Some(name) = named.map_or(Some(None), |named| named.map(Some)) else { return Ok(0) };
        let owner = owner(requester, place);
        let dropped = self.ports.preferences.drop_preferences(&owner, name).await.map_err(refused)?;
        let on = name.map_or("all", Preference::name);
        self.audit(AuditAction::PreferenceForgotten, requester, on).await;
        Ok(dropped)
    }

    /// Places with a retention period, in days.
    pub async fn retentions(&self) -> Result<Vec<(Place, u32)>, Refusal> {
        let set = self.ports.preferences.places_with(Preference::RetentionDays).await.map_err(refused)?;
        Ok(set.into_iter().filter_map(|(place, days)| Some((place, days.parse().ok()?))).collect())
    }

    pub(super) async fn preferred(&self, requester: &Requester, place: &Place) -> Result<Preferred, Refusal> {
        let person = self.remembered_of_person(requester).await?;
        let mut of_place = Vec::new();
        let mut within = place.as_str();
        while !within.is_empty() {
            of_place.extend(self.remembered_of_place(within).await?);
            within = within.rsplit_once(':').map_or("", |(outer, _)| outer);
        }
        Ok(Preferred { person, place: of_place })
    }
}

fn fits(name: Preference, value: &str) -> bool {
    match name {
        Preference::Language => value.len() == 2 && value.bytes().all(|b| b.is_ascii_lowercase()),
        Preference::Profile => Profile::from_name(value).is_some(),
        Preference::Planning => Planning::from_name(value).is_some(),
        Preference::Privacy => Privacy::from_name(value).is_some(),
        Preference::PreferSites | Preference::BlockSites => {
            let sites = sites(value);
            !sites.is_empty() && sites.len() <= 50 && sites.iter().all(|site| is_site(site))
        }
        Preference::ApproveAboveUsd => value.parse::<f64>().is_ok_and(|usd| (0.0..=10_000.0).contains(&usd)),
        Preference::ApproveAbovePages | Preference::RunsPerHour | Preference::RetentionDays => {
            value.parse::<u32>().is_ok()
        }
        Preference::MonthUsd => value.parse::<f64>().is_ok_and(|usd| (0.0..=1_000_000.0).contains(&usd)),
        Preference::Deep => matches!(value, "everybody" | "admins"),
        Preference::ModerateQuestions | Preference::ModerateAnswers => Handling::from_name(value).is_some(),
        Preference::Profiles => value.split(',').all(|name| Profile::from_name(name.trim()).is_some()),
        Preference::Instructions => !value.is_empty() && value.chars().count() <= MAX_INSTRUCTIONS,
        Preference::ApprovePublish => value.parse::<bool>().is_ok(),
        Preference::Domain => !value.is_empty() && value.chars().count() <= 100,
    }
}

fn sites(value: &str) -> Vec<String> {
    value.split(',').map(|site| site.trim().to_lowercase()).filter(|site| !site.is_empty()).collect()
}

impl Preferred {
    fn value(&self, name: Preference) -> Option<&str> {
        preferred(&self.person, name).or_else(|| self.of_place(name))
    }

    /// The value set for a place, regardless of personal preferences.
    fn of_place(&self, name: Preference) -> Option<&str> {
        preferred(&self.place, name)
    }

    pub fn profile(&self) -> Option<Profile> {
        Profile::from_name(self.value(Preference::Profile)?)
    }

    pub fn planning(&self) -> Option<Planning> {
        Planning::from_name(self.value(Preference::Planning)?)
    }

    /// The stricter of the two: a person's preference can't weaken a place's.
    pub fn privacy(&self) -> Option<Privacy> {
        let of = |list: &[Remembered]| Privacy::from_name(preferred(list, Preference::Privacy)?);
        of(&self.person).into_iter().chain(of(&self.place)).min()
    }

    /// The strictest rules set for the place and the places that contain it.
    pub fn moderation(&self) -> Moderation {
        let strictest = |name: Preference| {
            let set = self.place.iter().filter(|one| one.name == name);
            set.filter_map(|one| Handling::from_name(&one.value)).max().unwrap_or_default()
        };
        Moderation {
            questions: strictest(Preference::ModerateQuestions),
            answers: strictest(Preference::ModerateAnswers),
            ..Moderation::default()
        }
    }

    pub fn domain(&self) -> Option<Domain> {
        self.value(Preference::Domain).map(str::to_owned)
    }

    pub fn preferred_sites(&self) -> Vec<String> {
        self.all_sites(Preference::PreferSites)
    }

    /// Excludes the sites that the person or the place has blocked.
    pub fn constraints(&self) -> Vec<Constraint> {
        let blocked = self.all_sites(Preference::BlockSites);
        let mut constraints = Vec::new();
        if !blocked.is_empty() {
            let text = format!("not from {}", blocked.join(", "));
            constraints.push(Constraint { text, kind: ConstraintKind::Exclude(blocked) });
        }
        let told = [&self.person, &self.place]
            .into_iter()
            .flatten()
            .filter(|one| one.name == Preference::Instructions);
        constraints
            .extend(told.map(|one| Constraint { text: one.value.clone(), kind: ConstraintKind::Note }));
        constraints
    }

    fn all_sites(&self, name: Preference) -> Vec<String> {
        let all = self.person.iter().chain(&self.place).filter(|one| one.name == name);
        let mut all: Vec<String> = all.flat_map(|one| sites(&one.value)).collect();
        all.sort();
        all.dedup();
        all
    }

    /// A question of a few words says little about its language, so the person's own applies.
    pub fn in_language(&self, question: Question) -> Question {
        const FEW: usize = 3;
        match self.value(Preference::Language) {
            Some(language) if question.text.split_whitespace().count() <= FEW => {
                Question { language: language.to_owned(), ..question }
            }
            Some(_) | None => question,
        }
    }

    /// The approvals that the place requires. Rechecks get no clarifying questions, since nobody is there to
    /// answer.
    pub fn gates(&self, defaults: &Gates, again: bool) -> Gates {
        let usd = self.of_place(Preference::ApproveAboveUsd).and_then(|usd| usd.parse().ok());
        let pages = self.of_place(Preference::ApproveAbovePages).and_then(|pages| pages.parse().ok());
        let publish = self.of_place(Preference::ApprovePublish).and_then(|publish| publish.parse().ok());
        Gates {
            ask_back: defaults.ask_back && !again,
            above_usd: usd.map(MicroUsd::of_usd).or(defaults.above_usd),
            above_pages: pages.or(defaults.above_pages),
            publish: publish.unwrap_or(defaults.publish),
            flip: defaults.flip,
        }
    }
}
