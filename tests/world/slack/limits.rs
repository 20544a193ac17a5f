//! The limits of Block Kit, as far as they are published or reported: what is wrong with blocks, in sentences.

mod feedback;
pub use feedback::keeps_its_id;

use serde_json::Value;
use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    Message,
    Modal,
    Home,
}

/// What is wrong with the blocks of a message, a modal or a home.
pub fn faults(blocks: &Value, surface: Surface) -> Vec<String> {
    let mut check = Check { surface, ..Check::default() };
    match blocks.as_array() {
        Some(blocks) => check.all(blocks),
        None => check.fault("blocks are no list"),
    }
    check.faults
}

/// What is wrong with a view.
pub fn view_faults(view: &Value) -> Vec<String> {
    let mut check = Check::default();
    let surface = match view["type"].as_str() {
        Some("modal") => Surface::Modal,
        Some("home") => Surface::Home,
        other => return vec![format!("a view of type {other:?}")],
    };
    if surface == Surface::Modal {
        check.plain(&view["title"], 24, "title of a modal");
        for name in ["submit", "close"] {
            if !view[name].is_null() {
                check.plain(&view[name], 24, name);
            }
        }
    }
    for (name, most) in [("private_metadata", 3_000), ("callback_id", 255), ("external_id", 255)] {
        check.longest(&view[name], most, name);
    }
    let blocks = view["blocks"].as_array().cloned().unwrap_or_default();
    let has_input = blocks.iter().any(|block| block["type"] == "input");
    if surface == Surface::Modal && has_input && view["submit"].is_null() {
        check.fault("a modal with inputs has nothing to submit it by");
    }
    let mut faults = check.faults;
    faults.extend(self::faults(&view["blocks"], surface));
    faults
}

struct Check {
    surface: Surface,
    faults: Vec<String>,
    block_ids: BTreeSet<String>,
    action_ids: BTreeSet<String>,
    tables: usize,
}

impl Default for Check {
    fn default() -> Self {
        Self {
            surface: Surface::Message,
            faults: Vec::new(),
            block_ids: BTreeSet::new(),
            action_ids: BTreeSet::new(),
            tables: 0,
        }
    }
}

impl Check {
    fn fault(&mut self, what: impl Into<String>) {
        self.faults.push(what.into());
    }

    fn longest(&mut self, text: &Value, most: usize, what: &str) {
        if text.as_str().is_some_and(|text| text.chars().count() > most) {
            self.fault(format!("{what} has more than {most} characters"));
        }
    }

    /// A text that has to be there, within a length.
    fn text(&mut self, text: &Value, most: usize, what: &str) {
        match text.as_str() {
            Some("") => self.fault(format!("{what} is empty")),
            Some(_) => self.longest(text, most, what),
            None => self.fault(format!("{what} is no text: {text}")),
        }
    }

    fn known(&mut self, object: &Value, names: &[&str]) {
        for name in object.as_object().into_iter().flatten().map(|(name, _)| name) {
            if !names.contains(&name.as_str()) {
                self.fault(format!("{} has an unknown field {name}", object["type"]));
            }
        }
    }

    fn plain(&mut self, object: &Value, most: usize, what: &str) {
        if object["type"] != "plain_text" {
            self.fault(format!("{what} is no plain text"));
        }
        self.known(object, &["type", "text", "emoji"]);
        self.text(&object["text"], most, what);
    }

    fn any_text(&mut self, object: &Value, most: usize, what: &str) {
        match object["type"].as_str() {
            Some("plain_text") => self.plain(object, most, what),
            Some("mrkdwn") => {
                self.known(object, &["type", "text", "verbatim"]);
                self.text(&object["text"], most, what);
            }
            other => self.fault(format!("{what} is of type {other:?}")),
        }
    }

    fn all(&mut self, blocks: &[Value]) {
        let most = if self.surface == Surface::Message { 50 } else { 100 };
        if blocks.len() > most {
            self.fault(format!("{} blocks, {most} at most", blocks.len()));
        }
        for block in blocks {
            self.longest(&block["block_id"], 255, "block_id");
            if let Some(id) = block["block_id"].as_str()
                && !self.block_ids.insert(id.to_owned())
            {
                self.fault(format!("two blocks are called {id}"));
            }
            self.block(block);
        }
        if self.tables > 1 {
            self.fault(format!("{} tables, one at most", self.tables));
        }
    }

