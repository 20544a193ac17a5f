//! Which documents a query's filters allow.

use super::LibraryError;
use super::snapshot::{NOBODY, Snapshot};
use crate::http::days;
use gorkd_core::model::{Filters, Millis};

/// Documents that pass the filters. A document whose language or date is unknown passes. A file has no site,
/// so it never passes a site filter.
pub fn allowed(
    snapshot: &Snapshot,
    filters: &Filters,
    now: Millis,
) -> Result<Option<Vec<bool>>, LibraryError> {
    let no_site = filters.domains_in.is_empty() && filters.domains_out.is_empty();
    if no_site && filters.language.is_none() && filters.recency.is_none() {
        return Ok(None);
    }
    let oldest = filters.recency.map(|recency| now.0 - days(recency) * 86_400_000);
    let mut allowed = vec![false; snapshot.lengths.len()];
    for (segment, reader) in snapshot.segments.iter().zip(snapshot.searcher.segment_readers()) {
        let fast = reader.fast_fields();
        let hosts = verdicts(fast.str("host")?, |host| {
            let within = |site: &String| is_within(host, site);
            (filters.domains_in.is_empty() || filters.domains_in.iter().any(within))
                && !filters.domains_out.iter().any(within)
        })?;
        let languages = verdicts(fast.str("language")?, |code| {
            code.is_empty() || filters.language.as_deref().is_none_or(|wanted| same_language(code, wanted))
        })?;
        let published = fast.i64("published").ok();
        for (passage, document) in segment.documents.iter().enumerate() {
            if *document == NOBODY {
                continue;
            }
            let passage = passage as u32;
            let fresh = match (oldest, published.as_ref().and_then(|times| times.first(passage))) {
                (Some(oldest), Some(time)) => time >= oldest,
                (Some(_), None) | (None, _) => true,
            };
            allowed[*document as usize] = fresh && hosts(passage) && languages(passage);
        }
    }
    Ok(Some(allowed))
}

/// Evaluates `judge` once per distinct value of a column; the returned function looks up the verdict for a
/// passage.
fn verdicts(
    column: Option<tantivy::columnar::StrColumn>,
    judge: impl Fn(&str) -> bool,
) -> Result<impl Fn(u32) -> bool, LibraryError> {
    let mut judged = Vec::new();
    if let Some(column) = &column {
        let mut value = String::new();
        for ord in 0..column.num_terms() as u64 {
            column.ord_to_str(ord, &mut value)?;
            judged.push(judge(&value));
        }
    }
    Ok(move |passage: u32| match &column {
        Some(column) => column.ords().first(passage).is_some_and(|ord| judged[ord as usize]),
        None => true,
    })
}

/// Whether `host` is the site or one of its subdomains. Sites are accepted with or without `www.`.
fn is_within(host: &str, site: &str) -> bool {
    let site = site.trim().trim_start_matches("*.").trim_start_matches("www.").to_lowercase();
    let host = host.to_lowercase();
    !site.is_empty() && (host == site || host.strip_suffix(&site).is_some_and(|rest| rest.ends_with('.')))
}

fn same_language(code: &str, wanted: &str) -> bool {
    let base = |code: &str| code.split(['-', '_']).next().unwrap_or_default().to_lowercase();
    base(code) == base(wanted)
}
