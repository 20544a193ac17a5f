//! The little that is remembered of a person and a place: what fills in a question that leaves it open. Nothing else
//! is remembered about anyone, and all of it is shown, changed and erased by command.

use super::{Service, refused};
use crate::job::Gates;
use crate::model::*;
use crate::ports::Remembered;
use crate::text::is_site;
use serde::de::DeserializeOwned;

/// What can be remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habit {
    pub name: &'static str,
    /// Of places alone: what their admins decide.
    pub of_places: bool,
    /// What a value looks like, for people.
    pub shape: &'static str,
}

pub const HABITS: [Habit; 16] = [
    Habit { name: "language", of_places: false, shape: "two letters, for example de" },
    Habit { name: "profile", of_places: false, shape: "quick, standard or deep" },
    Habit { name: "planning", of_places: false, shape: "auto or interactive" },
    Habit { name: "privacy", of_places: false, shape: "local_only, hybrid or cloud_allowed" },
    Habit { name: "domain", of_places: false, shape: "the name of a domain" },
    Habit { name: "prefer_sites", of_places: false, shape: "sites by commas, for example nasa.gov,esa.int" },
    Habit { name: "block_sites", of_places: false, shape: "sites by commas" },
    Habit { name: "approve_above_usd", of_places: true, shape: "dollars, for example 0.10" },
    Habit { name: "approve_above_pages", of_places: true, shape: "a number of pages" },
    Habit { name: "approve_publish", of_places: true, shape: "true or false" },
    Habit {
        name: "instructions",
        of_places: false,
        shape: "how answers shall be, in at most 500 characters",
    },
    Habit { name: "profiles", of_places: true, shape: "the profiles that are run there, by commas" },
    Habit { name: "deep", of_places: true, shape: "everybody or admins: who may run deep" },
    Habit { name: "runs_per_hour", of_places: true, shape: "a number of runs" },
    Habit { name: "month_usd", of_places: true, shape: "dollars a month, for example 20" },
    Habit { name: "retention_days", of_places: true, shape: "days after which threads are erased" },
];

/// Characters of instructions.
const MOST_INSTRUCTIONS: usize = 500;

/// What is remembered of one person and one place, the person's first.
#[derive(Clone, Debug, Default)]
pub(super) struct Habits {
    person: Vec<Remembered>,
    /// The place itself, then what it lies in.
    place: Vec<Remembered>,
}

/// `person:slack:U1`.
pub(super) fn person_scope(requester: &Requester) -> String {
    format!("person:{}", requester.key())
}

/// `place:slack:T1:C1`.
pub(super) fn place_scope(place: &str) -> String {
    format!("place:{place}")
}

impl Service {
    pub async fn remembered_of_person(&self, requester: &Requester) -> Result<Vec<Remembered>, Refusal> {
        self.ports.memory.remembered(&person_scope(requester)).await.map_err(refused)
    }

    pub async fn remembered_of_place(&self, place: &str) -> Result<Vec<Remembered>, Refusal> {
        self.ports.memory.remembered(&place_scope(place)).await.map_err(refused)
    }

    /// Remembers one thing of a person, or of a place when one is named.
    pub async fn remember(
        &self,
        requester: &Requester,
        place: Option<&str>,
        name: &str,
        value: &str,
    ) -> Result<(), Refusal> {
        let invalid = |message: String| Refusal::new(RefusalCode::InvalidQuestion, message);
        let Some(habit) = HABITS.iter().find(|habit| habit.name == name) else {
            let names: Vec<&str> = HABITS.iter().map(|habit| habit.name).collect();
            return Err(invalid(format!("{name:?} cannot be remembered. What can: {}.", names.join(", "))));
        };
        if habit.of_places && place.is_none() {
            return Err(invalid(format!("{name} is remembered of places, not of people: name a place.")));
        }
        let value = value.trim();
        if !fits(name, value) {
            return Err(invalid(format!("{name} has to be {}.", habit.shape)));
        }
        if name == "domain" {
            let terms = Terms { domain: Some(value.to_owned()), ..Terms::default() };
            self.check_domain(&terms)?;
        }
        let scope = place.map_or_else(|| person_scope(requester), place_scope);
        self.ports.memory.remember(&scope, name, value, self.ports.clock.now()).await.map_err(refused)
    }

    /// Forgets one thing, or all of it; gives how many.
    pub async fn forget(
        &self,
        requester: &Requester,
        place: Option<&str>,
        name: Option<&str>,
    ) -> Result<u64, Refusal> {
        let scope = place.map_or_else(|| person_scope(requester), place_scope);
        self.ports.memory.forget(&scope, name).await.map_err(refused)
    }

    pub(super) async fn habits(&self, requester: &Requester, place: &Place) -> Result<Habits, Refusal> {
        let person = self.remembered_of_person(requester).await?;
        let mut of_place = Vec::new();
        let mut within = place.as_str();
        while !within.is_empty() {
            of_place.extend(self.remembered_of_place(within).await?);
            within = within.rsplit_once(':').map_or("", |(outer, _)| outer);
        }
        Ok(Habits { person, place: of_place })
    }
}

