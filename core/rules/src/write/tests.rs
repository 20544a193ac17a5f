//! Questions asked of small pages, and what is quoted.

use super::*;
use gorkd_core::text::blocks::{BlockKind, blocks};

const NOW: Millis = Millis(1_760_000_000_000);

struct Page {
    document: Document,
    text: &'static str,
}

fn page(url: &str, title: &str, text: &'static str) -> Page {
    let document = Document {
        hash: DocumentHash::of_text(text),
        url: url.into(),
        canonical_url: url.into(),
        title: title.into(),
        language: Some("en".into()),
        ..Document::default()
    };
    Page { document, text }
}

/// The draft of a question from pages, judged as in a run.
fn draft(question: &str, pages: &[Page]) -> Draft {
    draft_from(question, pages, |_| {})
}

/// The same, with other evidence than the judge found.
fn draft_from(question: &str, pages: &[Page], change: impl FnOnce(&mut [Evidence])) -> Draft {
    let question = crate::analyze::analyze(question, NOW);
    let budget = Budget { citations: 10, ..Budget::default() };
    let brief = Brief {
        question: &question,
        earlier: &[],
        constraints: &[],
        budget: &budget,
        domain: None,
        now: NOW,
    };
    let plan = crate::plan::plan(&brief);
    let materials: Vec<Material<'_>> =
        pages.iter().map(|page| Material::new(&page.document, page.text)).collect();
    let mut judged = crate::judge::judge(&crate::judge::JudgeInput {
        brief: brief.clone(),
        plan: &plan,
        materials: &materials,
        round: 0,
        asked: &[],
        rounds_left: 0,
        queries_left: 0,
        pages_left: 0,
        providers: &[],
        own: false,
        alone: true,
        similar: None,
        ranked: None,
        unknown: &[],
    });
    change(&mut judged.evidence);
    write(&WriteInput {
        brief: &brief,
        plan: &plan,
        evidence: &judged.evidence,
        parts: &judged.parts,
        materials: &materials,
        numbering: &[],
        deliverable: Deliverable::Brief,
        form_wished: false,
    })
}

fn teapots() -> Page {
    page(
        "https://tea.example/pots",
        "Teapots",
        "# Teapots\n\n## Kinds of teapots\n\nThere are three kinds of teapots:\n\n- clay teapots, which keep warm\n- glass teapots, which show the leaves\n- iron teapots, which last\n\n## Cleaning\n\nRinse the pot with hot water after each use. Never use soap.\n\n```\nrinse --hot pot\n```\n\n## Cups\n\nCups come in many sizes.\n",
    )
}

#[test]
fn each_thing_that_is_asked_about_has_its_part_of_the_summary() {
    let pages = [
        page(
            "https://tools.example/merge",
            "git-merge(1)",
            "# git-merge(1)\n\nJoins two or more development histories together into one.\n\n## Options\n\nSee git rebase for another way.\n",
        ),
        page(
            "https://tools.example/rebase",
            "git-rebase(1)",
            "# git-rebase(1)\n\nReapplies commits on top of another base tip, one by one.\n\n## Backends\n\nThe backends are apply and merge.\n",
        ),
    ];
    let draft = draft("What is the difference between git merge and git rebase?", &pages);
    let summary = draft.summary.expect("a summary");
    assert!(summary.text.starts_with("Joins two or more development histories"), "{summary:?}");
    let [other] = &summary.also[..] else { panic!("{summary:?}") };
    assert!(other.text.starts_with("Reapplies commits on top of another base tip"), "{summary:?}");
    let quoted = draft.claims.iter().filter(|claim| claim.part == Part::Summary).count();
    assert!((2..=4).contains(&quoted), "{:?}", draft.claims);
}

#[test]
fn headings_between_the_parts_of_a_quotation_stay() {
    let runbook = page(
        "https://wiki.example/restore",
        "Restoring a backup",
        "# Restoring a backup\n\nTo restore a backup, fetch it and start the server.\n\n## Test\n\nEvery quarter.\n\n\
         **Owner**\n  Lucie.\n",
    );
    let draft = draft("How do I restore a backup?", &[runbook]);
    let shown = "To restore a backup, fetch it and start the server.\n\n**Test**\n\nEvery quarter.";
    assert!(draft.blocks[0].text.starts_with(shown), "{}", draft.blocks[0].text);
    assert_eq!(draft.blocks[0].text.matches("**Owner**").count(), 1, "the definition already shows its term");
}

