//! Lists with a value for each case: "Bugs older than a week: 2 days". A claim that gives the value of a narrower
//! case, and doesn't say what makes it narrower, drops a condition.

use super::known::{AnalyzedText, Reader};
use super::quotes::Context;
use super::values::same_value;
use std::rc::Rc;

/// Maximum words of a value.
const LONGEST: usize = 4;

/// A case and its value.
struct Item<'t, 'l> {
    label: &'t str,
    keys: Vec<u32>,
    value: Rc<AnalyzedText<'l>>,
}

/// What a claim omits of the case whose value it gives, if the list has another value for the more general case.
pub(super) fn other_label<'l>(
    claim: &AnalyzedText<'_>,
    context: &Context<'_>,
    reader: &mut Reader<'l>,
) -> Option<String> {
    let items: Vec<Item<'_, 'l>> =
        context.around.lines().filter_map(|line| item(line.trim(), reader)).collect();
    if items.len() < 2 {
        return None;
    }
    let states = |item: &Item<'_, '_>| {
        claim.values().any(|ours| {
            let mut theirs = item.value.values();
            theirs.any(|theirs| same_value((&claim.text, ours), (&item.value.text, theirs)))
        })
    };
    let said = reader.keys(claim);
    let (stated, others): (Vec<&Item<'_, '_>>, Vec<&Item<'_, '_>>) =
        items.iter().partition(|item| states(item));
    let mut pairs = stated.iter().flat_map(|item| others.iter().map(move |other| (item, other)));
    pairs.find_map(|(item, other)| {
        let mut narrower = item.keys.iter().filter(|key| !other.keys.contains(key)).peekable();
        let wider = !other.keys.is_empty() && other.keys.iter().all(|key| item.keys.contains(key));
        let left_out = wider && narrower.peek().is_some() && !narrower.any(|key| said.contains(key));
        let rest = item.label.strip_prefix(other.label).unwrap_or(item.label);
        left_out.then(|| rest.trim_matches(|c: char| !c.is_alphanumeric()).to_owned())
    })
}

fn item<'t, 'l>(line: &'t str, reader: &mut Reader<'l>) -> Option<Item<'t, 'l>> {
    let (label, value) = line.rsplit_once(": ")?;
    if value.split_whitespace().count() > LONGEST {
        return None;
    }
    let label = label.trim_start_matches(['-', '*', '+', '•', ' ']);
    let value = reader.of(value);
    (value.values().count() == 1).then(|| Item { label, keys: reader.keys_in(label), value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Material;
    use gorkd_core::model::Document;

    #[test]
    fn the_value_of_a_narrower_case_needs_what_makes_it_narrower() {
        let text = "Recommended delays:\n\n- Fixing only bugs older than 7 days, with no activity and no sign of a fix: 0 \
            days\n- Fixing only bugs older than 7 days: 2 days\n- Other uploads: 10 days";
        let document = Document::default();
        let material = Material::new(&document, text);
        let start = text.find("- Other").unwrap_or(0);
        let context = Context::new(&material, start..text.len());
        let mut reader = Reader::new("en");
        let mut found = |claim: &str| {
            let known = reader.of(claim);
            other_label(&known, &context, &mut reader)
        };
        let left_out = found("The delay is 0 days, because the bugs are older than 7 days.");
        assert_eq!(left_out.as_deref(), Some("with no activity and no sign of a fix"));
        for claim in [
            "The delay is 2 days for bugs older than 7 days.",
            "The delay is 0 days if there was no activity.",
            "The delay is 10 days.",
            "It is 0 or 2 days for old bugs.",
        ] {
            assert_eq!(found(claim), None, "{claim}");
        }
    }
}
