//! Asks in place what a job wants to know, and reads what is typed.

use crate::screen::{Canvas, Look, Style};
use gorkd_core::research::{ClarifyQuestion, Reply};

/// The question with its options, and what else can be typed.
pub fn ask_back(question: &ClarifyQuestion, look: Look) -> String {
    let mut canvas = Canvas::new(look);
    canvas.paragraph("", &[(&question.text, Style::Strong)]);
    for (number, option) in (1..).zip(&question.options) {
        canvas.paragraph(&format!("  {number}  "), &[(option, Style::Plain)]);
    }
    if question.all_of_the_above {
        canvas.paragraph("  a  ", &[("all of the above", Style::Plain)]);
    }
    canvas.paragraph("", &[("A number, your own words, or Enter to go on without an answer.", Style::Faint)]);
    canvas.finish()
}

/// What a typed line means; a sentence when it is a number that no option has.
pub fn read_reply(line: &str, question: &ClarifyQuestion) -> Result<Reply, String> {
    let line = line.trim();
    match line.parse::<usize>() {
        Ok(number) if (1..=question.options.len()).contains(&number) => return Ok(Reply::Option(number - 1)),
        // "2024" may well be an answer in somebody's own words; "7" of four options is a slip.
        Ok(number) if number < 10 => {
            return Err(format!("There are {} options, numbered from 1.", question.options.len()));
        }
        Ok(_) | Err(_) => {}
    }
    Ok(match line.to_lowercase().as_str() {
        "" | "go" | "just go" => Reply::JustGo,
        "a" | "all" if question.all_of_the_above => Reply::AllOfTheAbove,
        _ => Reply::Custom(line.to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_line_is_an_option_all_of_them_nothing_or_own_words() {
        let question = ClarifyQuestion {
            text: "Which time do you mean?".into(),
            options: vec!["this year".into(), "the last ten years".into()],
            all_of_the_above: true,
            ..ClarifyQuestion::default()
        };
        for (line, reply) in [
            ("2\n", Reply::Option(1)),
            (" a ", Reply::AllOfTheAbove),
            ("", Reply::JustGo),
            ("Just go", Reply::JustGo),
            ("2024", Reply::Custom("2024".into())),
            ("since the war", Reply::Custom("since the war".into())),
        ] {
            assert_eq!(read_reply(line, &question), Ok(reply), "{line:?}");
        }
        assert!(read_reply("0", &question).is_err() && read_reply("3", &question).is_err());
        let one_by_one = ClarifyQuestion { all_of_the_above: false, ..question.clone() };
        assert_eq!(read_reply("a", &one_by_one), Ok(Reply::Custom("a".into())));
        insta::assert_snapshot!(ask_back(&question, Look::plain(60)), @r"
        Which time do you mean?
          1  this year
          2  the last ten years
          a  all of the above
        A number, your own words, or Enter to go on without an
        answer.
        ");
    }
}
