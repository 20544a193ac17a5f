//! Generates `docs/settings.md` from the commented defaults. A test keeps the two in sync.

use super::{DEFAULTS, PROFILES, schema};

/// The page with every setting, its default and its meaning.
pub fn reference() -> String {
    let keys = schema::keys();
    let mut page = String::from(
        "# Settings\n\n\
         Every setting with its default. A setting can come from five places; later ones override earlier ones:\n\n\
         1. the built-in defaults (this page);\n\
         2. for search provider keys, `keys.toml` in the data folder, where the page saves them (docs/operations.md);\n\
         3. a TOML file: `--config FILE`, or else `config.toml` in gorkd's configuration folder\n   \
            (`~/.config/gorkd` on Linux);\n\
         4. the environment: `admission.runs` is `GORKD__ADMISSION__RUNS`, and `GORKD__SLACK__BOT_TOKEN_FILE` names a file\n   \
            that contains the value of `slack.bot_token`;\n\
         5. the command line: `--set admission.runs=3`, as often as you like.\n\n\
         In the environment and on the command line, separate the items of a list with commas. An empty string means\n\
         that a setting is not set. `gorkd config show` prints the values in effect and where each one came from.\n\
         Keys and tokens are never printed.\n",
    );
    for text in [DEFAULTS, PROFILES] {
        let mut comment: Vec<&str> = Vec::new();
        let mut group = "";
        for line in text.lines() {
            if let Some(words) = line.strip_prefix("# ") {
                comment.push(words);
            } else if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                group = name;
                page.push_str(&format!("\n## {group}\n\n"));
                if !comment.is_empty() {
                    page.push_str(&format!("{}\n\n", comment.join(" ")));
                }
                page.push_str("| setting | default | allowed | meaning |\n| --- | --- | --- | --- |\n");
                comment.clear();
            } else if let Some((name, default)) = line.split_once(" = ") {
                let key = format!("{group}.{name}");
                let allowed = keys.get(&key).map(|kind| kind.allowed()).unwrap_or_default();
                let meaning = comment.join(" ");
                page.push_str(&format!("| `{key}` | `{default}` | {allowed} | {meaning} |\n"));
                comment.clear();
            } else {
                comment.clear();
            }
        }
    }
    page
}