#[test]
fn a_list_is_quoted_whole_with_the_line_that_leads_into_it() {
    let draft = draft("Which kinds of teapots are there?", &[teapots()]);
    let first = &draft.blocks[0];
    assert_eq!(first.kind, BlockKind::List);
    assert!(
        first.text.starts_with("There are three kinds of teapots:\n\n- clay")
            && first.text.ends_with("which last")
    );
    assert_eq!(first.headings, ["Teapots", "Kinds of teapots"]);
    let summary = draft.summary.expect("a summary");
    assert!(summary.whole && summary.text == first.text, "a short block is its own summary");
}

#[test]
fn a_sentence_that_leads_into_code_brings_it_along() {
    let page = page(
        "https://tea.example/kettles",
        "Kettles",
        "# Kettles\n\n## Boiling\n\nMetal pots heat up quickly and glass ones show the bubbles. Hard water leaves a white crust, which lemon juice takes away within an hour. Use two spoons of it, and rinse the pot afterwards. Never scratch the crust away, or the coating below it comes off as well.\n\nThe program that runs while the kettle heats up brings along its services, one after the other, in the order of their numbers, and waits for each of them. If you don't want a service to start at boot, you need not remove its lid. To stop it from starting, run the command\n\n```\nkettle disable lid.service\n```\n\nCups come in many sizes, and most people prefer large ones in the morning. Small ones keep the tea from getting cold before it is drunk. Saucers are optional, but they protect wooden tables from rings. Wash both by hand, as most glazes suffer in machines.\n",
    );
    let draft = draft("How do I stop a service from starting at boot?", &[page]);
    let summary = draft.summary.expect("a summary");
    assert!(
        summary.text.contains("run the command\n\n```\nkettle disable lid.service\n```") && !summary.whole,
        "{summary:?}"
    );
}

#[test]
fn instructions_reach_the_command_of_the_next_block() {
    let page = page(
        "https://tea.example/stopping",
        "Kettles",
        "# Kettles\n\n## Boiling\n\nA service that starts at boot can be stopped for good, so that it is still off after the next boot.\n\nThis command does it.\n\n```\nkettle disable lid\n```\n\nMetal pots heat up quickly and glass ones show the bubbles. Hard water leaves a white crust, which lemon juice takes away within an hour. Use two spoons of it, and rinse the pot afterwards. Never scratch the crust away, or the coating below it comes off as well. Cups come in many sizes, and most people prefer large ones in the morning. Small ones keep the tea from getting cold before it is drunk. Saucers are optional, but they protect wooden tables from rings. Wash both by hand, as most glazes suffer in machines.\n",
    );
    let summary =
        draft("How do I stop a service from starting at boot?", &[page]).summary.expect("a summary");
    let text = "after the next boot.\n\nThis command does it.\n\n```\nkettle disable lid\n```";
    assert!(!summary.whole && summary.text.ends_with(text), "{summary:?}");
}

#[test]
fn the_summary_takes_a_sentence_through_its_code() {
    let page = page(
        "https://tea.example/services",
        "Kettles",
        "# Kettles\n\n## Boiling\n\nThe program that runs while the kettle heats up waits for each of its helpers, one after the other, in the order of their numbers, and tells nobody how long that takes, which may be an hour on an old kettle. Nothing is lost if it is switched off meanwhile, and all of it comes back when it is switched on the next time. A service starts at boot because it is named in a list like\n\n```\n10 lid heater whistle lamp timer scale filter spout handle\n20 lid heater whistle lamp timer scale filter spout handle\n30 lid heater whistle lamp timer scale filter spout handle\n40 lid heater whistle lamp timer scale filter spout handle\n50 lid heater whistle lamp timer scale filter spout handle\n```\n\nwhich the kettle reads from top to bottom.\n",
    );
    let summary = draft("Why does a service start at boot?", &[page]).summary.expect("a summary");
    assert!(!summary.whole && summary.text.starts_with("A service starts at boot"), "{summary:?}");
    assert!(
        summary.text.contains("named in a list like\n\n```\n10 lid heater")
            && summary.text.ends_with("```\n\nwhich the kettle reads from top to bottom."),
        "{summary:?}"
    );
}

