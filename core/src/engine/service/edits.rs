//! Edited tables of an answer. The answer itself stays as it was verified; an edit is a separate version.

use super::{AuditAction, Service, refused};
use crate::model::*;
use crate::ports::{EditedTable, TableEdit};
use crate::view::{tables, view};

/// Maximum size of a table.
const COLUMNS: usize = 100;
const ROWS: usize = 2_000;
const CHARACTERS: usize = 200_000;

impl Service {
    /// The newest version of each edited table of an answer.
    pub async fn edits(&self, job: &JobId) -> Result<Vec<TableEdit>, Refusal> {
        self.ports.edits.edits(job).await.map_err(refused)
    }

    /// The stored versions of one table, newest first.
    pub async fn versions(&self, job: &JobId, artifact: &str) -> Result<Vec<TableEdit>, Refusal> {
        self.ports.edits.versions(job, artifact).await.map_err(refused)
    }

    /// Saves a table as the version after `from` (0 for the answer's own table). If a newer version exists,
    /// nothing is saved, so that no edit is lost.
    pub async fn edit_table(
        &self,
        job: &JobId,
        artifact: &str,
        from: u32,
        table: EditedTable,
        by: &Requester,
    ) -> Result<TableEdit, Refusal> {
        self.decided_by(job, by).await?;
        fits(&table)?;
        let answer = view(&self.job(job, None).await?);
        if !tables::tables(&answer).iter().any(|one| one.id == artifact) {
            return Err(Refusal::new(RefusalCode::NotFound, "The answer has no such table."));
        }
        let edit = TableEdit {
            job: job.clone(),
            artifact: artifact.to_owned(),
            version: from.saturating_add(1),
            at: self.ports.clock.now(),
            table,
        };
        if !self.ports.edits.keep_edit(edit.clone(), &by.key()).await.map_err(refused)? {
            let said =
                "This table has changed in the meantime. Load its newest version, then save yours again.";
            return Err(Refusal::new(RefusalCode::Conflict, said));
        }
        self.audit(AuditAction::TableEdited, by, job.as_str()).await;
        Ok(edit)
    }
}

fn fits(table: &EditedTable) -> Result<(), Refusal> {
    let refusal = |said: String| Err(Refusal::new(RefusalCode::Rejected, said));
    let columns = table.columns.len();
    if !(1..=COLUMNS).contains(&columns) || table.rows.len() > ROWS {
        return refusal(format!("A table has 1 to {COLUMNS} columns and at most {ROWS} rows."));
    }
    if table.rows.iter().any(|row| row.len() != columns) {
        return refusal("Every row has as many cells as there are columns.".to_owned());
    }
    let cells = table.columns.iter().chain(table.rows.iter().flatten()).chain([&table.title]);
    if cells.map(|cell| cell.chars().count()).sum::<usize>() > CHARACTERS {
        return refusal(format!("A table has at most {CHARACTERS} characters."));
    }
    Ok(())
}
