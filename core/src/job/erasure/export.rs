//! A person's part of the journals of their threads, for an export of what is stored about them. Their own runs are
//! exported as if everybody else had been erased; of other people's runs, only what the person did there.

use super::{Erased, GoneFile, words_typed};
use crate::job::{Asked, Event, Recorded};
use crate::model::{ActorId, Document, DocumentHash, JobId, Millis, ThreadId};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A person whose part is taken out of journals. Journals are read in the order in which they were created, because
/// later ones repeat what earlier ones contain.
#[derive(Debug, Default)]
pub struct ExportOf {
    /// The requester's key.
    person: String,
    actor: Option<ActorId>,
    /// Other people who had a say in a run, by actor. `None` stands for those of journals that name no actor.
    others: BTreeMap<Option<ActorId>, Erased>,
    /// What the person typed, and what others did.
    typed: BTreeSet<String>,
    typed_by_others: BTreeSet<String>,
    /// The times of the person's own turns.
    turns: BTreeSet<Millis>,
    /// Files by thread: each turn attaches those of earlier turns again, but the first time it was their owner.
    files: BTreeSet<(ThreadId, DocumentHash, String)>,
}

/// A person's part of one journal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportedRun {
    /// Whether the person asked for the run.
    pub is_own: bool,
    /// The question, as far as the person asked it: a branch of somebody else's run may repeat theirs.
    pub question: Option<String>,
    pub events: Vec<Recorded>,
    /// Number of events that are somebody else's.
    pub left_out: usize,
    /// Files that the person attached here first.
    pub files: Vec<Document>,
}

impl ExportOf {
    pub fn new(person: &str, actor: Option<ActorId>) -> Self {
        Self { person: person.to_owned(), actor, ..Self::default() }
    }

    /// Whether the person did this.
    pub fn is_by_them(&self, recorded: &Recorded) -> bool {
        self.actor.is_some() && recorded.actor == self.actor
    }

    /// Takes the person's part out of the next journal. The error says what can't be left out.
    pub fn take(&mut self, thread: &ThreadId, journal: &[Recorded]) -> Result<ExportedRun, String> {
        let owners = owners_of(journal);
        let is_own = owners.last().is_some_and(|owner| *owner == self.person);
        let mut files = Vec::new();
        let is_start = |one: &Recorded| matches!(one.event, Event::Forked(_) | Event::Reused(_));
        let copied = journal.iter().rposition(is_start).unwrap_or(0);
        for (at, (recorded, owner)) in journal.iter().zip(&owners).enumerate() {
            if at < copied {
                self.carry(thread, recorded);
            }
            self.learn(thread, recorded, owner, &mut files);
        }
        let mut asker = None;
        for (job, turn) in turns_of(journal) {
            let recorded = &journal[turn.start];
            if owners[turn.start] != self.person && !self.is_by_them(recorded) {
                asker = Some(recorded.actor.clone());
                self.other(recorded).learn(job, &journal[..turn.end]);
            }
        }
        let mut events = journal.to_vec();
        // The asker's own run is learned, not rewritten.
        let asker = asker.filter(|_| !is_own);
        for (_, erased) in self.others.iter_mut().filter(|(actor, _)| asker.as_ref() != Some(*actor)) {
            let changed: BTreeMap<_, _> = erased.rewrite(&events)?.into_iter().collect();
            for one in &mut events {
                if let Some(event) = changed.get(&one.seq) {
                    one.event = event.clone();
                }
            }
        }
        let all = events.len();
        let mut events = match is_own {
            true => own_events(events, &owners, &self.person),
            // Their words are complete in the journal as it was read.
            false => {
                let theirs = |one: &&Recorded| self.is_by_them(one) && !self.is_file_of_others(one);
                journal.iter().filter(theirs).cloned().collect()
            }
        };
        for one in &mut events {
            if let Event::Asked(asked) = &mut one.event {
                self.without_others(asked);
            }
        }
        let question = if is_own { question_of(&events) } else { None };
        Ok(ExportedRun { is_own, question, left_out: all - events.len(), events, files })
    }

