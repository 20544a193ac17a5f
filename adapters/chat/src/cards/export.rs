//! Exports an answer as a file: Markdown, a table of its claims (CSV), a Word document, or a PDF.

use super::context::CardContext;
use crate::action::Format;
use crate::card::{Card, OutgoingFile, Part, Tone};
use gorkd_core::view::export::markdown;
use gorkd_core::view::{JobView, docx};
use gorkd_words::Msg;

/// The message with the file, or a sentence if it cannot be created. The caller prints the PDF beforehand.
pub fn export(context: &CardContext<'_>, format: Format, printed: Option<Vec<u8>>) -> Card {
    let made = match format {
        Format::Markdown => Some(("text/markdown", markdown(context.view).into_bytes())),
        Format::Csv => csv(context.view).map(|bytes| ("text/csv", bytes)),
        Format::Docx => docx(context.view)
            .ok()
            .map(|bytes| ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", bytes)),
        Format::Pdf => printed.map(|bytes| ("application/pdf", bytes)),
    };
    let Some((content_type, content)) = made else {
        return Card::note(Tone::Failed, context.say(Msg::ExportFailed));
    };
    let name = format!("gorkd-{}.{}", short(context.view.job_id.as_str()), format.name());
    Card {
        parts: vec![Part::small(context.say(Msg::ExportDone { format: format.name().to_owned() }))],
        files: vec![OutgoingFile { name, content_type, content }],
        ..Card::default()
    }
}

fn short(job: &str) -> &str {
    job.get(job.len().saturating_sub(8)..).unwrap_or(job)
}

/// One row per citation: claim, support, source number, title, address, quotation.
fn csv(view: &JobView) -> Option<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["claim", "support", "source", "title", "url", "quote"]).ok()?;
    for claim in &view.claims {
        let support = serde_json::to_value(claim.support).ok()?;
        let support = support.as_str().unwrap_or_default().to_owned();
        let cited: Vec<_> = view.citations.iter().filter(|one| one.claim_id == claim.id).collect();
        if cited.is_empty() {
            table.write_record([harmless(&claim.text).as_str(), &support, "", "", "", ""]).ok()?;
        }
        for citation in cited {
            let source = view.sources.iter().find(|source| source.id == citation.source_id);
            let number = source.and_then(|source| source.number).map_or_else(String::new, |n| n.to_string());
            let (title, url) = source.map_or(("", ""), |source| (&source.title, &source.url));
            table
                .write_record([
                    harmless(&claim.text).as_str(),
                    &support,
                    &number,
                    &harmless(title),
                    &harmless(url),
                    &harmless(&citation.quote),
                ])
                .ok()?;
        }
    }
    table.into_inner().ok()
}

/// Prevents a spreadsheet from reading a cell as a formula.
fn harmless(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{cell}") } else { cell.to_owned() }
}