#[test]
fn what_leads_to_long_code_is_shown_once() {
    let code = "pot.close(clay, lid) pot.wipe(handle)\n".repeat(80);
    let text: &'static str = Box::leak(
        format!("# Pots\n\n## Leaks\n\nTo seal a leaking teapot, run\n\n```\n{code}```\n").into_boxed_str(),
    );
    let pages = [page("https://tea.example/leaks", "Pots", text)];
    let draft = draft("How do I seal a leaking teapot?", &pages);
    let shown = &draft.blocks[0].text;
    assert!(shown.starts_with("To seal a leaking teapot, run\n\n```\npot.close"), "{shown}");
    assert!(shown.ends_with("```") && shown.matches("To seal").count() == 1, "{shown}");
}

const CARE: &str =
    "- cups are warmed with hot water before anything is poured, so that they keep their heat for long
- lids are lifted slowly by their knob, because the steam below them burns fingers that come too close
- handles are wrapped with rattan or cloth, which is wound tightly and renewed whenever it has become loose
- limescale is removed from a teapot with lemon juice, which is left in it overnight and rinsed out later
- spouts are brushed from inside with a thin brush, since leaves get stuck there and nobody sees them
- saucers are washed by hand, as most glazes suffer in machines and lose their color within a few years
- strainers are knocked out over the compost, where leaves rot quickly and feed the worms that live there
- tablecloths are soaked in cold water at once, for stains of tea that have dried hardly ever come out
";

/// The summary from a page with a list, and its claims.
fn of_list(question: &str, items: &str) -> (String, Vec<String>) {
    let text = format!("# Tea\n\n## Care\n\nWhoever owns a teapot should know this:\n\n{items}");
    let text: &'static str = Box::leak(text.into_boxed_str());
    let draft = draft(question, &[page("https://tea.example/care", "Tea", text)]);
    let told = draft.claims.into_iter().filter(|claim| claim.part == Part::Summary);
    (draft.summary.expect("a summary").text, told.map(|claim| claim.text).collect())
}

#[test]
fn items_from_within_a_list_stand_below_what_leads_to_it() {
    let (text, told) = of_list("What removes limescale from a teapot?", CARE);
    let start = "Whoever owns a teapot should know this: …\n\n- limescale is removed from a teapot";
    assert!(text.starts_with(start) && text.ends_with("within a few years …"), "{text}");
    assert_eq!((told.len(), told[0].as_str()), (4, "Whoever owns a teapot should know this:"));

    let (text, told) = of_list("Why are lids lifted slowly?", CARE);
    let start = "Whoever owns a teapot should know this:\n\n- cups are warmed with hot water";
    assert!(
        text.starts_with(start) && !told.is_empty(),
        "a list is read from its beginning if that is near: {text}"
    );
}

#[test]
fn items_of_a_list_that_began_in_another_block_have_what_leads_to_it() {
    let item = |at: usize| {
        format!(
            "- item number {at} is kept in a box of its own, which stands on a shelf in the hall and is dusted\n"
        )
    };
    let items: String = (1..10).map(item).collect();
    let (text, told) = of_list("What removes limescale from a teapot?", &(items + CARE));
    let start = "Whoever owns a teapot should know this: …\n\n- limescale is removed from a teapot";
    assert!(text.starts_with(start), "{text}");
    assert!(told[0].starts_with("limescale"), "{told:?}");
}

