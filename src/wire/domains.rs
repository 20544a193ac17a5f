//! The domains that questions can belong to: built-in ones and the operator's files.

use super::search::NAMES;
use crate::settings::Settings;
use anyhow::{Context, Result, bail};
use gorkd_core::model::DomainRules;
use std::collections::BTreeMap;
use std::path::Path;

const BUILT_IN: &[(&str, &str)] = &[
    ("academic", include_str!("../../config/domains/academic.toml")),
    ("competitive_intelligence", include_str!("../../config/domains/competitive_intelligence.toml")),
    ("financial", include_str!("../../config/domains/financial.toml")),
    ("general", include_str!("../../config/domains/general.toml")),
    ("legal", include_str!("../../config/domains/legal.toml")),
    ("medical", include_str!("../../config/domains/medical.toml")),
    ("news", include_str!("../../config/domains/news.toml")),
    ("software", include_str!("../../config/domains/software.toml")),
];

/// All domains by name. An operator's file replaces a built-in domain of the same name.
pub fn domains(settings: &Settings) -> Result<Vec<DomainRules>> {
    let mut domains = BTreeMap::new();
    for (name, text) in BUILT_IN {
        domains.insert((*name).to_owned(), rules(name, text)?);
    }
    if let Some(folder) = &settings.ask.domains {
        for (name, text) in files(folder)? {
            let file = folder.join(format!("{name}.toml"));
            let rules = rules(&name, &text).with_context(|| format!("{} can't be used", file.display()))?;
            domains.insert(name, rules);
        }
    }
    Ok(domains.into_values().collect())
}

fn rules(name: &str, text: &str) -> Result<DomainRules> {
    let rules: DomainRules = toml::from_str(text)?;
    if let Some(unknown) =
        rules.primary.iter().chain(&rules.secondary).find(|provider| !NAMES.contains(&provider.as_str()))
    {
        bail!("there is no provider {unknown}; the providers are: {}", NAMES.join(", "));
    }
    if !(0.0..=1.0).contains(&rules.verification_threshold) {
        bail!("verification_threshold is {}; allowed: a number from 0 to 1", rules.verification_threshold);
    }
    Ok(DomainRules { name: name.to_owned(), ..rules })
}

fn files(folder: &Path) -> Result<Vec<(String, String)>> {
    let failed = || format!("ask.domains names {}, which can't be read", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(failed)? {
        let path = entry.with_context(failed)?.path();
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if path.extension().is_some_and(|end| end == "toml") && !name.is_empty() {
            files.push((name, std::fs::read_to_string(&path).with_context(failed)?));
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_fields_are_well_formed() {
        for (name, text) in BUILT_IN {
            let rules = rules(name, text).expect(name);
            assert!(!rules.primary.is_empty(), "{name} asks somebody");
            assert!(rules.primary.iter().all(|provider| !rules.secondary.contains(provider)), "{name}");
            assert_eq!(rules.telling.is_empty() && rules.keywords.is_empty(), *name == "general", "{name}");
        }
    }

    #[test]
    fn a_question_of_no_other_field_may_be_put_to_every_provider() {
        let (name, text) = BUILT_IN.iter().find(|(name, _)| *name == "general").expect("it is built in");
        let general = rules(name, text).expect("well-formed");
        for provider in NAMES {
            let mut listed = general.primary.iter().chain(&general.secondary);
            let why = "a provider that no domain lists is never asked";
            assert!(listed.any(|one| one == provider), "config/domains/general.toml lacks {provider}: {why}");
        }
    }

    #[test]
    fn a_wrong_file_is_told_with_what_is_wrong() {
        for (text, words) in [
            ("primary = [\"altavista\"]", "there is no provider altavista"),
            ("verification_threshold = 3.0", "from 0 to 1"),
            ("primry = []", "unknown field"),
        ] {
            let error = rules("mine", text).expect_err(text).to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
