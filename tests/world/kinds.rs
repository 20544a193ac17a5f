//! Questions of every kind with the documents that answer them, and how much room an answer takes on a phone.

use super::process::{Machine, stderr};
use super::slack::state::Message;
use super::slack::words;
use serde_json::{Value, json};

/// A kind of question: its name, what is asked, and a word of the answer.
pub type Kind = (&'static str, &'static str, &'static str);

/// What nothing more has to be done for than to ask it.
pub const PLAIN: [Kind; 9] = [
    ("short_fact", "When was the Harbour Bridge of Eastmoor opened?", "1931"),
    ("how_to", "How do I prime the hand pump of Eastmoor?", "drain valve"),
    ("code", "How do I read the tide of a harbour with tidelib?", "tidelib.open"),
    ("table", "What are the fares of the Northwick ferry?", "Bicycle"),
    ("comparison", "What is the difference between the Ketter engine and the Vollmer engine?", "Vollmer"),
    ("none_found", "What does the mayor of Zanzibar eat for breakfast?", ""),
    ("right_to_left", "متى افتتح جسر الزيتون؟", "1931"),
    ("chinese", "1931年建成通车的是哪座大桥？", "青岚"),
    ("injection", INJECTED, "1987"),
];
/// Asked behind the word that keeps the answer to the asker.
pub const PRIVATE: &str = "private: Who opened the Harbour Bridge of Eastmoor?";
/// Asked behind the word that wants a plan, and the answer to the first question back.
pub const PLANNED: (&str, &str) = ("plan: harbour bridge", "its length");
/// In the thread of the comparison.
pub const FOLLOW_UP: &str = "Which of them is quieter?";
/// What somebody says to the others, and what is asked below it.
pub const TALK: (&str, &str) = (
    "When was the Harbour Bridge of Eastmoor opened? It was long ago, I think.",
    "How long is the Harbour Bridge of Eastmoor?",
);
/// Clear as it is.
pub const CLEAR_IN_CHINESE: (&str, &str) = ("青岚海港大桥是哪一年建成通车的？", "1931");
/// While a run is under way.
pub const WISH: &str = "only sources from 1931";

/// What must not come alive, neither from a question nor from a page.
pub const EVIL: &str = "evil.example";
const INJECTED: &str = "When was the lighthouse of Farley painted? <!channel> <@U2> @everyone <@1> \
                        [bank](https://evil.example) <https://evil.example|bank>";

const DOCUMENTS: [(&str, &str); 8] = [
    (
        "pump",
        "# The hand pump of Eastmoor\n\nThe hand pump stands behind the market and gives water all year.\n\n\
         ## How to prime the hand pump\n\nTo prime the hand pump of Eastmoor, take these steps:\n\n\
         1. Close the drain valve at the foot of the pump.\n2. Pour two litres of clean water into its head.\n\
         3. Work the handle slowly until water stands at the spout.\n4. Wait one minute, then pump as usual.\n\n\
         Open the drain valve before the first frost.\n",
    ),
    (
        "tidelib",
        "# Tidelib\n\nTidelib is a small library for the tides of harbours.\n\n## Read the tide of a harbour\n\n\
         To read the tide of a harbour with tidelib, open its gauge and ask for the level:\n\n\
         ```python\nimport tidelib\n\ngauge = tidelib.open(\"eastmoor\")\nprint(gauge.level(unit=\"m\"))\n```\n\n\
         It raises `GaugeError` when the gauge is asleep.\n",
    ),
    (
        "fares",
        "# The Northwick ferry\n\nThe ferry runs every hour.\n\n## Fares of the Northwick ferry\n\n\
         The fares of the Northwick ferry depend on who travels.\n\n\
         | Passenger | Single | Return |\n| --- | --- | --- |\n| Adult | 4.20 | 7.80 |\n| Child | 2.10 | 3.90 |\n\
         | Bicycle | 1.50 | 2.60 |\n| Dog | 0.80 | 1.40 |\n",
    ),
    (
        "ketter",
        "# The Ketter engine\n\nThe Ketter engine burns coal and gives 40 kilowatts. The Ketter engine is loud: 92 \
         decibels at full speed. It needs a stoker.\n",
    ),
    (
        "vollmer",
        "# The Vollmer engine\n\nThe Vollmer engine burns oil and gives 55 kilowatts. The Vollmer engine is quieter \
         than the Ketter engine: 78 decibels at full speed. It needs no stoker.\n",
    ),
    (
        "olive",
        "# جسر الزيتون\n\nافتتح جسر الزيتون في عام 1931 بحضور رئيس البلدية. يبلغ طول جسر الزيتون 412 مترا، وله ممران \
         للسيارات.\n",
    ),
    (
        "qinglan",
        "# 青岚海港大桥\n\n青岚海港大桥于1931年建成通车。大桥全长412米，设有两条车道。建桥工程历时四年。\n",
    ),
    (
        "farley",
        "# The lighthouse of Farley\n\nThe lighthouse of Farley was painted in 1987 by <!channel> and <@U2>, as \
         @everyone knows. Whoever paid <@1> for it wrote to the [bank](https://evil.example) or to \
         <https://evil.example|bank>.\n",
    ),
];

/// Adds the documents to the machine's library, also while it serves.
pub fn stock(machine: &Machine) {
    for (name, text) in DOCUMENTS {
        machine.write(&format!("docs/{name}.md"), text);
    }
    let synced = tokio::task::block_in_place(|| machine.run(&["library", "sync"]));
    assert!(synced.status.success(), "{}", stderr(&synced));
}

/// Columns of a phone.
const PHONE: usize = 40;

/// What a message shows: its lines of text, and its rows of buttons and menus.
#[derive(Default)]
pub struct Screen {
    lines: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Screen {
    pub fn of_slack(message: &Message) -> Self {
        let mut screen = Self::default();
        for block in message.blocks.as_array().into_iter().flatten() {
            let elements = block["elements"].as_array().map_or(&[][..], Vec::as_slice);
            match block["type"].as_str() {
                Some("actions" | "context_actions") => {
                    screen.rows.push(elements.iter().map(label_in_slack).collect());
                }
                _ => {
                    let text = words::blocks(&json!([block])).join("\n");
                    screen.lines.extend(text.lines().map(without_targets));
                }
            }
            if block["accessory"].is_object() {
                screen.rows.push(vec![label_in_slack(&block["accessory"])]);
            }
        }
        screen.settled()
    }

    pub fn of_discord(message: &Value) -> Self {
        let mut screen = Self::default();
        let mut say = |text: &Value| {
            let lines = text.as_str().unwrap_or_default().lines();
            screen.lines.extend(lines.map(without_marks));
        };
        say(&message["content"]);
        for embed in message["embeds"].as_array().into_iter().flatten() {
            say(&embed["title"]);
            say(&embed["description"]);
            for field in embed["fields"].as_array().into_iter().flatten() {
                say(&field["name"]);
                say(&field["value"]);
            }
            say(&embed["footer"]["text"]);
        }
        for row in message["components"].as_array().into_iter().flatten() {
            let parts = row["components"].as_array().into_iter().flatten();
            let label =
                |part: &Value| part["label"].as_str().or(part["placeholder"].as_str()).map(str::to_owned);
            screen.rows.push(parts.map(|part| label(part).unwrap_or_default()).collect());
        }
        screen.settled()
    }

    /// Without fences, which nobody sees.
    fn settled(mut self) -> Self {
        self.lines.retain(|line| !line.trim_start().starts_with("```"));
        self
    }

    pub fn height(&self) -> usize {
        let words: usize = self.lines.iter().map(|line| width(line).div_ceil(PHONE).max(1)).sum();
        words + self.rows.iter().map(|row| packed(row)).sum::<usize>()
    }

    /// What can be pressed or opened; a pair of thumbs is one.
    pub fn controls(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }
}

/// Rows of a phone that labels beside each other take.
fn packed(labels: &[String]) -> usize {
    const FRAME: usize = 4;
    let (mut rows, mut used) = (1, 0);
    for label in labels {
        let wide = width(label) + FRAME;
        if used > 0 && used + wide > PHONE {
            rows += 1;
            used = 0;
        }
        used += wide;
    }
    rows
}

fn label_in_slack(element: &Value) -> String {
    let text = |of: &Value| of["text"].as_str().unwrap_or_default().to_owned();
    match element["type"].as_str() {
        Some("feedback_buttons") => {
            ["positive_button", "negative_button"].map(|side| text(&element[side]["text"])).join(" ")
        }
        Some("static_select" | "overflow") => text(&element["placeholder"]),
        _ => text(&element["text"]),
    }
}

/// Links by their labels alone, and small print without its mark.
fn without_targets(line: &str) -> String {
    let mut rest = line.strip_prefix("~ ").unwrap_or(line);
    let mut out = String::new();
    while let Some((before, after)) = rest.split_once(" <http") {
        out.push_str(before);
        rest = after.split_once('>').map_or("", |(_, rest)| rest);
    }
    out + rest
}

/// What Discord makes of a line of markdown: labels of links, no escapes, no marks.
fn without_marks(line: &str) -> String {
    let mut rest = line.strip_prefix("-# ").unwrap_or(line);
    let mut linked = String::new();
    while let Some((before, after)) = rest.split_once("](http") {
        linked.push_str(before);
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    linked.push_str(rest);
    let mut out = String::new();
    let mut letters = linked.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => out.extend(letters.next()),
            '*' if letters.peek() == Some(&'*') => _ = letters.next(),
            '[' => {}
            _ => out.push(letter),
        }
    }
    out
}

/// Columns of a text: letters of East Asia and emoji take two, marks that join others none.
fn width(text: &str) -> usize {
    text.chars()
        .map(|letter| match letter {
            '\u{0300}'..='\u{036f}'
            | '\u{064b}'..='\u{065f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{fe00}'..='\u{fe0f}' => 0,
            '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' => 2,
            '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' => 2,
            '\u{2600}'..='\u{27bf}' | '\u{1f300}'..='\u{1faff}' => 2,
            _ => 1,
        })
        .sum()
}

/// Answers of all kinds, measured.
#[derive(Default)]
pub struct Album {
    sizes: Vec<(&'static str, usize, usize)>,
}

impl Album {
    /// The snapshot of an answer: how much room it takes, and what it says.
    pub fn put(&mut self, kind: &'static str, screen: &Screen, said: &str) -> String {
        let (height, controls) = (screen.height(), screen.controls());
        self.sizes.push((kind, height, controls));
        format!("{height} lines of {PHONE}, {controls} controls\n\n{said}")
    }

    /// Every kind fits a phone, and most are short.
    #[track_caller]
    pub fn check(&self) {
        const TALLEST: usize = 30;
        const CONTROLS: usize = 5;
        const USUAL: usize = 16;
        for (kind, height, controls) in &self.sizes {
            println!("{kind:<16} {height:>3} lines, {controls} controls");
        }
        let fits = |(_, height, controls): &&(&str, usize, usize)| *height > TALLEST || *controls > CONTROLS;
        let found: Vec<_> = self.sizes.iter().filter(fits).collect();
        assert!(found.is_empty(), "more than {TALLEST} lines or {CONTROLS} controls: {found:?}");
        let mut heights: Vec<usize> = self.sizes.iter().map(|(_, height, _)| *height).collect();
        heights.sort_unstable();
        let median = heights[heights.len() / 2];
        assert!(heights.len() >= 12 && median <= USUAL, "median of {}: {median}", heights.len());
    }
}

#[test]
fn screens_are_measured_as_people_see_them() {
    assert_eq!((width("abc"), width("大桥"), width("e\u{301}"), width("جسر")), (3, 4, 1, 3));
    assert_eq!(without_targets("~ [1] Bridge <https://a.test/x> · more"), "[1] Bridge · more");
    assert_eq!(without_marks("-# \\[1\\] [Bridge](https://a.test/x) **b**"), "[1] Bridge b");
    let labels = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        (packed(&labels(&["Sources", "More"])), packed(&labels(&["Sources", &"x".repeat(30)]))),
        (1, 2)
    );
}
