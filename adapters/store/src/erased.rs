//! Erasing a person, as far as both databases share it. Each reads and writes its own rows; the core decides which
//! events of other people's runs change.
//!
//! A person is erased in many short transactions, so that nobody else has to wait for all of them. Each takes threads
//! that belong together. What others made of the person's words is found by these words, and by what earlier runs made
//! of them, so it is all rewritten in one transaction, before any of the words are gone. The runs in the person's own
//! threads then go a few at a time, newest first, so that nothing that is left was made from what is gone. If another
//! thread takes something over from them in between, the rest of them goes with it in the last transaction. SQLite can't
//! tell this from a copy that only goes on, so there the same happens.
//!
//! The last transaction takes what was written meanwhile, and all other rows. After a crash in between, erasing the
//! person again continues with what is left.
//!
//! The last transaction ends, however long others go on branching from the person's runs: while it looks and erases,
//! nobody can write such a branch (in SQLite, anything), so it goes through the threads that it found once. These are
//! the few that others took part in since the steps before; the limits on runs bound them. If it fails because it takes
//! too long, the next call erases them in steps of their own.

use crate::values::{int, json, parsed};
use crate::work::Fault;
use gorkd_core::job::{Erased, Event, GoneFile, Recorded};
use gorkd_core::model::{ActorId, Document, ERASED_USER, JobId};
use gorkd_core::ports::{ErasedPerson, Watch};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How many threads of the person that nothing else comes from are erased together.
const TOGETHER: usize = 10;

/// How many events of the person's own threads are erased together, in whole runs. A thread that is deleted goes in the
/// same steps.
pub(crate) const EVENTS_TOGETHER: i64 = 1_000;

/// How many events that may name the person are looked at together.
pub(crate) const NAMES_TOGETHER: usize = 100;

/// Of a row of `jobs`: it is in direct messages, where one person is alone with gorkd. Its lane names them.
pub(crate) const IS_DIRECT: &str = "(lane LIKE 'slack:%:D%' OR lane LIKE 'discord:@me:%')";

/// Rows keyed by the person, besides threads, runs, and deliveries. The actor comes last, because some rows are found
/// through it.
pub(crate) const ROWS: [&str; 15] = [
    "DELETE FROM people WHERE person = $1",
    // On the web, the person is also the place.
    "DELETE FROM preferences_of_places WHERE place = $1",
    "DELETE FROM followers WHERE person = $1",
    "DELETE FROM feedback WHERE person = $1",
    "DELETE FROM watches WHERE owner = $1",
    "DELETE FROM shares WHERE owner = $1",
    "DELETE FROM requests WHERE owner = $1",
    "DELETE FROM link_codes WHERE identity = $1",
    "DELETE FROM linked WHERE chat = $1 OR web = $1",
    "DELETE FROM runs WHERE requester = $1",
    "DELETE FROM budgets WHERE scope IN ('requester:' || $1, 'place:' || $1)
         OR scope IN (SELECT 'key:' || id FROM keys WHERE 'web:' || name = $1)",
    "DELETE FROM budget_notices WHERE scope IN ('requester:' || $1, 'place:' || $1)
         OR scope IN (SELECT 'key:' || id FROM keys WHERE 'web:' || name = $1)",
    // Whoever has a key of this name is this person. Sessions are deleted by cascade.
    "DELETE FROM keys WHERE 'web:' || name = $1",
    "DELETE FROM table_edits WHERE edited_by = (SELECT actor FROM actors WHERE person = $1)",
    "DELETE FROM actors WHERE person = $1",
];

/// Events by job and number in its journal.
pub(crate) type EventKeys = BTreeSet<(String, i64)>;

/// What a transaction has erased.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub erased: ErasedPerson,
    /// All runs that were deleted or changed.
    pub jobs: Vec<JobId>,
    /// Number of events that were rewritten.
    pub events: u64,
    /// What the person attached to other people's runs: it is dealt with, though the events stay.
    pub attached: EventKeys,
}

impl Part {
    pub fn add(&mut self, later: Part) {
        let Part { erased, jobs, events, attached } = later;
        let again = |run: &JobId| self.erased.shaped.contains(run);
        let shaped: Vec<JobId> = erased.shaped.into_iter().filter(|run| !again(run)).collect();
        self.erased.threads.extend(erased.threads);
        self.erased.runs.extend(erased.runs);
        self.erased.shaped.extend(shaped);
        self.erased.rows += erased.rows;
        self.jobs.extend(jobs);
        self.events += events;
        self.attached.extend(attached);
    }

