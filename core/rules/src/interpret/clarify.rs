//! Clarifying questions from a model's reply.

use super::shape::{short, texts};
use super::{first, invalid};
use crate::lenient::Json;
use crate::text::{once, one_line};
use gorkd_core::job::ClarifyQuestion;
use gorkd_core::model::Failure;

/// Questions at most, and the options that each of them has.
const MOST: usize = 4;
const OPTIONS: usize = 4;

const ABOUT: [&str; 4] = ["scope", "timeframe", "depth", "use"];

/// Questions with four options each; none when the model finds the question clear. One whose options are fewer is
/// left out, and a reply in which that leaves nothing was not understood.
pub fn clarify(reply: &str) -> Result<Vec<ClarifyQuestion>, Failure> {
    let read = first(reply, |json| match json {
        Json::List(items) if items.iter().all(|item| matches!(item, Json::Object(_))) => Some(items.clone()),
        _ => match json.get(&["questions", "clarifications"])? {
            Json::List(items) => Some(items.clone()),
            _ => None,
        },
    });
    let Some(items) = read else { return Err(invalid("The model asked nothing back that could be read.")) };
    let questions: Vec<ClarifyQuestion> = items.iter().filter_map(question).take(MOST).collect();
    if questions.is_empty() && !items.is_empty() {
        return Err(invalid("The model's questions back had no four options each."));
    }
    Ok(questions)
}

fn question(json: &Json) -> Option<ClarifyQuestion> {
    let text = one_line(json.get(&["text", "question"])?.as_text()?);
    let options = texts(json.get(&["options", "choices", "answers"])?, &["text", "label", "option"]);
    let options = options.iter().map(|option| short(option, 80)).filter(|option| !option.contains("://"));
    let mut options = once(options);
    options.truncate(OPTIONS);
    let about =
        json.get(&["about", "kind", "type"]).and_then(Json::as_text).unwrap_or_default().to_lowercase();
    let about = ABOUT.iter().find(|known| about.contains(*known)).copied().unwrap_or("scope");
    let fine = !text.is_empty() && !text.contains("://") && options.len() == OPTIONS;
    fine.then(|| ClarifyQuestion {
        about: about.to_owned(),
        text: short(&text, 200),
        options,
        all_of_the_above: about == "scope",
    })
}
