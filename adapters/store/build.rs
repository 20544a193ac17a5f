//! Lists the migrations for `src/sqlite/migrations.rs`. The macro that would do it compiles SQLite and the whole client a
//! second time, for the compiler's own use.

use std::fmt::Write;
use std::path::Path;

fn main() {
    let folder = Path::new("../../migrations/sqlite");
    println!("cargo::rerun-if-changed={}", folder.display());
    let folder = folder.canonicalize().expect("migrations/sqlite is part of the source");
    let entries = std::fs::read_dir(&folder).expect("a folder");
    let mut files: Vec<String> =
        entries.map(|entry| entry.expect("read").file_name().to_string_lossy().into_owned()).collect();
    files.sort();
    let mut list = String::from("[\n");
    for file in files {
        let name = file.strip_suffix(".sql").and_then(|name| name.split_once('_'));
        let (number, description) = name.expect("NUMBER_NAME.sql");
        let version: i64 = number.parse().expect("a number");
        let (description, path) = (description.replace('_', " "), folder.join(&file));
        writeln!(list, "({version}, {description:?}, include_str!({path:?})),").expect("written");
    }
    list.push(']');
    let out = std::env::var("OUT_DIR").expect("cargo names it");
    std::fs::write(Path::new(&out).join("migrations.rs"), list).expect("written");
}
