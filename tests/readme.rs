//! What the README shows is what `make run` prints.
//!
//! `make docs` writes it (this test with `GORKD_WRITE_DOCS=1`).

use crate::world::process::{Machine, stderr, stdout};
use std::path::Path;

const BEGIN: &str = "<!-- real output of `make run`: begin -->\n";
const END: &str = "<!-- real output of `make run`: end -->";

/// The value of a variable of the Makefile.
fn variable(makefile: &str, name: &str) -> String {
    let start = format!("{name} := ");
    let line = makefile.lines().find_map(|line| line.strip_prefix(&start));
    line.unwrap_or_else(|| panic!("the Makefile sets {name}")).to_owned()
}

/// The answer without what differs from run to run: where the repository lies, how long it took, the job's name.
fn steady(answer: &str, root: &Path) -> String {
    let answer = answer.replace(&root.display().to_string(), "/path/to/gorkd");
    let (answer, footer) = answer.trim_end().rsplit_once("\n\n").expect("a footer");
    let (_, footer) = footer.split_once(" s · ").expect("the seconds it took");
    let (footer, _) = footer.rsplit_once(" ·").expect("the job's name");
    format!("{answer}\n\n0.4 s · {footer}\n")
}

#[test]
fn the_readme_shows_what_make_run_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).expect("it is there");
    let (makefile, readme) = (read("Makefile"), read("README.md"));
    let documents = variable(&makefile, "DEMO_DOCUMENTS");
    let question = variable(&makefile, "DEMO_QUESTION");
    let machine = Machine::new();
    let mut add = machine.gorkd(&["library", "add"]);
    let added = add.args(documents.split(' ')).current_dir(root).output().expect("it starts");
    assert!(added.status.success(), "{}", stderr(&added));
    let asked = machine.run(&["ask", "--privacy", "local_only", &question]);
    assert!(asked.status.success(), "{}", stderr(&asked));
    let shown = format!("```\n> {question}\n\n{}```\n", steady(&stdout(&asked), root));
    let (before, rest) = readme.split_once(BEGIN).expect("a place for the output");
    let (there, after) = rest.split_once(END).expect("an end of it");
    if std::env::var_os("GORKD_WRITE_DOCS").is_some() {
        std::fs::write(root.join("README.md"), format!("{before}{BEGIN}{shown}{END}{after}"))
            .expect("written");
    } else {
        assert_eq!(there, shown, "`make run` prints something else: run `make docs`");
    }
}
