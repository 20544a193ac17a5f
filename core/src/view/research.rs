//! What an article's readers see of its research: a few bullets, each with its source.

use super::bullets::{Bullet, Shelf, bullets, short};
use super::{clean, day};
use crate::job::{Job, JobStatus};
use crate::model::{Answer, Document, Source, named};
use crate::text::{canonical_url, page_key};
use serde::{Deserialize, Serialize};

/// Maximum sources.
const MAX_SOURCES: usize = 8;

named! {
    /// The status of the research on an article.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ResearchStatus {
        /// Nobody has requested any yet.
        #[default]
        None = "none",
        Queued = "queued",
        Running = "running",
        Ready = "ready",
        Failed = "failed",
    }
}

impl ResearchStatus {
    /// The status of a run about an article with the address `own`, if it has one.
    pub fn of(job: &Job, own: Option<&str>) -> Self {
        match job.status() {
            JobStatus::Queued => ResearchStatus::Queued,
            JobStatus::Running | JobStatus::Waiting => ResearchStatus::Running,
            JobStatus::Completed if !Findings::of(job, own, None).summary_md.is_empty() => {
                ResearchStatus::Ready
            }
            JobStatus::Completed | JobStatus::Failed | JobStatus::Cancelled => ResearchStatus::Failed,
        }
    }
}

/// The findings about an article.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// 3 to 8 bullets in Markdown, each linking to its sources by their position in `sources`, counted from 1.
    /// Fewer if less was found; empty if nothing was.
    pub summary_md: String,
    pub sources: Vec<FoundSource>,
    /// What a careful reader would check next.
    pub questions: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundSource {
    pub title: String,
    pub url: String,
    pub snippet: String,
    /// The site's name, or else its host.
    pub publisher: String,
    /// For example, `2026-01-10`; if the page says so.
    pub published_at: Option<String>,
}

impl Findings {
    /// The findings of a run. The page at `own`, the article itself, doesn't count. With the texts that were
    /// read, bullets are whole blocks of them.
    pub fn of(job: &Job, own: Option<&str>, read: Option<&Shelf<'_>>) -> Self {
        let Some(answer) = &job.answer else { return Self::default() };
        let citable: Vec<&Source> =
            answer.sources.iter().filter(|source| is_citable(&source.document, own)).collect();
        let blocks = read.map(|read| read.blocks(job, &citable)).unwrap_or_default();
        let bullets = bullets(answer, &citable, blocks);
        if bullets.is_empty() {
            return Self::default();
        }
        let mut cited: Vec<&Source> = Vec::new();
        let numbered = citable.iter().filter(|source| source.number.is_some());
        let in_bullets = bullets.iter().flat_map(|bullet| &bullet.sources);
        let in_bullets = in_bullets.filter_map(|id| citable.iter().find(|source| source.id == *id));
        for source in in_bullets.chain(numbered) {
            if cited.len() < MAX_SOURCES && !cited.iter().any(|known| known.id == source.id) {
                cited.push(source);
            }
        }
        let line = |bullet: &Bullet| {
            let links: String = (1..)
                .zip(&cited)
                .filter(|(_, source)| bullet.sources.contains(&source.id))
                .map(|(number, source)| format!("[[{number}]]({})", address(&source.document.url)))
                .collect();
            format!("- {} {links}\n", escaped(&bullet.text))
        };
        Self {
            summary_md: bullets.iter().map(line).collect(),
            sources: cited.into_iter().map(found_source).collect(),
            questions: answer.questions.iter().map(|question| clean(question)).collect(),
        }
    }
}

/// The sources that an answer cites, by number.
pub fn cited_sources(answer: &Answer) -> Vec<(u32, FoundSource)> {
    let cited = answer.sources.iter().filter_map(|source| Some((source.number?, found_source(source))));
    cited.collect()
}

/// Why research found nothing, in a sentence suitable for any reader.
pub fn research_problem(job: &Job) -> &'static str {
    if job.cancelled {
        return "The research was stopped before anything was found.";
    }
    let mut searches = job.found().peekable();
    if job.providers.is_empty() {
        "No web search is set up here, so nothing could be looked up."
    } else if job.status() == JobStatus::Failed {
        "The research did not finish. Please try again later."
    } else if searches.peek().is_none() {
        "The web search did not answer. Please try again later."
    } else if searches.any(|found| !found.hits.is_empty())
        && job.pages_read() > 0
        && job.documents().next().is_none()
    {
        "Pages were found, but none of them could be read. Please try again later."
    } else {
        "Nothing was found about this article."
    }
}

