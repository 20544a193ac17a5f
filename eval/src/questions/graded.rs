//! The figures of the suite `questions`: shares over all cases, by kind, and by confidence.

use crate::figures::{quantile, rounded, share};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// How one answer was found to be.
#[derive(Clone, Debug, Default)]
pub struct Graded {
    pub kind: String,
    pub answerable: bool,
    pub confidence: String,
    /// All patterns match the blocks together, and the first one alone.
    pub all_in_blocks: bool,
    pub all_in_first: bool,
    pub says_what_it_must_not: bool,
    pub asked_back: bool,
    pub gold_read: bool,
    pub gold_cited: bool,
    pub seconds: f64,
}

/// Levels of confidence, as the tables list them.
const LEVELS: [&str; 5] = ["high", "medium", "low", "insufficient", "failed"];
const FALSE_PREMISE: &str = "false_premise";

impl Graded {
    pub fn right(&self) -> bool {
        if self.answerable { self.all_in_blocks } else { self.refused() }
    }

    fn refused(&self) -> bool {
        self.confidence == "insufficient"
    }

    fn trusted(&self) -> bool {
        matches!(self.confidence.as_str(), "medium" | "high")
    }
}

pub fn scores(graded: &[Graded]) -> Value {
    let answerable = || graded.iter().filter(|one| one.answerable);
    let unanswerable = || graded.iter().filter(|one| !one.answerable);
    let premises = || graded.iter().filter(|one| one.kind == FALSE_PREMISE);
    let seconds = |of: f64| quantile(graded.iter().map(|one| one.seconds), of);
    json!({
        "answerable": answerable().count(),
        "all_in_blocks": rounded(share(answerable(), |one| one.all_in_blocks)),
        "all_in_first_block": rounded(share(answerable(), |one| one.all_in_first)),
        "refused_of_answerable": rounded(share(answerable(), |one| one.refused())),
        "unanswerable": unanswerable().count(),
        "insufficient_of_unanswerable": rounded(share(unanswerable(), |one| one.refused())),
        "medium_or_high_of_unanswerable": rounded(share(unanswerable(), |one| one.trusted())),
        "false_premises_corrected": rounded(share(premises(), |one| one.all_in_blocks)),
        "said_what_it_must_not": graded.iter().filter(|one| one.says_what_it_must_not).count(),
        "asked_back": graded.iter().filter(|one| one.asked_back).count(),
        "gold_page_read": rounded(share(answerable(), |one| one.gold_read)),
        "gold_page_cited": rounded(share(answerable(), |one| one.gold_cited)),
        "median_seconds": rounded(Some(seconds(0.5))),
        "p90_seconds": rounded(Some(seconds(0.9))),
    })
}

/// By kind of question, and by confidence.
pub fn tables(graded: &[Graded]) -> String {
    let mut table = format!(
        "{:<14} {:>5} {:>6} {:>6} {:>8} {:>5} {:>6} {:>8}\n",
        "kind", "cases", "blocks", "first", "refused", "read", "cited", "seconds"
    );
    let kinds: BTreeSet<&str> = graded.iter().map(|one| one.kind.as_str()).collect();
    for kind in kinds {
        let of: Vec<&Graded> = graded.iter().filter(|one| one.kind == kind).collect();
        let count = |meets: fn(&Graded) -> bool| of.iter().filter(|one| meets(one)).count();
        table += &format!(
            "{kind:<14} {:>5} {:>6} {:>6} {:>8} {:>5} {:>6} {:>8.2}\n",
            of.len(),
            count(|one| one.answerable && one.all_in_blocks),
            count(|one| one.answerable && one.all_in_first),
            count(Graded::refused),
            count(|one| one.gold_read),
            count(|one| one.gold_cited),
            quantile(of.iter().map(|one| one.seconds), 0.5),
        );
    }
    table += &format!(
        "\n{:<14} {:>5} {:>6} {:>6} {:>8} {:>14}\n",
        "confidence", "cases", "right", "wrong", "share", "unanswerable"
    );
    for level in LEVELS {
        let of: Vec<&Graded> = graded.iter().filter(|one| one.confidence == level).collect();
        if of.is_empty() {
            continue;
        }
        let right = of.iter().filter(|one| one.right()).count();
        let unanswerable = of.iter().filter(|one| !one.answerable).count();
        let share = 100.0 * right as f64 / of.len() as f64;
        table += &format!(
            "{level:<14} {:>5} {right:>6} {:>6} {share:>6.0} % {unanswerable:>14}\n",
            of.len(),
            of.len() - right
        );
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_taken_of_the_cases_they_speak_of() {
        let answered = Graded {
            kind: "which".into(),
            answerable: true,
            confidence: "high".into(),
            all_in_blocks: true,
            seconds: 1.0,
            ..Graded::default()
        };
        let refused = Graded { confidence: "insufficient".into(), all_in_blocks: false, ..answered.clone() };
        let corrected = Graded { kind: FALSE_PREMISE.into(), ..answered.clone() };
        let guessed = Graded { answerable: false, kind: "unanswerable".into(), ..answered.clone() };
        let cases = [answered, refused, corrected, guessed];
        let scores = scores(&cases);
        assert_eq!(scores["all_in_blocks"], json!(0.6667));
        assert_eq!(scores["refused_of_answerable"], json!(0.3333));
        assert_eq!(scores["false_premises_corrected"], json!(1.0));
        assert_eq!(scores["medium_or_high_of_unanswerable"], json!(1.0));
        assert_eq!(scores["insufficient_of_unanswerable"], json!(0.0));
        let table = tables(&cases);
        assert!(table.contains("high               3      2      1     67 %              1"), "{table}");
        assert!(super::scores(&[])["all_in_blocks"].is_null());
    }
}
