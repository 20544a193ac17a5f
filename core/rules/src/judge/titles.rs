//! What a title or a heading is about.

use crate::text::tables::Tables;
use crate::text::words::words_of;

/// A heading without the words that only announce its subject: "SELinux" of "Chapter 3. Introduction to SELinux".
pub(super) fn subject_of(heading: &str, language: &str) -> String {
    let announcing = &Tables::all().announcing;
    let words = words_of(heading, language).into_iter().map(|word| word.text);
    words.filter(|word| !announcing.has(&word.to_lowercase())).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::words::keys;

    #[test]
    fn a_title_is_about_what_it_announces() {
        for (heading, language) in [
            ("Chapter 3. Introduction to SELinux", "en"),
            ("14.5. Einführung in SELinux", "de"),
            ("14.5. Introducción a SELinux", "es"),
            ("Глава 14. Введение в SELinux", "ru"),
            ("SELinux 介绍", "zh"),
            ("مقدمة إلى SELinux", "ar"),
        ] {
            let about = keys(&subject_of(heading, language), language);
            let about: Vec<&String> = about.iter().filter(|key| key.contains(char::is_alphabetic)).collect();
            assert_eq!(about, ["selinux"], "{heading}");
        }
        assert_eq!(subject_of("Introduction", "en"), "");
    }
}
