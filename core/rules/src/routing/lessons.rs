//! What a finished run teaches: which providers found cited sources, and which sites could be read.

use gorkd_core::job::{Job, search_stem};
use gorkd_core::model::{Failure, FailureReason, Field, Lesson, LessonAbout, Millis, SourceId};
use gorkd_core::text::{canonical_url, site_of};
use std::collections::{BTreeMap, BTreeSet};

/// Lessons of a job, for the field of its question. Nothing is learned about the asker's own documents.
pub fn lessons(job: &Job, at: Millis) -> Vec<Lesson> {
    let answer = job.answer.as_ref();
    let cited: BTreeSet<&SourceId> =
        answer.iter().flat_map(|answer| &answer.citations).map(|citation| &citation.source_id).collect();
    let mut taught: BTreeMap<(LessonAbout, String), Lesson> = BTreeMap::new();
    let mut teach = |about: LessonAbout, name: &str, tried: u64, helped: u64, failed: bool| {
        let lesson = taught.entry((about, name.to_owned())).or_default();
        (lesson.about, lesson.name) = (about, name.to_owned());
        lesson.tried += tried;
        lesson.helped += helped;
        lesson.failed += u64::from(failed);
        lesson.failed_at = if failed { Some(at) } else { lesson.failed_at };
    };
    let mut pages: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (number, round) in job.rounds.iter().enumerate() {
        for query in &round.queries {
            for provider in &job.providers {
                let stem = search_stem(number, query, provider);
                let found = round.found.get(&stem);
                // What a budget did not allow, or what found no room or turn here in time, was not tried.
                let tried = |failure: &Failure| match failure.reason {
                    FailureReason::BudgetExhausted => false,
                    FailureReason::RateLimited => failure.again_after_ms.is_some(),
                    _ => true,
                };
                let failed = found.is_none() && job.ledger.failures(&stem).iter().any(tried);
                if found.is_some() || failed {
                    teach(LessonAbout::Provider, provider, 1, 0, failed);
                }
                for hit in found.iter().flat_map(|found| found.hits.iter()) {
                    pages.entry(canonical_url(&hit.url)).or_default().insert(provider);
                }
            }
        }
        for read in round.reads.values() {
            let site = site_of(&read.chosen.url);
            if read.chosen.hash.is_some() || !read.chosen.url.starts_with("http") {
                continue;
            }
            let source = read.document.as_ref().map(|document| document.source_id());
            let helped = source.is_some_and(|source| cited.contains(&source));
            teach(LessonAbout::Site, &site, 1, u64::from(helped), read.failure.is_some());
            if helped {
                for provider in pages.get(&canonical_url(&read.chosen.url)).into_iter().flatten() {
                    teach(LessonAbout::Provider, provider, 0, 1, false);
                }
            }
        }
    }
    taught.into_values().collect()
}

/// What is known of a site before its pages are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SiteRecord {
    /// Pages of it that failed in this job.
    pub failed_now: u32,
    /// It failed in the last days, and more often than not.
    pub failed_lately: bool,
    /// Share of its pages that an answer cited, 0 to 1; none as long as too few were tried.
    pub helped: Option<f64>,
}

/// For this long a site that failed is believed to fail again.
const LATELY_MS: u64 = 7 * 24 * 60 * 60 * 1000;
/// Pages after which experience with a site counts.
const EXPERIENCED: u64 = 4;

/// What is known of each site: from earlier runs, and from what this job has tried.
pub fn site_records(job: &Job) -> BTreeMap<String, SiteRecord> {
    let mut records = known(&job.field, job.asked_at);
    for (read, _) in job.unread() {
        records.entry(site_of(&read.chosen.url)).or_default().failed_now += 1;
    }
    records
}

fn known(field: &Field, now: Millis) -> BTreeMap<String, SiteRecord> {
    let sites = field.lessons.iter().filter(|lesson| lesson.about == LessonAbout::Site);
    let record = |lesson: &Lesson| SiteRecord {
        failed_now: 0,
        failed_lately: lesson.failed * 2 > lesson.tried
            && lesson.failed_at.is_some_and(|at| now.since(at) < LATELY_MS),
        helped: (lesson.tried >= EXPERIENCED).then(|| lesson.helped as f64 / lesson.tried as f64),
    };
    sites.map(|lesson| (lesson.name.clone(), record(lesson))).collect()
}
