use super::*;
use crate::analyze::analyze;
use crate::plan::{plan, steer};
use gorkd_core::model::{Budget, Constraint, DocumentHash, DomainRules, Millis, Question};

/// 1 June 2026.
const NOW: Millis = Millis(1_780_272_000_000);
const DAY: i64 = 86_400_000;

fn hit(url: &str, title: &str, rank: u32) -> SearchHit {
    SearchHit {
        url: url.into(),
        title: title.into(),
        snippet: format!("{title}: what {url} says of it."),
        provider: "web".into(),
        rank,
        ..SearchHit::default()
    }
}

struct Case {
    question: Question,
    constraints: Vec<Constraint>,
    lists: Vec<Vec<SearchHit>>,
    earlier: Vec<Vec<SearchHit>>,
    sites: BTreeMap<String, SiteRecord>,
    rules: DomainRules,
    /// Sites that the queries propose.
    proposed: Vec<String>,
    read: BTreeSet<String>,
    excluded: BTreeSet<SourceId>,
    pages: u32,
}

impl Case {
    fn new(question: &str, lists: Vec<Vec<SearchHit>>) -> Self {
        Case {
            question: analyze(question, NOW),
            constraints: Vec::new(),
            lists,
            earlier: Vec::new(),
            sites: BTreeMap::new(),
            rules: DomainRules::default(),
            proposed: Vec::new(),
            read: BTreeSet::new(),
            excluded: BTreeSet::new(),
            pages: 8,
        }
    }

    fn run(&self) -> Selection {
        let budget = Budget { rounds: 3, queries: 8, pages: 8, results: 8, ..Budget::default() };
        let brief = Brief {
            question: &self.question,
            earlier: &[],
            constraints: &self.constraints,
            budget: &budget,
            domain: None,
            now: NOW,
        };
        let mut plan = plan(&brief);
        plan.routing.rules = self.rules.clone();
        let mut queries: Vec<Query> = (0..self.lists.len())
            .map(|at| plan.queries.get(at).cloned().unwrap_or_else(|| plan.queries[0].clone()))
            .collect();
        for query in &mut queries {
            query.filters.domains_in.clone_from(&self.proposed);
        }
        let lists: Vec<(&Query, &[SearchHit])> =
            queries.iter().zip(&self.lists).map(|(query, hits)| (query, hits.as_slice())).collect();
        let earlier: Vec<(&Query, &[SearchHit])> =
            self.earlier.iter().map(|hits| (&plan.queries[0], hits.as_slice())).collect();
        let selection = select(&SelectInput {
            brief,
            plan: &plan,
            lists: &lists,
            earlier: &earlier,
            sites: &self.sites,
            read: &self.read,
            excluded: &self.excluded,
            pages: self.pages,
        });
        let all: BTreeSet<&str> = self.lists.iter().flatten().map(|hit| hit.url.as_str()).collect();
        let told: BTreeSet<&str> = selection
            .read
            .iter()
            .map(|chosen| chosen.url.as_str())
            .chain(selection.skipped.iter().map(|skipped| skipped.url.as_str()))
            .collect();
        assert!(all.is_subset(&told), "every hit of the round is read or has a reason");
        selection
    }
}

fn reason(selection: &Selection, url: &str) -> Option<SkipReason> {
    selection.skipped.iter().find(|skipped| skipped.url == url).map(|skipped| skipped.reason)
}

fn read(selection: &Selection) -> Vec<&str> {
    selection.read.iter().map(|chosen| chosen.url.as_str()).collect()
}

#[test]
fn one_page_under_two_addresses_is_read_once() {
    let selection = Case::new(
        "How do heat pumps work?",
        vec![
            vec![hit("https://www.a.org/heat/", "Heat pumps", 1), hit("https://b.org/x", "Pumps", 2)],
            vec![hit("https://a.org/heat?utm_source=mail", "Heat pumps", 1)],
        ],
    )
    .run();
    assert_eq!(read(&selection), ["https://www.a.org/heat/", "https://b.org/x"]);
    assert_eq!(reason(&selection, "https://a.org/heat?utm_source=mail"), Some(SkipReason::Duplicate));
    assert!(selection.read[0].why.contains("found by 2 searches"), "{}", selection.read[0].why);
}

#[test]
fn what_was_read_or_excluded_is_left_out_with_a_reason() {
    let mut case = Case::new(
        "How do heat pumps work?",
        vec![vec![
            hit("https://a.org/1", "Heat pumps", 1),
            hit("https://b.org/2", "Heat pumps at home", 2),
            hit("https://c.org/3", "Heat pumps in winter", 3),
            hit("https://reddit.com/r/x", "Heat pumps, honestly", 4),
        ]],
    );
    case.read.insert("http://a.org/1/".into());
    case.excluded.insert(SourceId::of_url("https://b.org/2"));
    case.constraints.push(steer("exclude reddit.com"));
    let selection = case.run();
    assert_eq!(read(&selection), ["https://c.org/3"]);
    assert_eq!(reason(&selection, "https://a.org/1"), Some(SkipReason::AlreadyRead));
    assert_eq!(reason(&selection, "https://b.org/2"), Some(SkipReason::Excluded));
    assert_eq!(reason(&selection, "https://reddit.com/r/x"), Some(SkipReason::Excluded));
}