    /// Logs how many events were rewritten.
    pub fn log(&self) {
        if self.events > 0 {
            tracing::info!(
                events = self.events,
                "removed the names and words of an erased person from other people's journals"
            );
        }
    }
}

/// A row of `events` of kind `attached`: job, number, actor, payload.
pub(crate) type AttachedRow = (String, i64, Option<String>, String);

/// The threads to erase and rewrite, in parts that can go one by one: `own` are the person's, `others` those where they
/// had a say. `links` are pairs of a thread that isn't theirs and one that it comes from.
pub(crate) fn parts(
    own: &BTreeSet<String>,
    others: BTreeSet<String>,
    links: &[(String, String)],
) -> Vec<Vec<String>> {
    let origins: BTreeSet<&String> = links.iter().map(|(_, from)| from).collect();
    let (linked, alone): (Vec<&String>, Vec<&String>) =
        own.iter().partition(|thread| origins.contains(*thread));
    let seeds: BTreeSet<String> = others.into_iter().chain(linked.into_iter().cloned()).collect();
    let groups = groups(&seeds, links).into_iter().map(|group| group.into_iter().collect::<Vec<String>>());
    let alone =
        alone.chunks(TOGETHER).map(|few| few.iter().map(|one| (*one).clone()).collect::<Vec<String>>());
    groups.chain(alone).collect()
}

/// The first of these runs, each with its number of events, that have no more than `most` together; at least one.
pub(crate) fn first_few(mut runs: Vec<(String, i64)>, most: i64) -> Vec<String> {
    let mut events = 0_i64;
    let fits = |(_, count): &&(String, i64)| {
        events += *count;
        events <= most
    };
    let few = runs.iter().take_while(fits).count();
    runs.truncate(few.max(1));
    runs.into_iter().map(|(run, _)| run).collect()
}

/// The run that a branch, a reused answer, or a recheck comes from, by the payload of its event.
pub(crate) fn origin_of(payload: &str) -> Option<String> {
    let payload: Value = serde_json::from_str(payload).ok()?;
    let origin = payload.pointer("/previous/job").or_else(|| payload.get("from"))?;
    origin.as_str().map(str::to_owned)
}

/// The threads where a person had a say, each together with those that come from it. `links` are pairs of a
/// thread and one that it comes from.
fn groups(seeds: &BTreeSet<String>, links: &[(String, String)]) -> Vec<BTreeSet<String>> {
    let mut later: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (thread, from) in links {
        later.entry(from).or_default().push(thread);
    }
    let mut reached = BTreeSet::new();
    for seed in seeds {
        reach(seed, &later, &mut reached);
    }
    // Two that have a later thread in common belong together.
    let mut joined: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (thread, from) in links.iter().filter(|(_, from)| reached.contains(from.as_str())) {
        joined.entry(from).or_default().push(thread);
        joined.entry(thread).or_default().push(from);
    }
    let mut grouped = BTreeSet::new();
    let groups = reached.iter().map(|thread| reach(thread, &joined, &mut grouped));
    groups.filter(|group| !group.is_empty()).collect()
}

/// The threads that `next` leads to, with this one, as far as they aren't in `known`. There they are added.
fn reach<'a>(
    thread: &'a str,
    next: &BTreeMap<&'a str, Vec<&'a str>>,
    known: &mut BTreeSet<&'a str>,
) -> BTreeSet<String> {
    let mut group = BTreeSet::new();
    let mut open = vec![thread];
    while let Some(thread) = open.pop() {
        if known.insert(thread) {
            group.insert(thread.to_owned());
            open.extend(next.get(thread).into_iter().flatten());
        }
    }
    group
}