/// Whether this is a publicly accessible web page other than the article itself.
fn is_citable(document: &Document, own: Option<&str>) -> bool {
    let key = |url: &str| page_key(&canonical_url(url)).to_owned();
    let on_the_web = ["http://", "https://"].iter().any(|scheme| document.url.starts_with(scheme));
    let is_own = own
        .map(key)
        .is_some_and(|own| [&document.url, &document.canonical_url].iter().any(|url| key(url) == own));
    on_the_web && !is_own
}

fn found_source(source: &Source) -> FoundSource {
    let document = &source.document;
    let title = clean(document.title.trim());
    let snippet = if source.excerpt.is_empty() { &source.snippet } else { &source.excerpt };
    let site = document.site.as_deref().map(str::trim).filter(|site| !site.is_empty());
    FoundSource {
        title: if title.is_empty() { document.host() } else { title },
        url: document.url.clone(),
        snippet: short(snippet).unwrap_or_default(),
        publisher: site.map_or_else(|| document.host(), clean),
        published_at: document.published_at.map(day),
    }
}

/// Escapes foreign text so that Markdown shows it literally.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Escapes an address as the target of a Markdown link.
fn address(url: &str) -> String {
    url.replace('(', "%28").replace(')', "%29").replace(['<', '>', ' '], "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{Event, Recorded};
    use crate::model::{AnswerBlock, Citation, Claim, Closest, Millis, Part, Support};
    use crate::text::blocks::BlockKind;

    fn source(name: &str, number: Option<u32>, relevance: f64, excerpt: &str) -> Source {
        let url = format!("https://{name}.example/page");
        let document = Document {
            url: url.clone(),
            canonical_url: url,
            title: format!("About {name}"),
            published_at: Some(Millis(1_768_003_200_000)),
            ..Document::default()
        };
        Source { id: name.into(), number, document, relevance, excerpt: excerpt.into(), ..Source::default() }
    }

    fn block(source: &str, text: &str) -> AnswerBlock {
        AnswerBlock {
            source_id: source.into(),
            text: text.into(),
            kind: BlockKind::Paragraph,
            ..AnswerBlock::default()
        }
    }

    fn claim(id: &str, text: &str, support: Support) -> Claim {
        Claim { id: id.into(), text: text.into(), part: Part::Summary, support, ..Claim::default() }
    }

    fn cited(claim: &str, source: &str) -> Citation {
        Citation { claim_id: claim.into(), source_id: source.into(), ..Citation::default() }
    }

    fn job(answer: Answer) -> Job {
        Job { answer: Some(answer), providers: vec!["web".into()], ..Job::default() }
    }

    #[test]
    fn quoted_blocks_become_bullets_with_their_sources() {
        let long = "A first sentence that is of some length and stands for itself. ".repeat(6);
        let answer = Answer {
            blocks: vec![
                block("b", "The **bridge** was\nopened in 1931."),
                block("a", &long),
                block("c", "| x |\n| --- |\n| 1 |"),
            ],
            claims: Vec::new(),
            sources: vec![
                source("a", Some(2), 0.5, ""),
                source("b", Some(1), 0.9, "The bridge was opened in 1931."),
                source("c", Some(3), 0.2, "Tolls are <b>paid</b> [here](x). And so on without an en…"),
                source("d", None, 0.0, "Nothing to do with it."),
            ],
            questions: vec!["Is it still so?".into()],
            ..Answer::default()
        };
        let found = Findings::of(&job(answer), None, None);
        let lines: Vec<&str> = found.summary_md.lines().collect();
        assert_eq!(lines[0], "- The bridge was opened in 1931. [[1]](https://b.example/page)");
        // The long block has no claims to cut it by, and the table doesn't fit on a line: their excerpts are
        // used instead.
        assert!(lines[1].starts_with("- Tolls are ") && lines[1].contains("\\<b\\>"), "{lines:?}");
        assert_eq!(lines.len(), 2);
        assert_eq!(found.sources.len(), 3, "the uncited one that does not bear on it is left out");
        assert_eq!(found.sources[0].publisher, "b.example");
        assert_eq!(found.sources[0].published_at.as_deref(), Some("2026-01-10"));
        assert_eq!(found.questions, ["Is it still so?"]);
    }

    #[test]
    fn a_long_block_gives_its_first_statements() {
        let statements: Vec<String> =
            (1..=4).map(|n| format!("Statement {n} {}.", "goes on ".repeat(12).trim())).collect();
        let claims: Vec<Claim> = (1..)
            .zip(&statements)
            .map(|(n, text)| claim(&format!("c{n}"), text, Support::Supported))
            .collect();
        let ids: Vec<String> = claims.iter().map(|claim| claim.id.clone()).collect();
        let answer = |sources: Vec<Source>| Answer {
            blocks: vec![AnswerBlock { claim_ids: ids.clone(), ..block("a", &statements.join(" ")) }],
            citations: claims.iter().map(|claim| cited(&claim.id, "a")).collect(),
            claims: claims.clone(),
            sources,
            ..Answer::default()
        };
        let [a, b, c] = [("a", ""), ("b", "Words of b."), ("c", "Words of c.")]
            .map(|(name, excerpt)| source(name, None, 1.0, excerpt));
        let found = Findings::of(&job(answer(vec![a.clone(), b, c])), None, None).summary_md;
        let lines: Vec<&str> = found.lines().collect();
        assert_eq!(lines.len(), 3, "{found}");
        assert!(lines[0].contains("Statement 1") && lines[0].contains("Statement 2"), "{found}");
        assert!(!lines[0].contains("Statement 3"), "that would be too long: {found}");
        // With no other source, each statement gets its own bullet.
        let found = Findings::of(&job(answer(vec![a])), None, None).summary_md;
        assert_eq!(found.lines().count(), 4, "{found}");
    }

    #[test]
    fn claims_of_a_model_are_cited_one_by_one_and_eight_at_most() {
        let claims: Vec<Claim> = (1..=12)
            .map(|n| claim(&format!("c{n}"), &format!("Fact number {n}."), Support::Supported))
            .collect();
        let mut citations: Vec<Citation> = claims.iter().map(|claim| cited(&claim.id, "a")).collect();
        citations.push(cited("c1", "b"));
        let doubtful = claim("c13", "Nobody says this.", Support::Unsupported);
        let answer = Answer {
            claims: [vec![doubtful], claims].concat(),
            citations,
            sources: vec![source("a", Some(1), 1.0, ""), source("b", Some(2), 0.5, "")],
            ..Answer::default()
        };
        let found = Findings::of(&job(answer), None, None).summary_md;
        let lines: Vec<&str> = found.lines().collect();
        assert_eq!(lines.len(), MAX_SOURCES);
        assert_eq!(lines[0], "- Fact number 1. [[1]](https://a.example/page)[[2]](https://b.example/page)");
    }

    #[test]
    fn the_article_itself_and_files_are_no_sources() {
        let mut file = source("f", Some(2), 1.0, "From a file.");
        file.document.url = "file:///docs/a.md".into();
        let closest = |id: &str| Closest {
            source_id: id.into(),
            quote: format!("Words of {id}."),
            ..Closest::default()
        };
        let answer = Answer {
            closest: vec![closest("own"), closest("f"), closest("g")],
            sources: vec![
                source("own", Some(1), 1.0, "Its own words."),
                file,
                source("g", None, 0.1, "Words of g."),
            ],
            ..Answer::default()
        };
        let run = job(answer);
        let found = Findings::of(&run, Some("https://own.example/page#part"), None);
        assert_eq!(found.summary_md, "- Words of g. [[1]](https://g.example/page)\n");
        assert_eq!(found.sources.len(), 1);
        assert_eq!(ResearchStatus::of(&run, Some("https://own.example/page")), ResearchStatus::Ready);
    }

    #[test]
    fn a_status_follows_the_run_and_says_why_it_failed() {
        let asked = Event::Asked(Box::default());
        let run = |events: Vec<Event>| {
            let recorded: Vec<Recorded> =
                (1..).zip(events).map(|(seq, event)| Recorded::new(seq, Millis(0), event)).collect();
            Job::replay(&recorded)
        };
        assert_eq!(ResearchStatus::of(&run(vec![asked.clone()]), None), ResearchStatus::Queued);
        let going = vec![asked.clone(), Event::Resumed { worker: "w".into() }];
        assert_eq!(ResearchStatus::of(&run(going), None), ResearchStatus::Running);
        let stopped = run(vec![asked, Event::CancelRequested]);
        assert_eq!(ResearchStatus::of(&stopped, None), ResearchStatus::Failed);
        assert!(research_problem(&stopped).contains("stopped"));
        let nobody = Job { providers: Vec::new(), ..job(Answer::default()) };
        assert_eq!(ResearchStatus::of(&nobody, None), ResearchStatus::Failed);
        assert!(research_problem(&nobody).contains("No web search"));
        assert!(research_problem(&job(Answer::default())).contains("did not answer"));
    }
}
