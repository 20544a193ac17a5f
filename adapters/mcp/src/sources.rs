//! Sources of answers as resources: the stored text that an answer's quotes are slices of.

use gorkd_core::model::JobId;
use gorkd_core::view::SourceView;
use rmcp::model::{Resource, ResourceTemplate};

const BEGINNING: &str = "gorkd://jobs/";
const MIDDLE: &str = "/sources/";
/// Stored texts are plain.
const TYPE: &str = "text/plain";

pub fn address(job: &JobId, source: &str) -> String {
    format!("{BEGINNING}{job}{MIDDLE}{source}")
}

/// The job and the source that an address names.
pub fn named(address: &str) -> Option<(JobId, &str)> {
    let (job, source) = address.strip_prefix(BEGINNING)?.split_once(MIDDLE)?;
    let plain = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (plain(job) && plain(source)).then(|| (job.into(), source))
}

pub fn template() -> ResourceTemplate {
    let what = "The text of a source as gorkd has read and stored it. Quotes in an answer are slices of it: their \
        start and end count its Unicode code points. job_id is the answer's; source_id is the ID of one of its sources, \
        or the number by which it is cited.";
    ResourceTemplate::new(address(&"{job_id}".into(), "{source_id}"), "source")
        .with_title("Source of an answer")
        .with_description(what)
        .with_mime_type(TYPE)
}

/// A source of an answer, to be read in full.
pub fn link(job: &JobId, source: &SourceView) -> Resource {
    let title = if source.title.trim().is_empty() { &source.url } else { &source.title };
    let number = source.number.map_or_else(String::new, |number| format!("[{number}] "));
    Resource::new(address(job, source.id.as_str()), format!("{number}{title}"))
        .with_description(format!("Stored text of {}", source.url))
        .with_mime_type(TYPE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_job_and_a_source_or_nothing() {
        let job = JobId::from("job_1");
        assert_eq!(named(&address(&job, "src_2")), Some((job, "src_2")));
        for odd in [
            "",
            "gorkd://jobs/",
            "gorkd://jobs/a/sources/",
            "gorkd://jobs/../sources/b",
            "http://jobs/a/sources/b",
        ] {
            assert_eq!(named(odd), None, "{odd}");
        }
    }
}
