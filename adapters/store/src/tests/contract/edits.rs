//! Edited tables.

use super::*;

/// The editor.
const ADA: &str = "web:ada";

fn edit(job: &str, artifact: &str, version: u32, cell: &str) -> TableEdit {
    let table = EditedTable {
        title: "Bridges".into(),
        columns: vec!["Bridge".into(), "Length".into()],
        rows: vec![vec!["Harbour".into(), cell.into()]],
    };
    TableEdit { job: job.into(), artifact: artifact.into(), version, at: Millis(i64::from(version)), table }
}

pub async fn of_two_who_edit_a_table_one_is_first(base: &dyn Base) {
    let (one, other) = (base.open().await, base.open().await);
    let job: JobId = "job_edited".into();
    one.create(new_job("job_edited", "thr_edited", 1)).await.expect("made");
    assert_eq!(one.edits(&job).await.expect("asked"), []);
    assert!(one.keep_edit(edit("job_edited", "t1", 1, "503 m"), ADA).await.expect("kept"));
    assert!(
        !other.keep_edit(edit("job_edited", "t1", 1, "504 m"), ADA).await.expect("refused"),
        "from the same version"
    );
    assert!(
        !other.keep_edit(edit("job_edited", "t1", 3, "504 m"), ADA).await.expect("refused"),
        "from none that there is"
    );
    assert!(other.keep_edit(edit("job_edited", "t1", 2, "504 m"), ADA).await.expect("kept"));
    assert!(
        one.keep_edit(edit("job_edited", "t2", 1, "9 m"), ADA).await.expect("kept"),
        "each table has its own"
    );
    let newest = [edit("job_edited", "t1", 2, "504 m"), edit("job_edited", "t2", 1, "9 m")];
    assert_eq!(one.edits(&job).await.expect("asked"), newest);
    let versions = [edit("job_edited", "t1", 2, "504 m"), edit("job_edited", "t1", 1, "503 m")];
    assert_eq!(other.versions(&job, "t1").await.expect("asked"), versions);
    let homeless = one.keep_edit(edit("job_none", "t1", 1, ""), ADA).await;
    assert!(matches!(homeless, Err(StoreError::NotFound(_))), "there is no such run: {homeless:?}");
    one.delete(&"thr_edited".into()).await.expect("erased");
    assert_eq!(one.edits(&job).await.expect("asked"), []);
    assert_eq!(one.versions(&job, "t1").await.expect("asked"), []);
}

pub async fn old_versions_of_a_table_go(base: &dyn Base) {
    let store = base.open().await;
    store.create(new_job("job_long", "thr_long", 1)).await.expect("made");
    for version in 1..=VERSIONS_KEPT + 2 {
        assert!(
            store.keep_edit(edit("job_long", "t1", version, &version.to_string()), ADA).await.expect("kept")
        );
    }
    let versions = store.versions(&"job_long".into(), "t1").await.expect("asked");
    assert_eq!(versions.len(), VERSIONS_KEPT as usize);
    assert_eq!((versions[0].version, versions[versions.len() - 1].version), (VERSIONS_KEPT + 2, 3));
}