#[test]
fn each_statement_quotes_itself() {
    let pages = [teapots()];
    let draft = draft("How do I clean a teapot?", &pages);
    assert!(!draft.claims.is_empty());
    for claim in &draft.claims {
        let quote = &claim.quotes[0];
        let stored = gorkd_core::text::slice(pages[0].text, quote.span.expect("a place"));
        assert_eq!(stored, quote.text);
        assert_eq!(claim.text, stored.split_whitespace().collect::<Vec<_>>().join(" "));
        assert!(claim.block.is_some());
    }
    let whole: Vec<&str> = draft.blocks.iter().map(|block| block.text.as_str()).collect();
    assert!(whole[0].contains("```\nrinse --hot pot\n```"), "code stays code: {whole:?}");
}

#[test]
fn a_passage_of_an_older_cut_is_found_in_its_block() {
    let pages = [teapots()];
    let code = pages[0].text.find("```").expect("it is there");
    let older = span_of(pages[0].text, code..code + "```\nrinse --hot pot\n```".len());
    let draft = draft_from("How do I clean a teapot?", &pages, |evidence| evidence[0].passage.span = older);
    let first = &draft.blocks[0].text;
    assert!(first.starts_with("Rinse the pot") && first.ends_with("rinse --hot pot\n```"), "{first}");
}

#[test]
fn what_nothing_names_is_not_answered() {
    let draft = draft("How do I clean a Samovar 3000?", &[teapots()]);
    assert_eq!((draft.claims.len(), draft.blocks.len()), (0, 0));
}

#[test]
fn what_leans_on_the_line_before_it_is_never_first() {
    let page = page(
        "https://tea.example/steeping",
        "Steeping",
        "# Steeping\n\nGreen tea leaves hold much catechin.\n\nTherefore green tea turns bitter when the water is too hot.\n",
    );
    let draft = draft("When does green tea turn bitter?", &[page]);
    assert!(draft.blocks[0].text.starts_with("Green tea leaves hold"), "{:?}", draft.blocks[0].text);
}

#[test]
fn the_first_block_is_shown_with_its_section() {
    let long = "Nobody hears it in the garden, however loud it is at night. ".repeat(10);
    let text = format!(
        "# Kettles\n\n## Noise\n\nA kettle whistles because steam is pressed through two holes. {long}\n\nA worn cap makes no sound.\n"
    );
    let text: &'static str = Box::leak(text.into_boxed_str());
    let draft = draft("Why does a kettle whistle?", &[page("https://tea.example/noise", "Kettles", text)]);
    let first = &draft.blocks[0].text;
    assert!(first.starts_with("A kettle whistles") && first.ends_with("makes no sound."), "{first}");
}

#[test]
fn a_mere_reference_is_never_first() {
    let page = page(
        "https://tea.example/kinds",
        "Kinds",
        "# Kinds\n\n## Leaves\n\nSee “Green tea and black tea” for the difference between green tea and black tea.\n\n## Oxidation\n\nGreen tea is heated soon after the harvest, and black tea is left to oxidize first; that is the difference.\n",
    );
    let draft = draft("What is the difference between green tea and black tea?", &[page]);
    assert!(draft.blocks[0].text.starts_with("Green tea is heated"), "{:?}", draft.blocks[0].text);
}

#[test]
fn a_section_whose_heading_answers_is_quoted_from_its_beginning() {
    let page = page(
        "https://tea.example/kettle",
        "The kettle",
        "# The kettle\n\n## Descaling the kettle\n\n1. Fill it with vinegar and water.\n2. Let it boil, and wait an hour.\n\nThe kettle is then as good as new.\n\n## Storing\n\nKeep it dry.\n",
    );
    let draft = draft("How do I descale the kettle?", &[page]);
    assert!(draft.blocks[0].text.starts_with("1. Fill it"), "{:?}", draft.blocks[0].text);
    let summary = draft.summary.expect("a summary");
    assert!(summary.text.starts_with("1. Fill it"), "{:?}", summary.text);
}

#[test]
fn rows_are_shown_under_the_header_of_their_table() {
    let rows: String =
        (1..40).map(|at| format!("| size {at} | holds {at} cups of tea and a little more |\n")).collect();
    let text: &'static str = Box::leak(
        format!("# Pots\n\n| pot | what it holds |\n| --- | --- |\n{rows}| size huge | a samovar |\n")
            .into_boxed_str(),
    );
    let draft =
        draft("What does the pot of size huge hold?", &[page("https://tea.example/sizes", "Pots", text)]);
    let summary = draft.summary.expect("a summary");
    assert!(summary.text.starts_with("| pot | what it holds |\n| --- | --- |\n| size"), "{:?}", summary.text);
}

