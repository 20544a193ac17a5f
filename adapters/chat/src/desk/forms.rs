//! What a person is asked to fill in when a button wants words.

use crate::act::Act;
use crate::card::Form;
use crate::incoming::Pressed;
use gorkd_core::job::Job;
use gorkd_core::model::Profile;

/// Characters of what is typed into a form.
pub(super) const WORDS: usize = 500;

/// The next deeper profile.
pub fn deeper(profile: Profile) -> Option<Profile> {
    let at = Profile::ALL.iter().position(|one| *one == profile)?;
    Profile::ALL.get(at + 1).copied()
}

pub(super) fn form(pressed: &Pressed, job: &Job) -> Form {
    let form = |title: &str, label: &str, placeholder: &str| Form {
        job: job.id.clone(),
        act: pressed.act.clone(),
        title: title.to_owned(),
        label: label.to_owned(),
        placeholder: placeholder.to_owned(),
        value: String::new(),
        lines: false,
        most: WORDS,
        needed: true,
        hint: String::new(),
    };
    match &pressed.act {
        Act::Custom(_) => {
            form("Your answer", "In your own words", "What you want to know it for, from when, …")
        }
        Act::EditPlan(_) => {
            let queries = job.plan.iter().flat_map(|plan| &plan.queries).map(|query| query.text.as_str());
            Form {
                value: queries.collect::<Vec<_>>().join("\n"),
                lines: true,
                most: 3_000,
                ..form("Change the plan", "One search a line", "")
            }
        }
        Act::Bad => Form {
            lines: true,
            needed: false,
            hint: "Read by whoever runs gorkd here.".to_owned(),
            ..form("What was wrong?", "Your words", "Wrong source, not what I asked, too long, …")
        },
        _ => form(
            "Steer the run",
            "What should it heed?",
            "only 2025; skip vendor blogs; also check the licence",
        ),
    }
}