#[test]
fn one_site_makes_room_for_others_but_a_library_does_not() {
    let pages = |base: &str, hash: bool| -> Vec<SearchHit> {
        (1..=4)
            .map(|n| SearchHit {
                hash: hash.then(|| DocumentHash(format!("h{n}"))),
                ..hit(&format!("{base}/{n}"), &format!("Backups part {n}"), n)
            })
            .collect()
    };
    let other = hit("https://other.net/x", "Backups elsewhere", 5);
    let mut hits = pages("https://manual.example.com", false);
    hits.push(other.clone());
    let selection = Case::new("How are backups made?", vec![hits]).run();
    assert_eq!(selection.read.len(), 3);
    assert_eq!(selection.skipped.iter().filter(|s| s.reason == SkipReason::SameSite).count(), 2);
    let mut hits = pages("https://manual.example.com", true);
    hits.push(other.clone());
    assert_eq!(Case::new("How are backups made?", vec![hits]).run().read.len(), 5);
    let mut hits = pages("https://postgresql.org", false);
    hits.push(other);
    assert_eq!(Case::new("How does PostgreSQL make backups?", vec![hits]).run().read.len(), 5);
}

#[test]
fn copies_count_once() {
    let text = "The agency said on Monday that the probe had landed near the southern pole of the Moon and sent pictures.";
    let copy = |url: &str, rank| SearchHit { snippet: text.into(), ..hit(url, "Probe lands", rank) };
    let selection = Case::new(
        "Where did the probe land?",
        vec![vec![copy("https://a.org/1", 1), copy("https://b.org/1", 2)]],
    )
    .run();
    assert_eq!(read(&selection), ["https://a.org/1"]);
    assert_eq!(reason(&selection, "https://b.org/1"), Some(SkipReason::Duplicate));
}

#[test]
fn fresh_pages_lead_when_something_new_is_wanted() {
    let dated = |url: &str, days: i64, rank| SearchHit {
        published_at: Some(Millis(NOW.0 - days * DAY)),
        ..hit(url, "Debian release notes", rank)
    };
    let lists = vec![vec![dated("https://a.org/old", 900, 1), dated("https://b.org/new", 5, 2)]];
    assert_eq!(
        read(&Case::new("What is the latest Debian release?", lists.clone()).run())[0],
        "https://b.org/new"
    );
    assert_eq!(read(&Case::new("What is a Debian release?", lists).run())[0], "https://a.org/old");
}

#[test]
fn pages_from_before_the_time_asked_about_cannot_tell() {
    let dated = |url: &str, year: i64| SearchHit {
        published_at: Some(Millis((year - 1970) * 365 * DAY + 40 * DAY)),
        ..hit(url, "Solar power", 1)
    };
    let mut case = Case::new(
        "Solar power since 2024",
        vec![vec![dated("https://a.org/1", 2020), dated("https://b.org/2", 2025)]],
    );
    assert_eq!(reason(&case.run(), "https://a.org/1"), Some(SkipReason::OutsidePeriod));
    case =
        Case::new("Solar power", vec![vec![dated("https://a.org/1", 2020), dated("https://b.org/2", 2025)]]);
    case.constraints.push(steer("only 2020"));
    assert_eq!(read(&case.run()), ["https://a.org/1"]);
}

#[test]
fn no_more_pages_are_read_than_allowed() {
    let hits: Vec<SearchHit> =
        (1..=9).map(|n| hit(&format!("https://site{n}.org/"), &format!("Title {n}"), n)).collect();
    let mut case = Case::new("What is it about?", vec![hits]);
    case.pages = 3;
    let selection = case.run();
    assert_eq!(selection.read.len(), 3);
    assert!(selection.skipped.iter().all(|skipped| skipped.reason == SkipReason::RankedLower));
    case.pages = 0;
    assert!(case.run().read.is_empty());
}

#[test]
fn rounds_share_the_pages() {
    for (pages, rounds, expected) in
        [(8, 3, vec![4, 2, 2]), (4, 2, vec![2, 2]), (16, 6, vec![8, 2, 2, 2, 1, 1]), (5, 1, vec![5])]
    {
        let budget = Budget { rounds, pages, ..Budget::default() };
        let mut read = 0;
        let shares: Vec<u32> = (0..rounds as usize)
            .map(|round| {
                let share = pages_for_round(&budget, round, read);
                read += share;
                share
            })
            .collect();
        assert_eq!(shares, expected);
        assert_eq!(pages_for_round(&budget, rounds as usize, read), 0);
    }
}

#[test]
fn nothing_found_selects_nothing() {
    assert_eq!(Case::new("What is it?", vec![vec![], vec![]]).run(), Selection::default());
}