#[test]
fn a_sentence_below_code_is_no_code() {
    let page = page(
        "https://tea.example/brewing",
        "Brewing",
        "# Brewing\n\nRun this:\n\n```\nbrew --slow\n```\n\nSlow brewing keeps oolong sweet, because bitter parts dissolve late. It takes four minutes for each pot of tea, and longer for a large one, and it is worth the time for every kind of leaf that is rolled tightly, such as gunpowder, dragon pearls, or the darker kinds of oolong from the high mountains of Taiwan.\n",
    );
    let draft = draft("How does slow brewing keep oolong sweet?", &[page]);
    let summary = draft.summary.expect("a summary");
    assert!(summary.text.contains("keeps oolong sweet"), "{:?}", summary.text);
    assert!(!summary.text.contains("```\nSlow"), "{:?}", summary.text);
}

#[test]
fn code_keeps_the_indent_of_its_first_line() {
    let page = page(
        "https://tea.example/tree",
        "Tree",
        "# Tree\n\nThe tree of oolong:\n\n```\n        leaf (oolong)\n          |\n    twig--+\n```\n\nAll of it grows on the oolong tree in the high mountains of Taiwan, where it rains most of the year and the nights are cold, so that the leaves grow slowly and hold much of what makes the cup sweet, as growers have known since the first bushes were carried over the strait two hundred years ago by traders from Fujian.\n",
    );
    let draft = draft("What is the tree of oolong?", &[page]);
    let text = &draft.blocks[0].text;
    let summary = draft.summary.expect("a summary");
    assert!(
        text.contains("```\n        leaf") && summary.text.contains("```\n        leaf"),
        "{:?}",
        summary.text
    );
}

#[test]
fn a_legend_is_shown_with_its_commands() {
    let page = page(
        "https://tea.example/rescue",
        "Rescue",
        "# Rescue\n\nThe pot may leak. Then these help:\n\n```\npot --seal <1> --with clay --where spout --and handle\npot --empty <2> --into another --until dry --and wiped --or left\npot --fill <3> --with fresh water --not too hot\npot --pour <4> --for whoever comes late --and for those who wait in the hall or at the door of the house\n```\n\n1. seals a leaking teapot with clay, so that no oolong is lost on the table or the cloth below it\n2. empties a leaking teapot into another one, which may take a while with a large pot of oolong, since it has to be poured slowly and with a steady hand, so that no leaf is carried along and the second cup is as clear as the first one was\n",
    );
    let draft = draft("How is a leaking teapot sealed with clay?", &[page]);
    let summary = draft.summary.expect("a summary");
    assert!(summary.text.starts_with("```\npot --seal <1>"), "{:?}", summary.text);
    assert!(summary.text.contains("1. seals"), "{:?}", summary.text);
}

#[test]
fn a_block_that_goes_on_with_a_sentence_is_shown_with_its_beginning() {
    let text = "# Tags\n\nTo mark a version, give it\n\n- a name\n- a key\n\nwhich will sign the commit.\n\ngit itself is older.\n";
    let blocks = blocks(text, &[]);
    assert_eq!(blocks.len(), 3);
    assert_eq!(grown(text, &blocks, 1, 0..120, "en"), 0..2);
    assert_eq!(grown(text, &blocks, 2, 0..120, "en"), 2..3, "the name of a command is written small");
}

#[test]
fn a_block_grows_upward_first() {
    let long = "Kettles boil water. ".repeat(20);
    let text = format!("# Kettles\n\n{long}\n\nLids keep the steam.\n\n{long}\n");
    let blocks = blocks(&text, &[]);
    assert_eq!(grown(&text, &blocks, 1, 60..100, "en"), 0..2);
    assert_eq!(grown(&text, &blocks, 1, 60..150, "en"), 0..3);
}

