//! Lists of attached files at the end of an exported wiki page: names of pictures say nothing.

use crate::text::Block;

/// What stands above such a list, in the languages of wikis.
const HEADINGS: &[&str] =
    &["attachments", "anhänge", "pièces jointes", "adjuntos", "allegati", "bijlagen", "anexos"];

/// Removes a last section that only lists files, each with its type: `plan.png (image/png)`.
pub(super) fn without(mut blocks: Vec<Block>) -> Vec<Block> {
    let is_list =
        |heading: &str| HEADINGS.contains(&heading.trim().trim_end_matches(':').to_lowercase().as_str());
    let last = blocks.iter().rposition(|block| matches!(block, Block::Heading(..)));
    if let Some(at) = last
        && at > 0
        && matches!(&blocks[at], Block::Heading(_, text) if is_list(text))
        && blocks[at + 1..].iter().flat_map(Block::texts).flat_map(str::lines).all(is_file)
    {
        blocks.truncate(at);
    }
    blocks
}

fn is_file(line: &str) -> bool {
    let line = line.trim();
    let typed = line.strip_suffix(')').and_then(|line| line.rsplit_once('('));
    line.is_empty()
        || typed.is_some_and(|(name, kind)| name.contains('.') && kind.contains('/') && !kind.contains(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_last_section_that_only_lists_files_is_removed() {
        let page = |heading: &str, text: &str| {
            vec![
                Block::Paragraph("Words.".into()),
                Block::Heading(2, heading.into()),
                Block::Paragraph(text.into()),
            ]
        };
        assert_eq!(
            without(page("Attachments:", "image2024-3-1.png (image/png)\nplan.pdf (application/pdf)")).len(),
            1
        );
        assert_eq!(without(page("Attachments:", "Send them as PDF (and nothing else).")).len(), 3);
        assert_eq!(without(page("Files", "image2024-3-1.png (image/png)")).len(), 3);
    }
}
