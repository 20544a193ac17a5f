//! The forms that buttons open.

use crate::action::Action;
use crate::card::Form;
use crate::incoming::ActionRequest;
use gorkd_core::job::Job;
use gorkd_words::{Locale, Msg};

/// Maximum characters of text in a form.
pub(super) const MAX_INPUT: usize = 500;

pub(super) fn form(request: &ActionRequest, job: &Job, locale: Locale) -> Form {
    let form = |title: Msg, label: Msg, placeholder: Option<Msg>| Form {
        job: job.id.clone(),
        action: request.action.clone(),
        title: locale.say(title),
        label: locale.say(label),
        placeholder: placeholder.map(|words| locale.say(words)).unwrap_or_default(),
        value: String::new(),
        multiline: false,
        max_length: MAX_INPUT,
        required: true,
        hint: String::new(),
        locale,
    };
    match &request.action {
        Action::Custom(_) => form(Msg::FormAnswer, Msg::FormAnswerLabel, Some(Msg::FormAnswerHint)),
        Action::EditPlan(_) => {
            let queries = job.plan.iter().flat_map(|plan| &plan.queries).map(|query| query.text.as_str());
            Form {
                value: queries.collect::<Vec<_>>().join("\n"),
                multiline: true,
                max_length: 3_000,
                ..form(Msg::FormPlan, Msg::FormPlanLabel, None)
            }
        }
        Action::Bad => Form {
            multiline: true,
            required: false,
            hint: locale.say(Msg::FormBadHint),
            ..form(Msg::FormBad, Msg::FormBadLabel, Some(Msg::FormBadPlaceholder))
        },
        _ => form(Msg::FormSteer, Msg::FormSteerLabel, Some(Msg::FormSteerHint)),
    }
}