const CUPS: &str = "Cups come in many sizes, and most people prefer large ones in the morning. Small ones keep the tea from getting cold before it is drunk. Saucers are optional, but they protect wooden tables from rings. Wash both by hand, as most glazes suffer in machines. Trays carry all of it into the garden, where guests sit below the trees until the evening. Napkins are folded by children. Spoons lie on the left, and sugar stands in the middle of the table, next to the milk. Cake is cut early, so that nobody has to wait for it, and whoever is late has what is left of it in the kitchen.";

fn summary_of(question: &str, text: String) -> String {
    let text: &'static str = Box::leak(text.into_boxed_str());
    draft(question, &[page("https://tea.example/boiling", "Kettles", text)]).summary.expect("a summary").text
}

#[test]
fn a_lead_begins_with_what_its_first_statement_leans_on() {
    let text = format!(
        "# Kettles\n\n## Boiling\n\nPull out the red plug of the lid.\n\nThis keeps the whistle silent while water boils over.\n\n{CUPS}\n"
    );
    let text = summary_of("What keeps the whistle silent while water boils over?", text);
    assert!(text.starts_with("Pull out the red plug of the lid.\n\nThis keeps the whistle"), "{text}");
}

#[test]
fn a_lead_goes_on_where_what_follows_announces_more() {
    let code = "set whistle to 0 now\n".repeat(11);
    let text = format!(
        "# Kettles\n\n## Boiling\n\nTo silence the whistle, don't write\n\n```\n{code}```\n\nbut:\n\n```\nwhistle = off\n```\n\n{CUPS}\n"
    );
    let text = summary_of("How do I silence the whistle?", text);
    assert!(text.contains("but:\n\n```\nwhistle = off\n```"), "{text}");
}

#[test]
fn a_list_that_begins_in_the_lead_ends_there() {
    let list = "- cold, which is for ice and for nothing that is drunk before it has been warmed again\n- warm, which is for green tea and for the hands of whoever comes in from the snow\n- hot, which is for black tea and for rinsing pots before and after they are used\n- roaring, which is for nobody but those who like to hear it from the garden\n";
    let text = format!("# Kettles\n\n## Boiling\n\nA kettle has these heat levels:\n\n{list}\n{CUPS}\n");
    let text = summary_of("Which heat levels does a kettle have?", text);
    assert!(text.contains("- cold") && text.ends_with("hear it from the garden"), "{text}");
}

#[test]
fn a_table_that_is_cut_says_so() {
    let rows: String = CUPS.split(". ").map(|said| format!("| level {} | {said} |\n", said.len())).collect();
    let text = format!(
        "# Kettles\n\n## Boiling\n\n| heat level | what it is for |\n| --- | --- |\n| level whisper | boils eggs |\n{rows}"
    );
    let text = summary_of("What does the heat level whisper boil?", text);
    assert!(text.contains("| level whisper |") && text.ends_with("|\n\n…"), "{text}");
}

#[test]
fn what_a_block_grew_by_neither_leans_nor_announces() {
    let long = "Kettles boil water. ".repeat(40);
    let text = format!(
        "# Kettles\n\n{long}\n\nThis takes time.\n\nLids keep the steam.\n\nCups are small.\n\nPots are made of:\n\n{long}\n"
    );
    let blocks = blocks(&text, &[]);
    assert_eq!(blocks.len(), 6);
    assert_eq!(grown(&text, &blocks, 2, 60..100, "en"), 2..4);
}

#[test]
fn another_date_above_what_is_quoted_is_told() {
    let postmortem = page(
        "file:///lib/outage.md",
        "Postmortem: outage of 12 March 2024",
        "# Postmortem: outage of 12 March 2024\n\nThe root cause of the outage was a rule that nobody had tested.\n",
    );
    let told = |question: &str| draft(question, std::slice::from_ref(&postmortem)).limitations.join(" ");
    let other = "The question is about May 2025; what was read is about 12 March 2024.";
    let said = told("What was the root cause of the outage in May 2025?");
    assert!(said.contains(other), "{said}");
    assert!(!told("What was the root cause of the outage in March 2024?").contains("The question is about"));
}
