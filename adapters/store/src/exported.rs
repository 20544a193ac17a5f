//! What is exported of a person, kind by kind. Both databases have the same columns, so one list serves both. What
//! erasing a person deletes ([`People::erase_person`](gorkd_core::ports::People::erase_person)) is in this list or in
//! the journals of the threads in it. Secrets are not: hashes of keys, sessions, and codes, handles of deliveries, and
//! replies to repeated requests.

use crate::erased::IS_DIRECT;
use crate::values::parsed;
use crate::work::Fault;
use serde_json::Value;

/// How the two databases differ in these queries. The person is `$1` everywhere.
pub(crate) struct Dialect {
    /// The function that makes a JSON object of names and values.
    pub object: &'static str,
    /// Converts it to text.
    pub text: &'static str,
    /// Compares a text by its bytes, as IDs are compared.
    pub by_bytes: &'static str,
    /// Jobs that the person asked for.
    pub runs: &'static str,
    /// Deliveries to the person.
    pub deliveries: &'static str,
}

/// The person's threads: those that they own, asked in, or acted in, oldest first.
const THREADS: &str = "
    SELECT thread FROM threads
    WHERE owner = $1 OR titled_by = {actor}
        OR thread IN (SELECT thread FROM jobs WHERE job IN ({runs}))
        OR thread IN (SELECT jobs.thread FROM events JOIN jobs ON jobs.job = events.job WHERE events.actor = {actor})
    ORDER BY created_at, thread";

const ACTOR: &str = "(SELECT actor FROM actors WHERE person = $1)";

/// Kinds of rows and their queries. A thread's title may be somebody else's: it was renamed, or begins with a branch.
const KINDS: [(&str, &str); 24] = [
    (
        "threads",
        "SELECT {object}('thread', thread, 'place', place, 'turns', turns, 'created_at', created_at,
             'updated_at', updated_at,
             'title', CASE WHEN titled_by = {actor} OR (titled_by IS NULL AND NOT EXISTS (
                 SELECT 1 FROM jobs WHERE jobs.thread = threads.thread AND forked_from IS NOT NULL
                     AND forked_from{by_bytes} NOT IN ({runs}))) THEN title END,
             'runs_of_others', (SELECT COUNT(*) FROM jobs
                 WHERE jobs.thread = threads.thread AND job NOT IN ({runs}))){text}
         FROM threads WHERE owner = $1 ORDER BY created_at, thread",
    ),
    (
        "titles_of_others_threads",
        "SELECT {object}('thread', thread, 'title', title){text} FROM threads
         WHERE titled_by = {actor} AND owner <> $1 ORDER BY thread",
    ),
    (
        "places_of_threads",
        "SELECT {object}('thread', thread, 'place', place){text} FROM threads_at
         WHERE thread IN (SELECT thread FROM threads WHERE owner = $1) ORDER BY place",
    ),
    (
        "question_edits",
        "SELECT {object}('job', job, 'text', text, 'at', at){text} FROM edits WHERE job IN ({runs}) ORDER BY at, job",
    ),
    (
        "source_picks",
        "SELECT {object}('job', job, 'source', source, 'pick', pick, 'at', at){text} FROM picks
         WHERE job IN ({runs}) ORDER BY at, job, source",
    ),
    (
        // Older builds didn't record who edited a table.
        "table_edits",
        "SELECT {object}('job', job, 'table', artifact, 'version', version, 'at', at, 'content', content){text}
         FROM table_edits WHERE edited_by = {actor} OR (edited_by IS NULL AND job IN ({runs}))
         ORDER BY job, artifact, version",
    ),
    (
        "feedback",
        "SELECT {object}('job', job, 'opinion', CASE WHEN good THEN 'good' ELSE 'bad' END, 'reason', reason,
             'at', at){text}
         FROM feedback WHERE person = $1 ORDER BY at, job",
    ),
    (
        "preferences",
        "SELECT {object}('name', name, 'value', value, 'at', at){text} FROM preferences_of_people
         WHERE person = $1 ORDER BY name",
    ),
    (
        // On the web, the person is also the place. In a chat, their direct messages are.
        "preferences_of_place",
        "SELECT {object}('place', place, 'name', name, 'value', value, 'at', at){text} FROM preferences_of_places
         WHERE place = $1 OR place IN (SELECT lane FROM jobs WHERE job IN ({runs}) AND {direct})
         ORDER BY place, name",
    ),
    (
        "watches",
        "SELECT {object}('watch', watch, 'answer_of', CASE WHEN origin IN ({runs}) THEN 'own run'
             ELSE 'run of somebody else' END){text}
         FROM watches WHERE owner = $1 ORDER BY id",
    ),
    (
        "followed_runs",
        "SELECT {object}('job', job, 'requester', requester, 'place', place, 'at', at){text} FROM followers
         WHERE person = $1 ORDER BY at, job, place",
    ),
    (
        "shares",
        "SELECT {object}('id', id, 'job', job, 'created_at', created_at, 'expires_at', expires_at){text}
         FROM shares WHERE owner = $1 ORDER BY created_at, id",
    ),
    (
        "ended_shares",
        "SELECT {object}('job', job, 'at', at){text} FROM ended_shares WHERE job IN ({runs}) ORDER BY at, job",
    ),
    (
        "repeatable_requests",
        "SELECT {object}('key', key, 'at', at, 'status', status, 'thread', thread){text} FROM requests
         WHERE owner = $1 ORDER BY at, key",
    ),
    (
        "link_codes",
        "SELECT {object}('expires_at', expires_at){text} FROM link_codes WHERE identity = $1",
    ),
    (
        "linked_identities",
        "SELECT {object}('id', id, 'chat', chat, 'web', web, 'at', at){text} FROM linked
         WHERE chat = $1 OR web = $1 ORDER BY at, id",
    ),
    ("counted_runs", "SELECT {object}('at', at){text} FROM runs WHERE requester = $1 ORDER BY at"),
    (
        "budgets",
        "SELECT {object}('scope', scope, 'period', period, 'reserved', reserved, 'spent', spent, 'limit', most){text}
         FROM budgets WHERE scope IN ('requester:' || $1, 'place:' || $1)
             OR scope IN (SELECT 'key:' || id FROM keys WHERE 'web:' || name = $1) ORDER BY period, scope",
    ),
    (
        "budget_notices",
        "SELECT {object}('scope', scope, 'period', period, 'percent', percent, 'limit', most, 'job', job){text}
         FROM budget_notices WHERE scope IN ('requester:' || $1, 'place:' || $1)
             OR scope IN (SELECT 'key:' || id FROM keys WHERE 'web:' || name = $1)
         ORDER BY period, scope, percent",
    ),
    (
        "deliveries",
        "SELECT {object}('job', job, 'place', place, 'requester', requester, 'extras', extras, 'state', state,
             'visible_to', CASE WHEN private THEN 'requester' ELSE 'place' END, 'at', at){text}
         FROM tellings WHERE {deliveries} ORDER BY at, job, place",
    ),
    (
        "posted_messages",
        "SELECT {object}('job', job, 'place', place, 'role', key, 'id', id, 'at', intent_at){text} FROM messages
         WHERE job IN ({runs}) ORDER BY intent_at, job, place, key",
    ),
    (
        "reusable_answers",
        "SELECT {object}('job', job, 'question', question, 'form', form, 'audience', audience, 'asked_at', asked_at,
             'expires_at', expires_at){text}
         FROM answers WHERE job IN ({runs}) ORDER BY asked_at, job",
    ),
    (
        "api_keys",
        "SELECT {object}('id', id, 'name', name, 'prefix', prefix, 'role', role, 'created_at', created_at,
             'last_used_at', last_used_at, 'revoked_at', revoked_at, 'expires_at', expires_at,
             'month_usd', month_usd){text}
         FROM keys WHERE 'web:' || name = $1 ORDER BY created_at, id",
    ),
    (
        "sessions",
        "SELECT {object}('key', key, 'created_at', created_at, 'expires_at', expires_at){text} FROM sessions
         WHERE key IN (SELECT id FROM keys WHERE 'web:' || name = $1) ORDER BY created_at",
    ),
];