    fn block(&mut self, block: &Value) {
        match block["type"].as_str() {
            Some("header") => {
                self.known(block, &["type", "block_id", "text"]);
                self.plain(&block["text"], 150, "header");
            }
            Some("section") => self.section(block),
            Some("context") => {
                self.known(block, &["type", "block_id", "elements"]);
                for element in self.list(&block["elements"], 10, "elements of a context") {
                    self.any_text(&element, 2_000, "context");
                }
            }
            Some("divider") => self.known(block, &["type", "block_id"]),
            Some("actions") => {
                self.known(block, &["type", "block_id", "elements"]);
                for element in self.list(&block["elements"], 25, "elements of actions") {
                    self.element(&element);
                }
            }
            Some("context_actions") => self.context_actions(block),
            Some("input") => self.input(block),
            Some("rich_text") => {
                self.known(block, &["type", "block_id", "elements"]);
                for element in self.list(&block["elements"], 1_000, "elements of rich text") {
                    self.rich(&element);
                }
            }
            Some("table") => self.table(block),
            Some("markdown") if self.surface == Surface::Message => {
                self.known(block, &["type", "block_id", "text"]);
                self.text(&block["text"], 12_000, "markdown");
            }
            other => self.fault(format!("a block of type {other:?}")),
        }
    }

    fn list(&mut self, list: &Value, most: usize, what: &str) -> Vec<Value> {
        let Some(list) = list.as_array() else {
            self.fault(format!("no {what}"));
            return Vec::new();
        };
        if list.is_empty() || list.len() > most {
            self.fault(format!("{} {what}, 1 to {most} are allowed", list.len()));
        }
        list.clone()
    }

    fn section(&mut self, block: &Value) {
        self.known(block, &["type", "block_id", "text", "fields", "accessory", "expand"]);
        if block["text"].is_null() && block["fields"].is_null() {
            self.fault("a section without text and fields");
        }
        if !block["text"].is_null() {
            self.any_text(&block["text"], 3_000, "section");
        }
        if !block["fields"].is_null() {
            for field in self.list(&block["fields"], 10, "fields of a section") {
                self.any_text(&field, 2_000, "field");
            }
        }
        if !block["accessory"].is_null() {
            self.element(&block["accessory"]);
        }
    }

    fn input(&mut self, block: &Value) {
        self.known(block, &["type", "block_id", "label", "element", "hint", "optional", "dispatch_action"]);
        if self.surface == Surface::Home {
            self.fault("an input in a home");
        }
        self.plain(&block["label"], 2_000, "label");
        if !block["hint"].is_null() {
            self.plain(&block["hint"], 2_000, "hint");
        }
        self.element(&block["element"]);
    }

    fn action_id(&mut self, element: &Value) {
        self.longest(&element["action_id"], 255, "action_id");
        match element["action_id"].as_str() {
            Some("") => self.fault("an empty action_id"),
            Some(id) => {
                if !self.action_ids.insert(id.to_owned()) {
                    self.fault(format!("two elements are called {id}"));
                }
            }
            None => self.fault("an element without action_id"),
        }
    }

    fn element(&mut self, element: &Value) {
        self.action_id(element);
        match element["type"].as_str() {
            Some("button") => {
                self.known(
                    element,
                    &["type", "text", "action_id", "url", "value", "style", "confirm", "accessibility_label"],
                );
                self.plain(&element["text"], 75, "button");
                self.longest(&element["value"], 2_000, "value of a button");
                self.longest(&element["url"], 3_000, "address of a button");
                if !matches!(element["style"].as_str(), None | Some("primary" | "danger")) {
                    self.fault("a button of another style");
                }
            }
            Some("static_select") => {
                self.known(
                    element,
                    &[
                        "type",
                        "placeholder",
                        "action_id",
                        "options",
                        "initial_option",
                        "confirm",
                        "focus_on_load",
                    ],
                );
                if !element["placeholder"].is_null() {
                    self.plain(&element["placeholder"], 150, "placeholder");
                }
                let options = self.list(&element["options"], 100, "options");
                self.options(&options);
            }
            Some("overflow") => {
                self.known(element, &["type", "action_id", "options", "confirm"]);
                let options = self.list(&element["options"], 5, "options");
                self.options(&options);
            }
            Some("plain_text_input") => self.text_input(element),
            other => self.fault(format!("an element of type {other:?}")),
        }
    }

