//! Why an answer can be trusted, and where it cannot: each sentence with its support and the words it rests on.

use super::Sight;
use super::answer::confidence_word;
use super::words::counted;
use crate::card::{Card, Part, Tone};
use gorkd_core::model::{Claim, Support};
use gorkd_core::text::{Block, Inline, cut};
use gorkd_core::view::JobView;

/// Sentences shown, and characters of a quotation.
const MOST: usize = 12;
const QUOTE: usize = 240;

pub fn why(sight: &Sight<'_>) -> Card {
    let view = sight.view;
    let mut parts = Vec::new();
    if let Some(answer) = &view.answer {
        let mut line = vec![Inline::strong(format!("Confidence: {}.", confidence_word(answer.confidence)))];
        line.push(Inline::text(format!(" {}", answer.confidence_reasons.join(" "))));
        parts.push(Part::Text(vec![Block::Paragraph(line)]));
    }
    let how = "Every sentence was compared with the words of its source: that they stand there, and that numbers, \
               dates, names and denials agree.";
    parts.push(Part::Small(vec![Inline::text(how)]));
    for claim in view.claims.iter().take(MOST) {
        parts.push(Part::Text(said(view, claim)));
    }
    if view.claims.len() > MOST {
        let rest = counted(view.claims.len() - MOST, "more sentence is", "more sentences are");
        parts.push(Part::Small(vec![Inline::text(format!("{rest} in the export."))]));
    }
    parts.extend(view.issues.iter().take(MOST).map(|issue| Part::Small(vec![Inline::text(issue.clone())])));
    Card { tone: Tone::Plain, title: Some("Why trust this answer".to_owned()), parts, ..Card::default() }
}

fn said(view: &JobView, claim: &Claim) -> Vec<Block> {
    let (sign, word) = match claim.support {
        Support::Supported => ("✅", "supported"),
        Support::Partly => ("🟡", "partly supported"),
        Support::Unsupported => ("⚪", "not supported"),
        Support::Contradicted => ("❌", "contradicted"),
    };
    let mut blocks = vec![Block::Paragraph(vec![
        Inline::text(format!("{sign} {} ", claim.text)),
        Inline::Emphasis(vec![Inline::text(format!("({word})"))]),
    ])];
    for citation in view.citations.iter().filter(|citation| citation.claim_id == claim.id).take(2) {
        let source = view.sources.iter().find(|source| source.id == citation.source_id);
        let from = source.map_or_else(String::new, |source| match source.number {
            Some(number) => format!(" [{number}] {}", source.domain),
            None => format!(" {}", source.domain),
        });
        let quote = cut(&citation.quote.replace('\n', " "), QUOTE, |text| text.chars().count());
        blocks.push(Block::Quote(vec![Block::words(format!("“{quote}”{from}"))]));
    }
    if let Some(mark) = &claim.mark {
        blocks.push(Block::Paragraph(vec![Inline::Emphasis(vec![Inline::text(mark.clone())])]));
    }
    blocks
}
