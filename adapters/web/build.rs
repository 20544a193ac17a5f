//! A release carries the page as it was built last: look again when it was built anew. Other builds read it from the
//! folder while they run, and need not be made again.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=ui/dist");
    }
}