    fn options(&mut self, options: &[Value]) {
        for option in options {
            self.known(option, &["text", "value", "description", "url"]);
            self.any_text(&option["text"], 75, "option");
            self.text(&option["value"], 150, "value of an option");
        }
    }

    fn text_input(&mut self, element: &Value) {
        if self.surface == Surface::Message {
            self.fault("a text input in a message");
        }
        self.known(
            element,
            &[
                "type",
                "action_id",
                "initial_value",
                "multiline",
                "min_length",
                "max_length",
                "placeholder",
                "focus_on_load",
            ],
        );
        self.longest(&element["initial_value"], 3_000, "initial_value");
        if !element["placeholder"].is_null() {
            self.plain(&element["placeholder"], 150, "placeholder");
        }
        let most = element["max_length"].as_u64().unwrap_or(3_000);
        if !(1..=3_000).contains(&most) {
            self.fault(format!("an input of at most {most} characters"));
        }
    }

    fn rich(&mut self, element: &Value) {
        match element["type"].as_str() {
            Some("rich_text_section") => {
                self.known(element, &["type", "elements"]);
                self.leaves(element);
            }
            Some("rich_text_preformatted" | "rich_text_quote") => {
                self.known(element, &["type", "elements", "border", "language"]);
                self.leaves(element);
            }
            Some("rich_text_list") => {
                self.known(element, &["type", "elements", "style", "indent", "offset", "border"]);
                if !matches!(element["style"].as_str(), Some("bullet" | "ordered")) {
                    self.fault("a list of another style");
                }
                if element["indent"].as_u64().is_some_and(|indent| indent > 8) {
                    self.fault("a list that is indented too deep");
                }
                for item in self.list(&element["elements"], 1_000, "items") {
                    if item["type"] != "rich_text_section" {
                        self.fault("an item that is no section");
                    }
                    self.leaves(&item);
                }
            }
            other => self.fault(format!("rich text of type {other:?}")),
        }
    }

    fn leaves(&mut self, element: &Value) {
        for leaf in element["elements"].as_array().into_iter().flatten() {
            match leaf["type"].as_str() {
                Some("text") => {
                    self.known(leaf, &["type", "text", "style"]);
                    self.text(&leaf["text"], 12_000, "rich text");
                }
                Some("link") => {
                    self.known(leaf, &["type", "url", "text", "style", "unsafe"]);
                    self.text(&leaf["url"], 3_000, "address");
                    let url = leaf["url"].as_str().unwrap_or_default();
                    if url::Url::parse(url).is_err() {
                        self.fault(format!("a link to {url}"));
                    }
                    if !leaf["text"].is_null() {
                        self.text(&leaf["text"], 12_000, "text of a link");
                    }
                }
                Some("emoji") => self.text(&leaf["name"], 100, "emoji"),
                Some("user") => self.text(&leaf["user_id"], 40, "user"),
                other => self.fault(format!("a leaf of type {other:?}")),
            }
            let styles = leaf["style"].as_object().into_iter().flatten();
            for (style, _) in styles.filter(|(style, _)| {
                !["bold", "italic", "strike", "code", "underline"].contains(&style.as_str())
            }) {
                self.fault(format!("a leaf in {style}"));
            }
        }
    }

    fn table(&mut self, block: &Value) {
        self.tables += 1;
        self.known(block, &["type", "block_id", "rows", "column_settings"]);
        let rows = self.list(&block["rows"], 100, "rows");
        let mut letters = 0;
        for row in &rows {
            let cells = self.list(row, 20, "cells");
            if Some(cells.len()) != rows[0].as_array().map(Vec::len) {
                self.fault("rows of different lengths");
            }
            for cell in cells {
                match cell["type"].as_str() {
                    Some("raw_text") => {
                        self.text(&cell["text"], 10_000, "cell");
                        letters += cell["text"].as_str().map_or(0, |text| text.chars().count());
                    }
                    Some("rich_text") => {
                        self.block(&cell);
                        letters += cell.to_string().chars().count();
                    }
                    other => self.fault(format!("a cell of type {other:?}")),
                }
            }
        }
        if letters > 10_000 {
            self.fault("a table of more than 10,000 characters");
        }
    }
}
