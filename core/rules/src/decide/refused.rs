//! The draft where a model has read what was found and says that none of it answers: no writer is asked for an answer
//! that is not there.

use crate::material::locale_of;
use gorkd_core::job::{Job, Judgement, PartJudgement};
use gorkd_core::model::*;
use gorkd_words::Msg;

/// Next action of a judge that expects nothing of another search, nor of a writer.
const STOP: &str = "stop";

/// Has a model said of every part that it is not answered, and either noted nothing or seen no use in going on? A
/// question whose premise is denied has an answer.
pub(super) fn nothing_answers(judged: &Judgement) -> bool {
    let no = |part: &PartJudgement| part.by_model && part.answered == Answered::No;
    let stopped = judged.advice.as_ref().is_some_and(|advice| advice.next_action == STOP);
    let denied = judged.premise.is_some();
    !judged.parts.is_empty() && judged.parts.iter().all(no) && !denied && (judged.notes.is_empty() || stopped)
}

/// A draft without claims that says what is missing, as the judge words it. It is the judge's, because no rule has read
/// anything.
pub(super) fn without_answer(job: &Job, judged: &Judgement, kept_back: Option<String>) -> Draft {
    let (locale, plan) = (locale_of(&job.question), job.plan_or_plain());
    let is_part = |gap: &String| plan.sub_questions.iter().any(|part| part.text == *gap);
    let limit = |gap: &String| match is_part(gap) {
        true => Msg::LimitUnanswered { question: gap.clone() },
        false => Msg::LimitGap { gap: gap.clone() },
    };
    let missing = judged.gaps.iter().map(|gap| locale.say(limit(gap)));
    Draft {
        by: judged.by.clone(),
        limitations: missing.chain(kept_back).collect(),
        deliverable: Some(Deliverable::Brief),
        ..Draft::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(answered: Answered, by_model: bool, next_action: &str) -> Judgement {
        let part =
            PartJudgement { sub_question: "q1".into(), answered, by_model, ..PartJudgement::default() };
        Judgement {
            by: Maker::Model("m".into()),
            parts: vec![part],
            gaps: vec!["The release day".into(), "Who built it?".into()],
            advice: Some(Advice { next_action: next_action.into(), ..Advice::default() }),
            ..Judgement::default()
        }
    }

    #[test]
    fn only_a_model_that_found_nothing_saves_the_call() {
        assert!(nothing_answers(&judged(Answered::No, true, "search")));
        assert!(!nothing_answers(&judged(Answered::No, false, "stop")), "rules measure words");
        assert!(!nothing_answers(&judged(Answered::Partly, true, "stop")));
        assert!(!nothing_answers(&Judgement::default()));
        let noted = |next| Judgement { notes: vec![Note::default()], ..judged(Answered::No, true, next) };
        assert!(nothing_answers(&noted("stop")), "what comes closest was noted");
        assert!(!nothing_answers(&noted("write")), "a writer may see more in it");
        let premise = Some(Premise::default());
        assert!(!nothing_answers(&Judgement { premise, ..judged(Answered::No, true, "stop") }));
    }

    #[test]
    fn the_gap_that_the_judge_named_is_what_is_missing() {
        let part = SubQuestion { id: "q1".into(), text: "Who built it?".into(), ..SubQuestion::default() };
        let plan = Some(Plan { sub_questions: vec![part], ..Plan::default() });
        let question = Question { language: "en".into(), ..Question::default() };
        let job = Job { question, plan, ..Job::default() };
        let draft = without_answer(&job, &judged(Answered::No, true, "stop"), Some("One was kept.".into()));
        assert!(draft.claims.is_empty() && draft.by == Maker::Model("m".into()));
        assert_eq!(
            draft.limitations,
            [
                "Not found in what was read: The release day",
                "Nothing that was read answers: Who built it?",
                "One was kept."
            ]
        );
    }
}
