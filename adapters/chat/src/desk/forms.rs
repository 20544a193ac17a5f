//! What a person is asked to fill in when a button wants words.

use crate::act::Act;
use crate::card::Form;
use crate::incoming::Pressed;
use gorkd_core::job::Job;
use gorkd_core::model::Profile;
use gorkd_words::{Locale, Msg};

/// Characters of what is typed into a form.
pub(super) const WORDS: usize = 500;

/// The next deeper profile.
pub fn deeper(profile: Profile) -> Option<Profile> {
    let at = Profile::ALL.iter().position(|one| *one == profile)?;
    Profile::ALL.get(at + 1).copied()
}

pub(super) fn form(pressed: &Pressed, job: &Job, locale: Locale) -> Form {
    let form = |title: Msg, label: Msg, placeholder: Option<Msg>| Form {
        job: job.id.clone(),
        act: pressed.act.clone(),
        title: locale.say(title),
        label: locale.say(label),
        placeholder: placeholder.map(|words| locale.say(words)).unwrap_or_default(),
        value: String::new(),
        lines: false,
        most: WORDS,
        needed: true,
        hint: String::new(),
        locale,
    };
    match &pressed.act {
        Act::Custom(_) => form(Msg::FormAnswer, Msg::FormAnswerLabel, Some(Msg::FormAnswerHint)),
        Act::EditPlan(_) => {
            let queries = job.plan.iter().flat_map(|plan| &plan.queries).map(|query| query.text.as_str());
            Form {
                value: queries.collect::<Vec<_>>().join("\n"),
                lines: true,
                most: 3_000,
                ..form(Msg::FormPlan, Msg::FormPlanLabel, None)
            }
        }
        Act::Bad => Form {
            lines: true,
            needed: false,
            hint: locale.say(Msg::FormBadHint),
            ..form(Msg::FormBad, Msg::FormBadLabel, Some(Msg::FormBadPlaceholder))
        },
        _ => form(Msg::FormSteer, Msg::FormSteerLabel, Some(Msg::FormSteerHint)),
    }
}