    /// Learns whose words and files an event contains.
    fn learn(&mut self, thread: &ThreadId, recorded: &Recorded, owner: &str, files: &mut Vec<Document>) {
        let own_run = owner == self.person;
        // Journals of older builds name no actors. Commands in them count as those of whoever asked.
        let by_them = self.is_by_them(recorded) || (own_run && recorded.actor.is_none());
        match &recorded.event {
            Event::Asked(asked) if own_run => self.own_turn(&asked.question.text, asked.at),
            Event::Reused(reused) if own_run => self.own_turn(&reused.question.text, reused.at),
            Event::Steered { .. } | Event::Replied { .. } => {
                let words = words_typed(&recorded.event);
                if by_them {
                    self.typed.extend(words);
                } else if !words.is_empty() {
                    self.typed_by_others.extend(words);
                    self.other(recorded);
                }
            }
            Event::Attached { document } => {
                let file = (thread.clone(), document.hash.clone(), document.url.clone());
                if document.is_erased() || !self.files.insert(file) {
                    return;
                }
                if by_them {
                    files.push((**document).clone());
                } else {
                    let name = format!("other-{}", self.files.len());
                    self.other(recorded).files.push(GoneFile::new((**document).clone(), &name));
                }
            }
            _ => {}
        }
    }

    /// Notes that a file in a copy of a run was attached before, in whatever thread.
    fn carry(&mut self, thread: &ThreadId, recorded: &Recorded) {
        let Event::Attached { document } = &recorded.event else { return };
        if self.files.iter().any(|(_, hash, url)| *hash == document.hash && *url == document.url) {
            self.files.insert((thread.clone(), document.hash.clone(), document.url.clone()));
        }
    }

    fn is_file_of_others(&self, recorded: &Recorded) -> bool {
        matches!(&recorded.event, Event::Attached { document } if self.is_of_others(document))
    }

    /// Whether a document is a file of somebody else.
    fn is_of_others(&self, document: &Document) -> bool {
        let mut files = self.others.values().flat_map(|other| &other.files);
        files.any(|file| file.document.hash == document.hash && file.document.url == document.url)
    }

    fn own_turn(&mut self, question: &str, at: Millis) {
        self.turns.insert(at);
        self.typed.insert(question.to_owned());
    }

    /// The other person who did this.
    fn other(&mut self, recorded: &Recorded) -> &mut Erased {
        let actor = recorded.actor.clone();
        self.others.entry(actor.clone()).or_insert_with(|| Erased::of(actor, Vec::new()))
    }

    /// Removes what a question has taken over from other people's turns.
    fn without_others(&self, asked: &mut Asked) {
        asked.earlier.retain(|turn| self.turns.contains(&turn.at) && turn.at != asked.at);
        let theirs = |text: &String| self.typed.contains(text) || !self.typed_by_others.contains(text);
        asked.constraints.retain(|wish| theirs(&wish.text));
        asked.at_hand.retain(|document| !self.is_of_others(document));
    }
}

/// To whom the run belongs with each event: a copy of a run begins as its asker's.
fn owners_of(journal: &[Recorded]) -> Vec<String> {
    let mut owner = String::new();
    let owners = journal.iter().map(|recorded| {
        match &recorded.event {
            Event::Asked(asked) => owner = asked.requester.key(),
            Event::Reused(reused) => owner = reused.requester.key(),
            Event::Forked(forked) => {
                if let Some(home) = &forked.home {
                    owner = home.requester.key();
                }
            }
            _ => {}
        }
        owner.clone()
    });
    owners.collect()
}

/// The turns that a journal contains, each with its job and its events: a copy of a run begins with those of the
/// original.
fn turns_of(journal: &[Recorded]) -> Vec<(&JobId, Range<usize>)> {
    let mut turns: Vec<(&JobId, Range<usize>)> = Vec::new();
    for (at, recorded) in journal.iter().enumerate() {
        match &recorded.event {
            Event::Asked(asked) => turns.push((&asked.job, at..at)),
            Event::Reused(reused) => turns.push((&reused.job, at..at)),
            Event::Forked(forked) => turns.push((&forked.job, at..at)),
            _ => {}
        }
        if let Some((_, turn)) = turns.last_mut() {
            turn.end = at + 1;
        }
    }
    turns
}

/// The events of the person's own run. Of a run whose answer is reused, only the answer remains.
fn own_events(events: Vec<Recorded>, owners: &[String], person: &str) -> Vec<Recorded> {
    let from = owners.iter().position(|owner| owner == person).unwrap_or(events.len());
    let reused = matches!(events.get(from), Some(Recorded { event: Event::Reused(_), .. }));
    let is_answer = |one: &Recorded| matches!(one.event, Event::Verified { .. });
    let answer = events[..from].iter().rposition(is_answer).filter(|_| reused);
    let numbered = events.into_iter().enumerate();
    let own = numbered.filter(|(at, _)| owners[*at] == person || Some(*at) == answer);
    own.map(|(_, recorded)| recorded).collect()
}