#[test]
fn a_page_that_the_question_names_is_read_first_and_only_once() {
    let question = "When was the bridge opened, by https://www.a.org/bridge/?";
    let mut case = Case::new(question, vec![vec![hit("https://b.org/1", "The bridge was opened", 1)]]);
    let selection = case.run();
    assert_eq!(read(&selection), ["https://www.a.org/bridge/", "https://b.org/1"]);
    assert!(selection.read[0].why.contains("names its address"), "{}", selection.read[0].why);
    case.lists[0].push(hit("https://a.org/bridge", "The bridge", 2));
    let selection = case.run();
    assert_eq!(read(&selection), ["https://a.org/bridge", "https://b.org/1"]);
    assert_eq!(selection.read[0].title, "The bridge");
    case.read.insert("https://a.org/bridge".into());
    assert_eq!(read(&case.run()), ["https://b.org/1"]);
    case = Case::new(question, Vec::new());
    assert_eq!(read(&case.run()), ["https://www.a.org/bridge/"], "also when no search found anything");
}

#[test]
fn what_earlier_rounds_found_counts_and_may_still_be_read() {
    let mut case = Case::new(
        "How do heat pumps work?",
        vec![vec![hit("https://a.org/1", "Heat pumps", 1), hit("https://b.org/2", "Heat pumps", 2)]],
    );
    case.pages = 1;
    assert_eq!(read(&case.run()), ["https://a.org/1"]);
    case.earlier =
        vec![vec![hit("https://b.org/2", "Heat pumps", 1)], vec![hit("https://b.org/2", "Heat pumps", 1)]];
    assert_eq!(read(&case.run()), ["https://b.org/2"], "found in both rounds");
    case.lists = vec![vec![]];
    case.read.insert("https://b.org/2".into());
    case.earlier.push(vec![hit("https://c.org/3", "Heat pumps in winter", 2)]);
    let selection = case.run();
    assert_eq!(read(&selection), ["https://c.org/3"]);
    assert_eq!(selection.skipped, [], "it was told in its own round why the others were not read");
}

#[test]
fn sites_that_cannot_be_read_stand_back() {
    let hits = vec![hit("https://a.org/1", "Heat pumps", 1), hit("https://b.org/2", "Heat pumps", 2)];
    let mut case = Case::new("How do heat pumps work?", vec![hits]);
    assert_eq!(read(&case.run())[0], "https://a.org/1");
    for record in [
        SiteRecord { failed_now: 1, ..SiteRecord::default() },
        SiteRecord { failed_lately: true, ..SiteRecord::default() },
    ] {
        case.sites = BTreeMap::from([("a.org".to_owned(), record)]);
        assert_eq!(read(&case.run())[0], "https://b.org/2", "{record:?}");
    }
}

#[test]
fn ones_own_documents_on_a_proposed_site_come_before_others() {
    let held = |url: &str, rank| {
        let hash = Some(DocumentHash::of_text(url));
        SearchHit { hash, provider: "library".into(), ..hit(url, "Heat pumps", rank) }
    };
    let first = held("https://a.example/1", 1);
    let hits = vec![first, held("https://b.example/2", 2), held("https://c.example/3", 3)];
    let mut case = Case::new("How do heat pumps work?", vec![hits]);
    assert_eq!(read(&case.run())[1], "https://b.example/2");
    case.proposed = vec!["c.example".into()];
    let selection = case.run();
    assert_eq!(read(&selection)[1], "https://c.example/3");
    assert_eq!(selection.read.len(), 3, "others are read all the same");
}

#[test]
fn a_field_has_a_say_in_what_is_read() {
    let hits = vec![
        hit("https://en.wikipedia.org/wiki/Asthma", "Asthma therapy", 1),
        hit("https://blog.example/1", "Asthma therapy", 2),
        hit("https://clinic.example/2", "Asthma therapy", 3),
        hit("https://pubmed.ncbi.nlm.nih.gov/29768149/", "A trial", 4),
    ];
    let mut case = Case::new("Which therapy helps with asthma?", vec![hits]);
    case.pages = 2;
    assert!(!read(&case.run()).contains(&"https://pubmed.ncbi.nlm.nih.gov/29768149/"));
    case.rules = DomainRules {
        academic_required: true,
        excluded_sites: vec!["wikipedia.org".into()],
        preferred_sites: vec!["clinic.example".into()],
        ..DomainRules::default()
    };
    let selection = case.run();
    assert_eq!(read(&selection)[0], "https://pubmed.ncbi.nlm.nih.gov/29768149/");
    assert!(selection.read[0].why.contains("academic source is required"), "{}", selection.read[0].why);
    assert_eq!(reason(&selection, "https://en.wikipedia.org/wiki/Asthma"), Some(SkipReason::Excluded));
    case.read.insert("https://arxiv.org/abs/1".into());
    assert!(!read(&case.run()).contains(&"https://pubmed.ncbi.nlm.nih.gov/29768149/"), "one has been read");
}