/// The person as they appear in the journals of a group of threads. `attached` is everything that was attached
/// there, in the order of the runs.
pub(crate) fn erased(actor: Option<&String>, attached: Vec<AttachedRow>) -> Result<Erased, Fault> {
    let mut files: Vec<(Document, bool)> = Vec::new();
    let (mut current, mut here) = (String::new(), Vec::new());
    for (job, seq, by, payload) in attached {
        let event = Event::decode("attached", gorkd_core::job::VERSION, &payload)
            .map_err(|error| Fault::Damaged(format!("an attached document cannot be read ({error})")))?;
        let Event::Attached { document } = event else { continue };
        if job != current {
            (current, here) = (job, Vec::new());
        }
        let is_theirs = by.is_some() && by.as_ref() == actor;
        let known = files.iter_mut().find(|(file, _)| is_same(file, &document));
        // Each turn begins by attaching the files of earlier turns again, no matter who asks.
        let is_carried = seq == int(here.len() as u64) + 2 && !here.iter().any(|one| is_same(one, &document));
        here.push((*document).clone());
        match known {
            Some(_) if is_carried => {}
            // A file that somebody else attached too is theirs as well.
            Some((_, only)) => *only &= is_theirs,
            None => files.push((Arc::unwrap_or_clone(document), is_theirs)),
        }
    }
    let gone = files.into_iter().filter(|(file, only)| *only && !file.is_erased());
    let name = || uuid::Uuid::new_v4().simple().to_string();
    let gone = gone.map(|(file, _)| GoneFile::new(file, &name())).collect();
    Ok(Erased::of(actor.cloned().map(ActorId), gone))
}

fn is_same(one: &Document, other: &Document) -> bool {
    one.hash == other.hash && one.url == other.url
}

/// A row of `events` that changes: its number in the journal, its payload, and its effect.
pub(crate) struct Rewritten {
    pub seq: u64,
    /// JSON.
    pub payload: String,
    pub effect: Option<String>,
}

/// The rows of a journal that change.
pub(crate) fn rewritten(erased: &mut Erased, journal: &[Recorded]) -> Result<Vec<Rewritten>, Fault> {
    let row = |(seq, event): (u64, Event)| {
        let effect = event.outcome_of().map(|effect| effect.0.clone());
        Rewritten { seq, payload: event.stored().2, effect }
    };
    let events = erased.rewrite(journal).map_err(Fault::Damaged)?;
    Ok(events.into_iter().map(row).collect())
}

/// The question of a recheck, before and after: it repeats what an earlier run made of its own question.
pub(crate) fn question_of(rows: &[Rewritten], journal: &[Recorded]) -> Option<(String, String)> {
    let Event::Asked(before) = &journal.first()?.event else { return None };
    before.previous.as_ref()?;
    let has_another = |recorded: &Recorded| match &recorded.event {
        Event::Forked(forked) => forked.edit.question.is_some(),
        event => matches!(event, Event::Reused(_)),
    };
    let first = rows.iter().find(|row| row.seq == 1 && !journal.iter().any(has_another))?;
    match Event::decode("asked", gorkd_core::job::VERSION, &first.payload) {
        Ok(Event::Asked(after)) => Some((before.question.text.clone(), after.question.text)),
        Ok(_) | Err(_) => None,
    }
}

/// What stands in the question of a run, in a branch, or in a reused answer that names the person. Their JSON may contain
/// it for other reasons, too.
pub(crate) fn names(person: &str) -> [String; 4] {
    let user = person.split_once(':').map_or(person, |(_, user)| user);
    let [own, place] = own_budgets(person);
    [user, person, &own, &place].map(|name| Value::from(name).to_string())
}

/// On the web, the person is also the place.
fn own_budgets(person: &str) -> [String; 2] {
    ["requester", "place"].map(|kind| format!("{kind}:{person}"))
}

/// The question of a run, a branch, or a reused answer (JSON) without the person's name; `None` if it doesn't name them.
pub(crate) fn unnamed(payload: &str, person: &str) -> Result<Option<String>, Fault> {
    let (platform, user) = person.split_once(':').unwrap_or(("", person));
    let own_budgets = own_budgets(person);
    let mut payload: Value = parsed(payload, "a question")?;
    let mut changed = false;
    // A branch names its owner in its home.
    for home in ["", "/home"] {
        if let Some(requester) = payload.pointer_mut(&format!("{home}/requester"))
            && requester["platform"] == platform
            && requester["user"] == user
        {
            requester["user"] = Value::from(ERASED_USER);
            requester["roles"] = Value::Array(Vec::new());
            changed = true;
        }
        if let Some(place) = payload.pointer_mut(&format!("{home}/place"))
            && *place == person
        {
            *place = Value::from(ERASED_USER);
            changed = true;
        }
    }
    // So do the budget scopes of a run.
    if let Some(scopes) = payload.get_mut("scopes").and_then(Value::as_array_mut) {
        let before = scopes.len();
        scopes.retain(|scope| own_budgets.iter().all(|own| scope["scope"] != own.as_str()));
        changed |= scopes.len() < before;
    }
    Ok(changed.then(|| payload.to_string()))
}