fn fits(name: &str, value: &str) -> bool {
    match name {
        "language" => value.len() == 2 && value.bytes().all(|b| b.is_ascii_lowercase()),
        "profile" => named::<Profile>(value).is_some(),
        "planning" => named::<Planning>(value).is_some(),
        "privacy" => named::<Privacy>(value).is_some(),
        "prefer_sites" | "block_sites" => {
            let sites = sites(value);
            !sites.is_empty() && sites.len() <= 50 && sites.iter().all(|site| is_site(site))
        }
        "approve_above_usd" => value.parse::<f64>().is_ok_and(|usd| (0.0..=10_000.0).contains(&usd)),
        "approve_above_pages" | "runs_per_hour" | "retention_days" => value.parse::<u32>().is_ok(),
        "month_usd" => value.parse::<f64>().is_ok_and(|usd| (0.0..=1_000_000.0).contains(&usd)),
        "deep" => matches!(value, "everybody" | "admins"),
        "profiles" => value.split(',').all(|name| named::<Profile>(name.trim()).is_some()),
        "instructions" => !value.is_empty() && value.chars().count() <= MOST_INSTRUCTIONS,
        "approve_publish" => value.parse::<bool>().is_ok(),
        _ => !value.is_empty() && value.chars().count() <= 100,
    }
}

fn named<T: DeserializeOwned>(value: &str) -> Option<T> {
    serde_json::from_value(serde_json::Value::String(value.to_owned())).ok()
}

fn sites(value: &str) -> Vec<String> {
    value.split(',').map(|site| site.trim().to_lowercase()).filter(|site| !site.is_empty()).collect()
}

impl Habits {
    fn value(&self, name: &str) -> Option<&str> {
        self.person.iter().chain(&self.place).find(|one| one.name == name).map(|one| one.value.as_str())
    }

    /// Decided for a place, whatever a person likes.
    fn of_place(&self, name: &str) -> Option<&str> {
        self.place.iter().find(|one| one.name == name).map(|one| one.value.as_str())
    }

    pub fn profile(&self) -> Option<Profile> {
        named(self.value("profile")?)
    }

    pub fn planning(&self) -> Option<Planning> {
        named(self.value("planning")?)
    }

    /// The stricter of the two: what a place keeps to itself, a person's habit does not give away.
    pub fn privacy(&self) -> Option<Privacy> {
        let of = |list: &[Remembered]| -> Option<Privacy> {
            named(&list.iter().find(|one| one.name == "privacy")?.value)
        };
        of(&self.person).into_iter().chain(of(&self.place)).min()
    }

    pub fn domain(&self) -> Option<Domain> {
        self.value("domain").map(str::to_owned)
    }

    pub fn preferred_sites(&self) -> Vec<String> {
        self.all_sites("prefer_sites")
    }

    /// Sites that the person or the place does not want.
    pub fn constraints(&self) -> Vec<Constraint> {
        let blocked = self.all_sites("block_sites");
        let mut constraints = Vec::new();
        if !blocked.is_empty() {
            let text = format!("not from {}", blocked.join(", "));
            constraints.push(Constraint { text, kind: ConstraintKind::Exclude(blocked) });
        }
        let told = [&self.person, &self.place].into_iter().flatten().filter(|one| one.name == "instructions");
        constraints
            .extend(told.map(|one| Constraint { text: one.value.clone(), kind: ConstraintKind::Note }));
        constraints
    }

    fn all_sites(&self, name: &str) -> Vec<String> {
        let all = self.person.iter().chain(&self.place).filter(|one| one.name == name);
        let mut all: Vec<String> = all.flat_map(|one| sites(&one.value)).collect();
        all.sort();
        all.dedup();
        all
    }

    /// A few words tell little of their language: then the person's own counts.
    pub fn in_language(&self, question: Question) -> Question {
        const FEW: usize = 3;
        match self.value("language") {
            Some(language) if question.text.split_whitespace().count() <= FEW => {
                Question { language: language.to_owned(), ..question }
            }
            Some(_) | None => question,
        }
    }

    /// What the place wants to be asked about; a run that looks at an answer again is started by nobody who waits.
    pub fn gates(&self, defaults: &Gates, again: bool) -> Gates {
        let usd = self.of_place("approve_above_usd").and_then(|usd| usd.parse::<f64>().ok());
        let pages = self.of_place("approve_above_pages").and_then(|pages| pages.parse().ok());
        let publish = self.of_place("approve_publish").and_then(|publish| publish.parse().ok());
        Gates {
            ask_back: defaults.ask_back && !again,
            above_usd: usd.map(|usd| MicroUsd((usd * 1e6).round() as u64)).or(defaults.above_usd),
            above_pages: pages.or(defaults.above_pages),
            publish: publish.unwrap_or(defaults.publish),
            flip: defaults.flip,
        }
    }
}
