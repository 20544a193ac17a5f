//! Release builds embed the page, so they are rebuilt when it changes. Other builds read it from the folder at
//! run time and need no rebuild.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=ui/dist");
    }
}
