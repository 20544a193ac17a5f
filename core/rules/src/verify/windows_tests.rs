use super::*;

fn shown<'t>(text: &'t str, quote: &str, claim: &str) -> &'t str {
    let start = text.find(quote).expect("the text has it");
    let range = start..start + quote.len();
    &text[around(text, &range, claim, (900, 1_200), &mut Reader::new("en"))]
}

#[test]
fn an_item_of_a_long_list_is_shown_with_whole_items_beside_it() {
    let item = |n: usize| {
        format!(
            "- `fill{n}` ( `text` ) → `text`; Fills the text with {n} stars and gives it back. `fill{n}('a')` → `a*`\n"
        )
    };
    let part = "- `cut_part` ( `text`, `mark`, `n` ) → `text`; Cuts the text at each mark and gives back the n-th part.";
    let items: String = (0..40).map(|n| if n == 20 { format!("{part}\n") } else { item(n) }).collect();
    let text = format!("# Functions\n\n{items}");
    let found = shown(&text, part, "The third part is `cut_part('a-b-c', '-', 3)`.");
    assert!(found.contains(part) && found.len() <= 900, "{found}");
    assert!(found.starts_with("- `") || found.starts_with("`fill"), "{found}");
    assert!(found.ends_with(['`', '.']) && found.contains("fill19") && found.contains("fill21"), "{found}");
}

#[test]
fn of_a_quote_that_is_too_long_the_sentences_of_the_claim_are_shown() {
    let lamps: String =
        (0..30).map(|n| format!("Lamp {n} hangs above a door of the old mill by the pond. ")).collect();
    let lever = "The red lever opens the lower gate.";
    let text = format!("{lamps}{lever}");
    assert_eq!(shown(&text, &text, "The red lever opens the gate."), lever);
}

#[test]
fn code_is_looked_for_as_it_is_written() {
    let mut reader = Reader::new("en");
    let wanted = Wanted::of("Use `open(\"hall\", &key)`, or `go`, and a stray ` mark.", &mut reader);
    let weight = |text: &str, reader: &mut Reader<'_>| {
        let held = wanted.held(text, reader);
        wanted.counted(&held).1
    };
    assert_eq!(weight("rc = open(\"hall\",\n  &key);", &mut reader), 1);
    assert_eq!(weight("rc = open(\"hall\", &lock); go", &mut reader), 0);
}

#[test]
fn a_number_or_an_option_at_the_start_of_a_line_begins_no_item() {
    for text in ["It waits for\n3.5 seconds before it rings.", "It is called with\n-d before it rings."] {
        assert_eq!(units(text, 0..text.len()), sentences(text, 0..text.len()), "{text}");
    }
    let list = "All of them:\n1. one\n2. two\n- three";
    assert_eq!(units(list, 0..list.len()).len(), 4);
}
