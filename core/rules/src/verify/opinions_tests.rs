use super::*;

const FINISHED: &str = "The Grelling Tower was finished in 1881 by Ada Marsh.";
const HEIGHT: &str = "It is 62 metres high and holds five bells.";

/// What becomes of a claim when a model says something of it, in an answer and with a writer that may mend.
fn heard(text: &str, quote: &str, said: Support) -> (Support, bool) {
    let mut desk = tower();
    desk.opinions = vec![Opinion { claim: 0, found: Support::Unsupported, said: Some(said) }];
    let draft = || vec![claim(text, Part::Summary, vec![desk.quote(0, quote)])];
    let repair = matches!(desk.verify(draft(), true), Verdict::Repair(_));
    (desk.answer(draft()).claims[0].support, repair)
}

#[test]
fn a_model_lowers_and_confirms_what_rests_on_words_alone() {
    let reworded = "In 1881 Ada Marsh finished the Grelling Tower.";
    assert_eq!(heard(reworded, FINISHED, Support::Supported), (Support::Supported, false));
    assert_eq!(heard(reworded, FINISHED, Support::Partly), (Support::Partly, true));
    assert_eq!(heard(reworded, FINISHED, Support::Unsupported), (Support::Unsupported, true));
    assert_eq!(heard(reworded, FINISHED, Support::Contradicted), (Support::Contradicted, true));
}

#[test]
fn a_model_is_not_heard_on_what_rules_can_tell() {
    for said in [Support::Supported, Support::Partly, Support::Unsupported, Support::Contradicted] {
        assert_eq!(heard(FINISHED, FINISHED, said), (Support::Supported, false), "it stands there: {said:?}");
        let other = "Ada Marsh finished the Grelling Tower in 1882.";
        assert_eq!(heard(other, FINISHED, said), (Support::Contradicted, true), "another number: {said:?}");
    }
}

#[test]
fn what_is_not_named_there_stays_partly_supported_at_most() {
    let named = "The Grelling Tower was finished in 1881 by Ada Marsh and Otto Klee of Vienna.";
    assert_eq!(heard(named, FINISHED, Support::Supported), (Support::Partly, true));
    assert_eq!(heard(named, FINISHED, Support::Unsupported), (Support::Unsupported, true));
}

#[test]
fn only_claims_in_doubt_are_shown() {
    let desk = tower();
    let claims = vec![
        claim(FINISHED, Part::Summary, vec![desk.quote(0, FINISHED)]),
        claim("In 1881 Ada Marsh finished the Grelling Tower.", Part::Detail, vec![desk.quote(0, FINISHED)]),
        claim("The tower is 90 metres high.", Part::Detail, vec![desk.quote(0, HEIGHT)]),
        claim("Nobody said this.", Part::Detail, Vec::new()),
    ];
    let found = desk.with_input(claims, false, doubtful);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].claim, found[0].found), (1, Support::Supported));
    assert!(TOWER[found[0].places[0].1.clone()].contains("1881"));
}

#[test]
fn nearly_the_same_words_need_no_opinion() {
    let near = "It is 62 metres high and it holds five bells.";
    for said in [Support::Supported, Support::Partly, Support::Unsupported, Support::Contradicted] {
        assert_eq!(heard(near, HEIGHT, said), (Support::Supported, false), "{said:?}");
        for other in [
            "It is 62 feet high and it holds five bells.",
            "It is not 62 metres high and it holds five bells.",
        ] {
            assert_ne!(heard(other, HEIGHT, Support::Partly).0, Support::Supported, "{other}");
        }
    }
    let desk = tower();
    let draft = vec![claim(near, Part::Summary, vec![desk.quote(0, HEIGHT)])];
    assert_eq!(desk.with_input(draft, false, doubtful), []);
}

#[test]
fn every_passage_that_a_claim_cites_is_shown() {
    let desk = tower();
    let quotes = vec![desk.quote(0, FINISHED), desk.quote(0, "Entry costs €4.")];
    let draft = vec![claim("In 1881 Ada Marsh finished the Grelling Tower.", Part::Summary, quotes)];
    let found = desk.with_input(draft, false, doubtful);
    let shown: Vec<&str> = found[0].places.iter().map(|(_, range)| &TOWER[range.clone()]).collect();
    assert_eq!(shown, [FINISHED, "Entry costs €4."]);
}

#[test]
fn a_part_that_is_missing_is_named() {
    let mut desk = tower();
    desk.opinions = vec![Opinion { claim: 0, found: Support::Supported, said: Some(Support::Partly) }];
    let text = "In 1881 Ada Marsh proudly finished the Grelling Tower.";
    let draft = vec![claim(text, Part::Summary, vec![desk.quote(0, FINISHED)])];
    let Verdict::Repair(problems) = desk.verify(draft, true) else { panic!("it goes back to the writer") };
    assert!(problems[0].contains("only part of it") && problems[0].contains("“proudly”"), "{problems:?}");
    let whole = "In 1881 Ada Marsh finished the Grelling Tower.";
    let draft = vec![claim(whole, Part::Summary, vec![desk.quote(0, FINISHED)])];
    let Verdict::Repair(problems) = desk.verify(draft, true) else { panic!("it goes back to the writer") };
    assert_eq!(problems, [format!("“{whole}”: the source says only part of it.")], "all words are there");
    let since = "Since 1881 the Grelling Tower was finished by Ada Marsh.";
    let draft = vec![claim(since, Part::Summary, vec![desk.quote(0, FINISHED)])];
    let Verdict::Repair(problems) = desk.verify(draft, true) else { panic!("it goes back to the writer") };
    assert_eq!(
        problems,
        [format!("“{since}”: the source says only part of it.")],
        "an ordinary word is none"
    );
}

#[test]
fn a_model_may_say_that_nothing_is_denied() {
    let (open, closed) = ("The tower is open on Sundays.", "The tower is not open on Sundays.");
    let (yes, no) = (Support::Supported, Support::Contradicted);
    assert_eq!(heard(open, closed, no), (no, true));
    assert_eq!(heard(open, closed, Support::Partly), (Support::Partly, true));
    assert_eq!(heard(open, closed, yes), (yes, false), "words alone speak against it");
    let desk = tower();
    let draft = vec![claim(open, Part::Summary, vec![desk.quote(0, closed)])];
    let found = desk.with_input(draft, false, doubtful);
    assert_eq!(found.iter().map(|doubt| (doubt.claim, doubt.found)).collect::<Vec<_>>(), [(0, no)]);
    assert!(TOWER[found[0].places[0].1.clone()].contains("not open"));
}

#[test]
fn an_opinion_of_no_claim_changes_nothing() {
    let mut desk = tower();
    let draft = vec![claim(FINISHED, Part::Summary, vec![desk.quote(0, FINISHED)])];
    let before = desk.answer(draft.clone());
    desk.opinions = vec![Opinion { claim: 7, found: Support::Supported, said: Some(Support::Unsupported) }];
    assert_eq!(desk.answer(draft), before);
}