/// The latest question of the person's own run.
fn question_of(events: &[Recorded]) -> Option<String> {
    events.iter().rev().find_map(|recorded| match &recorded.event {
        Event::Asked(asked) => Some(asked.question.text.clone()),
        Event::Reused(reused) => Some(reused.question.text.clone()),
        Event::Forked(forked) => forked.edit.question.as_ref().map(|question| question.text.clone()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{Edit, Forked, NewHome, Reused, Verdict};
    use crate::model::*;
    use std::sync::Arc;

    fn key(user: &str) -> Requester {
        Requester { platform: "web".into(), user: user.into(), ..Requester::default() }
    }

    fn asked(user: &str, text: &str, at: i64) -> Asked {
        let question = Question { text: text.into(), ..Question::default() };
        Asked { requester: key(user), question, at: Millis(at), ..Asked::default() }
    }

    fn steered(text: &str) -> Event {
        let constraint = Constraint { text: text.into(), ..Constraint::default() };
        Event::Steered { constraint, flagged: Vec::new() }
    }

    fn attached(name: &str) -> Event {
        let url = format!("file:///given/{name}.md");
        let document = Document {
            hash: DocumentHash::of_text(name),
            canonical_url: url.clone(),
            url,
            title: name.into(),
            ..Document::default()
        };
        Event::Attached { document: Arc::new(document) }
    }

    fn journal(events: Vec<(&str, Event)>) -> Vec<Recorded> {
        let numbered = events.into_iter().zip(1..);
        let recorded = |((by, event), seq): ((&str, Event), Seq)| Recorded {
            actor: (!by.is_empty()).then(|| ActorId(format!("act_{by}"))),
            ..Recorded::new(seq, Millis(seq as i64), event)
        };
        numbered.map(recorded).collect()
    }

    fn of(user: &str) -> ExportOf {
        ExportOf::new(&format!("web:{user}"), Some(ActorId(format!("act_{user}"))))
    }

    #[test]
    fn an_own_run_is_whole_but_for_the_words_and_files_of_others() {
        let run = journal(vec![
            ("ada", Event::Asked(Box::new(asked("ada", "Who built the bridge?", 1)))),
            ("ada", steered("only adasteer")),
            ("ben", steered("also bensteer")),
            ("ada", attached("adafile")),
            ("ben", attached("benfile")),
            ("", Event::StopRequested),
        ]);
        let ada = of("ada").take(&"thr_1".into(), &run).expect("taken");
        assert!(ada.is_own && ada.left_out == 0, "{ada:?}");
        assert_eq!(ada.question.as_deref(), Some("Who built the bridge?"));
        let text = format!("{ada:?}");
        assert!(text.contains("adasteer") && text.contains("adafile"), "{text}");
        assert!(!text.contains("bensteer") && !text.contains("benfile"), "{text}");
        assert_eq!((ada.events.len(), ada.files.len()), (6, 1));

        let ben = of("ben").take(&"thr_1".into(), &run).expect("taken");
        assert_eq!((ben.is_own, ben.question.as_deref(), ben.left_out), (false, None, 4));
        let text = format!("{ben:?}");
        assert!(text.contains("bensteer") && text.contains("benfile"), "{text}");
        assert!(!["adasteer", "adafile", "bridge"].iter().any(|theirs| text.contains(theirs)), "{text}");
        assert_eq!((ben.events.len(), ben.files.len()), (2, 1));
    }

    #[test]
    fn a_turn_in_a_shared_thread_keeps_only_what_is_its_askers() {
        let thread: ThreadId = "thr_1".into();
        let first = journal(vec![
            ("ada", Event::Asked(Box::new(asked("ada", "What is the adatoll?", 1)))),
            ("ada", steered("adawish")),
            ("ada", attached("adafile")),
        ]);
        let turn = |question: &str, at| EarlierTurn {
            question: question.into(),
            at: Millis(at),
            ..EarlierTurn::default()
        };
        let second = Asked {
            earlier: vec![turn("What is the adatoll?", 1)],
            constraints: vec![Constraint { text: "adawish".into(), ..Constraint::default() }],
            ..asked("ben", "And the bentoll?", 2)
        };
        let plan = Plan { goal: "The adatoll and the bentoll".into(), ..Plan::default() };
        let planned = Event::Planned { effect: "plan".into(), plan: Box::new(plan), cost: Spend::default() };
        // The file of the first turn is attached again by whoever asks next.
        let second = journal(vec![
            ("ben", Event::Asked(Box::new(second))),
            ("ben", attached("adafile")),
            ("", planned),
        ]);
        let third = Asked {
            earlier: vec![turn("What is the adatoll?", 1), turn("And the bentoll?", 2)],
            ..asked("ben", "And today?", 3)
        };
        let third = journal(vec![("ben", Event::Asked(Box::new(third)))]);
        let mut ben = of("ben");
        let foreign = ben.take(&thread, &first).expect("taken");
        assert_eq!((foreign.events.len(), foreign.files.len()), (0, 0));
        let own = [&second, &third].map(|run| ben.take(&thread, run).expect("taken"));
        let text = format!("{own:?}");
        assert!(own.iter().all(|run| format!("{run:?}").contains("bentoll")), "{text}");
        assert!(
            !text.contains("adatoll") && !text.contains("adawish") && !text.contains("adafile"),
            "{text}"
        );
        assert_eq!((own[0].files.len(), own[0].events.len()), (0, 3));
        assert!(text.contains("(erased)"), "{text}");

        // Whoever branches his turn, in whatever thread, has a copy of what he attached again.
        let file = |name: &str| match attached(name) {
            Event::Attached { document } => Arc::unwrap_or_clone(document),
            other => panic!("{other:?}"),
        };
        let second =
            Asked { at_hand: vec![file("adafile"), file("page")], ..asked("ben", "And the bentoll?", 2) };
        for (user, is_own) in [("ada", false), ("ben", true)] {
            let home = Some(NewHome { requester: key(user), ..NewHome::default() });
            let copy = journal(vec![
                ("ben", Event::Asked(Box::new(second.clone()))),
                ("ben", attached("adafile")),
                (user, Event::Forked(Box::new(Forked { job: "job_copy".into(), home, ..Forked::default() }))),
            ]);
            let copy = ben.take(&format!("thr_{user}").as_str().into(), &copy).expect("taken");
            assert_eq!((copy.is_own, copy.files.len()), (is_own, 0), "{copy:?}");
            let text = format!("{copy:?}");
            assert!(text.contains("bentoll") && text.contains("given/page.md"), "{text}");
            assert!(!text.contains("adafile"), "{text}");
        }
    }

    #[test]
    fn a_copied_run_is_its_askers_and_the_copy_keeps_the_answer_that_it_reuses() {
        let verified = |summary: &str| Event::Verified {
            effect: "verify.0".into(),
            verdict: Box::new(Verdict::Passed(Answer { summary: summary.into(), ..Answer::default() })),
            cost: Spend::default(),
        };
        let copied = || {
            vec![
                ("ada", Event::Asked(Box::new(asked("ada", "What is the adatoll?", 1)))),
                ("", verified("It is 3 crowns.")),
            ]
        };
        let question = |text: &str| Question { text: text.into(), ..Question::default() };
        let mut reused = copied();
        let again = Reused { requester: key("ben"), question: question("The bentoll?"), ..Reused::default() };
        reused.push(("ben", Event::Reused(Box::new(again))));
        let ben = of("ben").take(&"thr_2".into(), &journal(reused)).expect("taken");
        assert_eq!((ben.question.as_deref(), ben.left_out), (Some("The bentoll?"), 1));
        let text = format!("{ben:?}");
        assert!(text.contains("3 crowns") && !text.contains("adatoll"), "{text}");

        let home = NewHome { requester: key("ben"), ..NewHome::default() };
        let mut forked = copied();
        let fork = Forked { home: Some(home.clone()), ..Forked::default() };
        forked.push(("ben", Event::Forked(Box::new(fork))));
        let ben = of("ben").take(&"thr_3".into(), &journal(forked)).expect("taken");
        assert_eq!((ben.question, ben.left_out, ben.events.len()), (None, 2, 1));
        let edit = Edit { question: Some(question("And the bentoll?")), ..Edit::default() };
        let mut edited = copied();
        let fork = Forked { home: Some(home), edit, ..Forked::default() };
        edited.push(("ben", Event::Forked(Box::new(fork))));
        let run = journal(edited);
        let ben = of("ben").take(&"thr_4".into(), &run).expect("taken");
        assert_eq!(ben.question.as_deref(), Some("And the bentoll?"));
        // Whoever asked first finds their own part in the copy.
        let ada = of("ada").take(&"thr_4".into(), &run).expect("taken");
        assert_eq!((ada.is_own, ada.events.len()), (false, 1));
        assert!(format!("{ada:?}").contains("adatoll"), "{ada:?}");
    }
}
