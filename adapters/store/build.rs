//! Migrations are embedded by a macro, which the compiler does not know to run again for a new file.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}
