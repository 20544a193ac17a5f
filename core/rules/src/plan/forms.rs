//! Requests for an answer format: "as a table", "als Bericht".

use crate::text::pattern;
use crate::text::tables::Tables;
use gorkd_core::model::Deliverable;
use regex::Regex;
use std::sync::LazyLock;

/// The format that a text requests, if it says nothing else.
pub(super) fn form_of(said: &str) -> Option<Deliverable> {
    let lower = said.trim().trim_end_matches(['.', '!', '?', '？', '؟']).to_lowercase();
    let words = LEAD.replace(&lower, "");
    let words = [" please", " bitte"].iter().fold(words.trim(), |left, end| left.trim_end_matches(end));
    let words = words.trim_end_matches(',');
    Tables::all().deliverables.iter().find(|(_, names)| names.has(words)).map(|(form, _)| *form)
}

static LEAD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:(?:please|bitte|por favor|пожалуйста),? )?(?:(?:can|could|would) you (?:please )?)?(?:(?:make|give|show|write|give me|show me|do|want|i want|format) (?:it |this |that |me )?)?(?:only |just )?(?:(?:as|in|in the form of|into) )?(?:an? |the )?(?:(?:als|in form|als eine?|in einer|como|en|en forma de|sous forme de|comme|en form(?:e|at) de|в виде|как|على شكل|في شكل|في) |做成|用|写成|以|ك)?(?:(?:eine?n?r?|des|der|una?|une?|de) )?",
    )
});

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_form_is_asked_for_in_the_languages_of_the_catalogue() {
        for (text, wanted) in [
            ("as a table", Some(Deliverable::Table)),
            ("Make it a report, please", Some(Deliverable::Report)),
            ("shorter please", Some(Deliverable::Brief)),
            ("Can you make it shorter?", Some(Deliverable::Brief)),
            ("Kürzer, bitte!", Some(Deliverable::Brief)),
            ("in more detail", Some(Deliverable::Report)),
            ("Which is shorter?", None),
            ("make it a report please", Some(Deliverable::Report)),
            ("Table", Some(Deliverable::Table)),
            ("als Tabelle", Some(Deliverable::Table)),
            ("in einer Tabelle", Some(Deliverable::Table)),
            ("como una tabla", Some(Deliverable::Table)),
            ("sous forme de tableau", Some(Deliverable::Table)),
            ("в виде таблицы", Some(Deliverable::Table)),
            ("做成表格", Some(Deliverable::Table)),
            ("في جدول", Some(Deliverable::Table)),
            ("as a brief", Some(Deliverable::Brief)),
            ("side by side", Some(Deliverable::Comparison)),
            ("als Vergleich", Some(Deliverable::Comparison)),
            ("also check the table of contents", None),
            ("tables and chairs", None),
            ("focus on the report of 2024", None),
            ("", None),
        ] {
            assert_eq!(form_of(text), wanted, "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_form_is_called_by_its_own_name(at in 0usize..4, lead in "(please )?(as an? |make it an? )?") {
            let form = Deliverable::ALL[at];
            prop_assert_eq!(form_of(&format!("{lead}{}", form.name())), Some(form));
        }

        #[test]
        fn no_text_makes_it_stumble(text in "\\PC{0,60}") {
            let _ = form_of(&text);
        }
    }
}
