use super::*;
use crate::model::Claim;
use crate::view::SourceView;
use crate::view::claims::claims;

const PATH: [&str; 2] = ["Handbook", "Pumps"];

/// A job whose answer quotes blocks: the text of each, and which parts of it are in the summary and in the
/// detail.
fn quoting(blocks: &[(&str, &[&str], &[&str])]) -> JobView {
    let mut answer = AnswerView::default();
    let mut all: Vec<Claim> = Vec::new();
    let (mut summary, mut detail) = (Vec::new(), Vec::new());
    for (at, (text, said, more)) in blocks.iter().enumerate() {
        let of = |part: Part| move |text: &&str| (part, (*text).to_owned());
        let own = said.iter().map(of(Part::Summary)).chain(more.iter().map(of(Part::Detail)));
        let from = all.len();
        for (part, text) in own {
            let id = format!("c{}", all.len() + 1);
            all.push(Claim { id, text, part, support: crate::model::Support::Supported, ..Claim::default() });
        }
        answer.blocks.push(AnswerBlock {
            text: (*text).to_owned(),
            source_id: format!("src_{at}").into(),
            heading_path: PATH.map(str::to_owned).into(),
            claim_ids: all[from..].iter().map(|claim| claim.id.clone()).collect(),
            ..AnswerBlock::default()
        });
        if !said.is_empty() {
            summary.push(format!("{} [{}]", said.join(" "), at + 1));
        }
        if !more.is_empty() {
            detail.push(format!("**Handbook › Pumps** [{}]\n\n{text}", at + 1));
        }
    }
    (answer.summary, answer.detail) = (summary.join("\n\n"), detail.join("\n\n"));
    let recorded = crate::model::Answer {
        summary: answer.summary.clone(),
        detail: answer.detail.clone(),
        claims: all,
        ..crate::model::Answer::default()
    };
    let source = |at: usize| SourceView {
        id: format!("src_{at}").into(),
        number: u32::try_from(at + 1).ok(),
        ..SourceView::default()
    };
    JobView {
        claims: claims(&recorded),
        answer: Some(answer),
        sources: (0..blocks.len()).map(source).collect(),
        language: "en".into(),
        ..JobView::default()
    }
}

fn read(job: &JobView) -> Shown {
    reading(job, job.answer.as_ref().expect("an answer"))
}

#[test]
fn a_quotation_stands_under_its_headings_and_is_shown_once() {
    let text = "Close the drain valve. Then fill the head. It\nholds two litres.\n\nThe handle is new.";
    let job = quoting(&[(
        text,
        &["Then fill the head.", "It holds two litres."],
        &["Close the drain valve.", "The handle is new."],
    )]);
    let shown = read(&job);
    assert_eq!(shown.summary, "**Handbook › Pumps** [1]\n\nThen fill the head. It holds two litres.");
    assert_eq!(shown.detail, "**Handbook › Pumps** [1]\n\nClose the drain valve. …\n\nThe handle is new.");
}

#[test]
fn lists_tables_and_code_lose_what_was_said() {
    for (text, said, rest) in [
        ("Steps:\n\n- Close it.\n- Fill it.", "Close it.", "Steps:\n\n- Fill it."),
        ("- Close it. Wait.\n- Fill it.", "Close it.", "- … Wait.\n- Fill it."),
        (
            "| a | b |\n| --- | --- |\n| one | two |\n| three | four |",
            "| one | two |",
            "| a | b |\n| --- | --- |\n| three | four |",
        ),
        ("Then:\n\n```\nmake pump\n```\n\nIt runs.", "make pump", "Then:\n\nIt runs."),
        ("All of it is new. So is this.", "All of it is new.", "… So is this."),
        ("Use `pump`. `pump` fills it. It is new.", "pump fills it.", "Use `pump`. … It is new."),
    ] {
        assert_eq!(untold(text, [said].into_iter()), rest, "{text}");
    }
    let table = "| a | b |\n| --- | --- |\n| one | two |\n\nIt is old.";
    assert_eq!(untold(table, ["| one | two |"].into_iter()), "It is old.");
}

#[test]
fn each_lead_has_its_headings_and_parts_without_an_answer_are_named() {
    let mut job = quoting(&[
        ("The pump is green.", &["The pump is green."], &[]),
        ("It was built in 1931. It is high.", &["It was built in 1931."], &["It is high."]),
        ("Beside it is a well.", &[], &["Beside it is a well."]),
    ]);
    let parts =
        [("What color is it?", Answered::Yes), ("Who built it?", Answered::No), ("When?", Answered::Partly)];
    let part = |(question, answered): (&str, Answered)| crate::model::AnswerPart {
        question: question.to_owned(),
        answered,
        claim_ids: Vec::new(),
    };
    job.answer.as_mut().expect("an answer").parts = parts.map(part).into();
    let shown = read(&job);
    let leads =
        "**Handbook › Pumps** [1]\n\nThe pump is green.\n\n**Handbook › Pumps** [2]\n\nIt was built in 1931.";
    assert_eq!(
        shown.summary,
        format!("{leads}\n\nNothing that was read answers: Who built it?\n\nPerhaps not answered: When?")
    );
    assert_eq!(
        shown.detail,
        "**Handbook › Pumps** [2]\n\n… It is high.\n\n**Handbook › Pumps** [3]\n\nBeside it is a well."
    );
}

#[test]
fn what_a_model_wrote_and_a_report_are_shown_as_they_are() {
    let mut job = quoting(&[("It is green. It is new.", &["It is green."], &["It is new."])]);
    let answer = job.answer.as_mut().expect("an answer");
    answer.deliverable = Deliverable::Report;
    let detail = answer.detail.clone();
    assert_eq!(read(&job).detail, detail);
    let answer = job.answer.as_mut().expect("an answer");
    answer.blocks.clear();
    let summary = answer.summary.clone();
    assert_eq!(read(&job), Shown { summary, detail });
}