impl Dialect {
    fn sql(&self, query: &str) -> String {
        let parts = [
            ("{object}", self.object),
            ("{text}", self.text),
            ("{by_bytes}", self.by_bytes),
            ("{runs}", self.runs),
            ("{deliveries}", self.deliveries),
            ("{direct}", IS_DIRECT),
            ("{actor}", ACTOR),
        ];
        parts.iter().fold(query.to_owned(), |query, (part, sql)| query.replace(part, sql))
    }

    /// The query for the person's threads.
    pub fn threads(&self) -> String {
        self.sql(THREADS)
    }

    /// The kinds of rows, each with the query for its rows as JSON.
    pub fn kinds(&self) -> impl Iterator<Item = (&'static str, String)> {
        KINDS.iter().map(|(kind, query)| (*kind, self.sql(query)))
    }
}

/// Columns that contain JSON.
const NESTED: [&str; 5] = ["requester", "extras", "content", "watch", "question"];

/// A row as exported.
pub(crate) fn exported_row(kind: &str, row: &str) -> Result<Value, Fault> {
    let mut row: Value = parsed(row, "a row for an export")?;
    for column in NESTED {
        if let Some(field) = row.get_mut(column)
            && let Some(text) = field.as_str()
        {
            *field = parsed(text, "a row for an export")?;
        }
    }
    // The watch of somebody else's answer repeats their question.
    if kind == "watches"
        && row["answer_of"] != "own run"
        && let Some(watch) = row["watch"].as_object_mut()
    {
        watch.remove("question");
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn json_in_columns_is_nested_and_a_watched_question_of_somebody_else_is_left_out() {
        let row = r#"{"job": "job_1", "requester": "{\"user\":\"ben\"}", "place": "{web}"}"#;
        let nested = json!({"job": "job_1", "requester": {"user": "ben"}, "place": "{web}"});
        assert_eq!(exported_row("followed_runs", row).expect("JSON"), nested);
        let watch =
            |of: &str| json!({"watch": r#"{"id":"wat_1","question":"Why?"}"#, "answer_of": of}).to_string();
        let own = exported_row("watches", &watch("own run")).expect("JSON");
        assert_eq!(own["watch"], json!({"id": "wat_1", "question": "Why?"}));
        let other = exported_row("watches", &watch("run of somebody else")).expect("JSON");
        assert_eq!(other["watch"], json!({"id": "wat_1"}));
        assert!(matches!(exported_row("shares", "{"), Err(Fault::Damaged(_))));
    }
}
