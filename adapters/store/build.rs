//! Lists the migrations to embed in the binary. sqlx's macro for that would compile SQLite twice: once for
//! itself and once for us.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../migrations");
    println!("cargo:rerun-if-changed={}", root.display());
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("migrations.rs");
    let lists = [("SQLITE", "sqlite"), ("POSTGRES", "postgres")].map(|(name, folder)| {
        let folder = root.join(folder);
        println!("cargo:rerun-if-changed={}", folder.display());
        let files = fs::read_dir(&folder).expect("the folder of migrations");
        let files = files.map(|file| file.expect("a file").path());
        // Editors and file managers leave files of their own.
        let is_sql = |file: &PathBuf| file.extension().is_some_and(|ending| ending == "sql");
        let mut files: Vec<PathBuf> = files.filter(is_sql).collect();
        files.sort();
        let rows: String = files.iter().map(|file| row(file)).collect();
        format!("pub const {name}: &[(i64, &str, &str)] = &[{rows}];\n")
    });
    fs::write(out, lists.concat()).expect("the list is written");
}

/// `0001_journal.sql` is version 1, described as "journal".
fn row(file: &Path) -> String {
    let name = file.file_stem().and_then(|name| name.to_str()).expect("a name in UTF-8");
    let (version, what) = name.split_once('_').expect("a migration is called VERSION_WHAT.sql");
    let version: i64 = version.parse().expect("a migration begins with its number");
    format!("({version}, {:?}, include_str!({:?})),", what.replace('_', " "), file.display().to_string())
}
