//! Prompts for what a job asks, and parses the reply.

use crate::screen::{Canvas, Look, Style};
use gorkd_core::job::{ApprovalAbout, ClarifyQuestion, Interrupt, Reply};
use gorkd_core::model::Plan;

/// The question with its options, or the approval requested, and what can be typed.
pub fn ask_back(interrupt: &Interrupt, plan: Option<&Plan>, look: Look) -> String {
    let mut canvas = Canvas::new(look);
    match interrupt {
        Interrupt::Clarify { question, .. } => {
            canvas.paragraph("", &[(&question.text, Style::Strong)]);
            for (number, option) in (1..).zip(&question.options) {
                canvas.paragraph(&format!("  {number}  "), &[(option, Style::Plain)]);
            }
            if question.all_of_the_above {
                canvas.paragraph("  a  ", &[("all of the above", Style::Plain)]);
            }
            let rest = match question.options.as_slice() {
                [] => "Your own words, or Enter to continue without an answer.",
                _ => "A number, your own words, or Enter to continue without an answer.",
            };
            canvas.paragraph("", &[(rest, Style::Faint)]);
        }
        Interrupt::Approve { about, text, .. } => {
            let of_plan = matches!(about, ApprovalAbout::Plan(_));
            if let Some(plan) = plan.filter(|_| of_plan) {
                canvas.paragraph("", &[("The plan", Style::Strong)]);
                for part in &plan.sub_questions {
                    canvas.paragraph("  - ", &[(&part.text, Style::Plain)]);
                }
                canvas.paragraph("", &[("It begins with these searches:", Style::Plain)]);
                for query in &plan.queries {
                    canvas.paragraph("  - ", &[(&query.text, Style::Plain)]);
                }
                let form = plan.deliverable.unwrap_or_default().name();
                canvas.paragraph("", &[(&format!("The answer will be a {form}."), Style::Plain)]);
            }
            canvas.paragraph("", &[(text, Style::Strong)]);
            let rest = match about {
                ApprovalAbout::Plan(_) => {
                    "Enter starts it, n cancels it; or say what to change (\"also check the license\", \"as a table\")."
                }
                ApprovalAbout::Harvest(_) | ApprovalAbout::Publish => "y or n.",
            };
            canvas.paragraph("", &[(rest, Style::Faint)]);
        }
    }
    canvas.finish()
}

/// Parses a typed line. The error is a sentence about what can be typed instead.
pub fn read_reply(line: &str, interrupt: &Interrupt) -> Result<Reply, String> {
    let line = line.trim();
    let word = line.to_lowercase();
    match interrupt {
        Interrupt::Clarify { question, .. } => answer(line, &word, question),
        Interrupt::Approve { about, .. } => match (about, word.as_str()) {
            (_, "y" | "yes" | "ok" | "go") => Ok(Reply::Approve),
            (_, "n" | "no") => Ok(Reply::Decline),
            (ApprovalAbout::Plan(_), "") => Ok(Reply::Approve),
            (ApprovalAbout::Plan(_), _) => Ok(Reply::Custom(line.to_owned())),
            (ApprovalAbout::Harvest(_) | ApprovalAbout::Publish, _) => Err("Type y or n.".to_owned()),
        },
    }
}

fn answer(line: &str, word: &str, question: &ClarifyQuestion) -> Result<Reply, String> {
    match line.parse::<usize>() {
        Ok(number) if (1..=question.options.len()).contains(&number) => return Ok(Reply::Option(number - 1)),
        // "2024" may well be a free-text answer; "7" of four options is a typo.
        Ok(number) if number < 10 && !question.options.is_empty() => {
            return Err(format!("There are {} options, numbered from 1.", question.options.len()));
        }
        Ok(_) | Err(_) => {}
    }
    Ok(match word {
        "" | "go" | "just go" => Reply::JustGo,
        "a" | "all" if question.all_of_the_above => Reply::AllOfTheAbove,
        _ => Reply::Custom(line.to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::job::Estimate;

    fn clarify(question: ClarifyQuestion) -> Interrupt {
        Interrupt::Clarify { id: "clarify.0".into(), question }
    }

    #[test]
    fn a_typed_line_is_an_option_all_of_them_nothing_or_own_words() {
        let question = ClarifyQuestion {
            text: "Which time do you mean?".into(),
            options: vec!["this year".into(), "the last ten years".into()],
            all_of_the_above: true,
            ..ClarifyQuestion::default()
        };
        let open = clarify(question.clone());
        for (line, reply) in [
            ("2\n", Reply::Option(1)),
            (" a ", Reply::AllOfTheAbove),
            ("", Reply::JustGo),
            ("Just go", Reply::JustGo),
            ("2024", Reply::Custom("2024".into())),
            ("since the war", Reply::Custom("since the war".into())),
        ] {
            assert_eq!(read_reply(line, &open), Ok(reply), "{line:?}");
        }
        assert!(read_reply("0", &open).is_err() && read_reply("3", &open).is_err());
        let one_by_one = clarify(ClarifyQuestion { all_of_the_above: false, ..question });
        assert_eq!(read_reply("a", &one_by_one), Ok(Reply::Custom("a".into())));
        insta::assert_snapshot!(ask_back(&open, None, Look::plain(60)), @r"
        Which time do you mean?
          1  this year
          2  the last ten years
          a  all of the above
        A number, your own words, or Enter to continue without an
        answer.
        ");
    }

    #[test]
    fn leave_is_given_refused_or_the_plan_changed() {
        let about = |about: ApprovalAbout| Interrupt::Approve {
            id: about.id(),
            about,
            text: "Start?".into(),
            estimate: Estimate::default(),
        };
        let plan = about(ApprovalAbout::Plan(0));
        assert_eq!(read_reply("", &plan), Ok(Reply::Approve));
        assert_eq!(read_reply("No", &plan), Ok(Reply::Decline));
        assert_eq!(read_reply("also check rents", &plan), Ok(Reply::Custom("also check rents".into())));
        let publish = about(ApprovalAbout::Publish);
        assert_eq!(read_reply("y", &publish), Ok(Reply::Approve));
        assert!(read_reply("", &publish).is_err(), "what goes out is agreed to in words");
    }
}