/// A watch without their words, as JSON; `None` if it has none.
pub(crate) fn watch(erased: &Erased, watch: &str) -> Result<Option<String>, Fault> {
    let before: Watch = parsed(watch, "a watch")?;
    let mut after = before.clone();
    let changes = after.changed.iter_mut().flat_map(|changed| &mut changed.changes);
    for text in changes.chain([&mut after.question]) {
        if let Some(left) = erased.told(text, &before.owner.locale) {
            *text = left;
        }
    }
    (after != before).then(|| json(&after, "a watch")).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn threads_go_with_those_that_come_from_them() {
        let links = [("b", "a"), ("c", "b"), ("e", "d"), ("e", "c"), ("a", "a"), ("y", "x")];
        let links = links.map(|(thread, from)| (thread.to_owned(), from.to_owned()));
        let grouped = |seeds: &[&str]| {
            let groups = groups(&seeds.iter().map(|seed| (*seed).to_owned()).collect(), &links);
            groups.iter().map(|group| group.iter().cloned().collect::<String>()).collect::<Vec<_>>()
        };
        assert_eq!(grouped(&["b", "z"]), ["bce", "z"]);
        assert_eq!(grouped(&["a", "d", "x"]), ["abcde", "xy"]);
        assert_eq!(grouped(&["c", "d"]), ["cde"], "without what these come from");
        assert_eq!(grouped(&[]), [""; 0]);
    }

    #[test]
    fn threads_that_nothing_comes_from_are_erased_a_few_at_a_time() {
        let own = (0..25).map(|index| format!("own_{index:02}")).collect();
        let links = [("of_others".to_owned(), "own_03".to_owned())];
        let parts = parts(&own, BTreeSet::from(["steered".to_owned()]), &links);
        assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1, TOGETHER, TOGETHER, 4]);
        assert_eq!(parts[0], ["of_others", "own_03"]);
        assert_eq!(parts.concat().into_iter().collect::<BTreeSet<_>>().len(), 27, "each once");
        assert!(super::parts(&BTreeSet::new(), BTreeSet::new(), &links).is_empty());
    }

    #[test]
    fn runs_go_together_as_long_as_their_events_are_few() {
        let few = |events: &[i64], most| {
            let runs = events.iter().enumerate().map(|(index, count)| (index.to_string(), *count));
            first_few(runs.collect(), most).concat()
        };
        assert_eq!(few(&[4, 3, 3, 1], 10), "012");
        assert_eq!(few(&[4, 3], 10), "01");
        assert_eq!(few(&[11, 1], 10), "0", "at least one");
        assert_eq!(few(&[], 10), "");
    }

    #[test]
    fn a_name_goes_from_wherever_it_stands_in_a_question() {
        let requester =
            |platform: &str, user: &str| json!({"platform": platform, "user": user, "roles": ["r"]});
        let nobody = json!({"platform": "web", "user": "erased", "roles": []});
        let question = "Who is \"ben\"?";
        let before = json!({
            "requester": requester("web", "ben"),
            "place": "web:ben",
            "home": {"requester": requester("web", "ben"), "place": "slack:T1:C1"},
            "scopes": [{"scope": "requester:web:ben"}, {"scope": "place:web:ben"}, {"scope": "everything"}],
            "question": question,
        });
        let after = json!({
            "requester": nobody,
            "place": "erased",
            "home": {"requester": nobody, "place": "slack:T1:C1"},
            "scopes": [{"scope": "everything"}],
            "question": question,
        });
        let unnamed = |payload: &Value| unnamed(&payload.to_string(), "web:ben").expect("JSON");
        let left = unnamed(&before).expect("it names him");
        assert_eq!(parsed::<Value>(&left, "a question").expect("JSON"), after);
        let other =
            json!({"requester": requester("slack", "ben"), "place": "slack:T1:C1", "question": question});
        assert_eq!((unnamed(&after), unnamed(&other)), (None, None));
        assert!(names("web:ben").iter().all(|name| before.to_string().contains(name)));
    }

    #[test]
    fn an_origin_is_found_wherever_it_stands() {
        assert_eq!(origin_of(r#"{"previous":{"at":1,"job":"job_1"}}"#).as_deref(), Some("job_1"));
        assert_eq!(origin_of(r#"{"from":"job_2","job":"job_3"}"#).as_deref(), Some("job_2"));
        assert_eq!(origin_of(r#"{"job":"job_3"}"#), None);
    }
}
