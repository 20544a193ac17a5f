//! Tables of an answer that people edit.

use super::http::Server;
use crate::world::process::Machine;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_edited_in_versions_and_no_edit_is_lost() {
    let machine = Machine::with_library();
    let page = "# Ferry fares of Westholm\n\nThe ferry fares of Westholm harbour are these:\n\n\
        | Passenger | Fare in crowns |\n| --- | --- |\n| Adult | 12 |\n| Child | 5 |\n";
    let path = machine.home().join("fares.md");
    std::fs::write(&path, page).expect("written");
    assert!(machine.run(&["library", "add", path.to_str().expect("a path")]).status.success());
    let mut server = Server::start_with(machine, &[], &[]);
    let (thread, job) = server.ask("What are the ferry fares of Westholm harbour?").await;
    server.until_over(&job, &[]).await;
    let answer = server.get(&format!("/api/jobs/{job}/artifacts")).await.json();
    assert_eq!(server.get(&format!("/api/jobs/{job}/edits")).await.json()["edits"], json!([]));
    let edit = |version: u32, adult: &str| {
        json!({"version": version, "title": "Fares", "columns": ["Passenger", "Fare"],
               "rows": [["Adult", adult], ["Child", "5"]]})
    };
    let put = async |body: Value| {
        server.send("PUT", &format!("/api/jobs/{job}/edits/t1"), &[], Some(body.to_string())).await
    };
    let first = put(edit(0, "13")).await;
    assert_eq!((first.status, first.json()["version"].as_u64()), (200, Some(1)), "{first:?}");
    // Another tab began with the answer's own table as well.
    assert_eq!(put(edit(0, "14")).await.problem(), (409, "conflict".into()));
    assert_eq!(put(edit(1, "14")).await.json()["version"], 2);
    let newest = server.get(&format!("/api/jobs/{job}/edits")).await.json();
    assert_eq!(newest["edits"][0]["rows"], json!([["Adult", "14"], ["Child", "5"]]), "{newest}");
    let versions = server.get(&format!("/api/jobs/{job}/edits/t1")).await.json();
    let numbers: Vec<&Value> =
        versions["edits"].as_array().expect("versions").iter().map(|one| &one["version"]).collect();
    assert_eq!(numbers, [&json!(2), &json!(1)]);
    // The answer stays as it was checked.
    assert_eq!(server.get(&format!("/api/jobs/{job}/artifacts")).await.json(), answer);
    // What is no table is refused, and there is only one to edit.
    let uneven = json!({"version": 2, "columns": ["a", "b"], "rows": [["1"]]});
    assert_eq!(put(uneven).await.problem(), (422, "rejected".into()));
    assert_eq!(
        put(json!({"version": 2, "columns": [], "rows": []})).await.problem(),
        (422, "rejected".into())
    );
    let none = format!("/api/jobs/{job}/edits/t2");
    let missing = server.send("PUT", &none, &[], Some(edit(0, "1").to_string())).await;
    assert_eq!(missing.problem(), (404, "not_found".into()));
    // It is kept over a restart, and goes with its thread.
    server.stop();
    server.resume(&[], &[]);
    assert_eq!(server.get(&format!("/api/jobs/{job}/edits")).await.json(), newest);
    assert_eq!(server.send("DELETE", &format!("/api/threads/{thread}"), &[], None).await.status, 204);
    assert_eq!(server.get(&format!("/api/jobs/{job}/edits")).await.status, 404);
}
