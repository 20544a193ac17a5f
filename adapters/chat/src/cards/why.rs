//! Why an answer can or cannot be trusted: each sentence with its support and the quotation behind it.

use super::answer::confidence_stop;
use super::context::CardContext;
use crate::card::{Card, Part, Tone};
use gorkd_core::model::{Claim, Scores, Support};
use gorkd_core::text::{Block, Inline, cut};
use gorkd_words::Msg;

/// Maximum number of sentences, and of characters in a quotation.
const MAX_SENTENCES: usize = 12;
const QUOTE: usize = 240;

pub fn why(context: &CardContext<'_>) -> Card {
    let view = context.view;
    let mut parts = Vec::new();
    if let Some(answer) = &view.answer {
        let mut line = vec![Inline::strong(confidence_stop(context, answer.confidence))];
        line.push(Inline::text(format!(" {}", context.locale.in_a_row(&answer.confidence_reasons))));
        parts.push(Part::Text(vec![Block::Paragraph(line)]));
    }
    parts.push(Part::small(context.say(Msg::WhyHow)));
    for claim in view.claims.iter().take(MAX_SENTENCES) {
        parts.push(Part::Text(said(context, claim)));
    }
    if view.claims.len() > MAX_SENTENCES {
        let count = (view.claims.len() - MAX_SENTENCES) as u64;
        parts.push(Part::small(context.say(Msg::WhyMore { count })));
    }
    parts.extend(view.issues.iter().take(MAX_SENTENCES).map(|issue| Part::small(issue.clone())));
    Card { tone: Tone::Plain, title: Some(context.say(Msg::WhyTitle)), parts, ..Card::default() }
}

fn said(context: &CardContext<'_>, claim: &Claim) -> Vec<Block> {
    let view = context.view;
    let (sign, word) = match claim.support {
        Support::Supported => ("✅", Msg::SupportSupported),
        Support::Partly => ("🟡", Msg::SupportPartly),
        Support::Unsupported => ("⚪", Msg::SupportUnsupported),
        Support::Contradicted => ("❌", Msg::SupportContradicted),
    };
    let mut blocks = vec![Block::Paragraph(vec![
        Inline::text(format!("{sign} {} ", claim.text)),
        Inline::Emphasis(vec![Inline::text(format!("({})", context.say(word)))]),
    ])];
    for citation in view.citations.iter().filter(|citation| citation.claim_id == claim.id).take(2) {
        let source = view.sources.iter().find(|source| source.id == citation.source_id);
        let from = source.map_or_else(String::new, |source| match source.number {
            Some(number) => format!(" [{number}] {}", source.place_in(context.locale)),
            None => format!(" {}", source.place_in(context.locale)),
        });
        let quote = cut(&citation.quote.replace('\n', " "), QUOTE, |text| text.chars().count());
        blocks.push(Block::Quote(vec![Block::words(format!("“{quote}”{from}"))]));
        if let Some(scores) = citation.scores {
            blocks.push(Block::words(scored(context, &scores)));
        }
    }
    if let Some(mark) = &claim.mark {
        blocks.push(Block::Paragraph(vec![Inline::Emphasis(vec![Inline::text(mark.clone())])]));
    }
    blocks
}

/// The named scores of a passage.
fn scored(context: &CardContext<'_>, scores: &Scores) -> String {
    let share = |number: f64| format!("{:.0} %", number * 100.0);
    context.say(Msg::WhyScores {
        relevance: share(scores.relevance),
        quality: share(scores.source_quality),
        recency: scores.recency.map_or_else(|| "–".to_owned(), share),
        completeness: share(scores.completeness),
        corroboration: share(scores.corroboration),
        contradiction: share(scores.contradiction),
    })
}
