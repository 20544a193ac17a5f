//! Monthly budgets shared by the jobs of all processes.

use super::{Base, append, events_of, new_job, started};
use gorkd_core::job::{Event, Forked, NewHome, Scope};
use gorkd_core::model::{MicroUsd, Requester};
use gorkd_core::ports::*;

const MONTH: &str = "2026-11";

fn charge(scope: &str, reserve: u64, release: u64, settle: u64, limit: Option<u64>) -> Charge {
    Charge {
        scope: scope.into(),
        period: MONTH.into(),
        reserve: MicroUsd(reserve),
        release: MicroUsd(release),
        settle: MicroUsd(settle),
        limit: limit.map(MicroUsd),
    }
}

/// A percentage of a limit.
fn line(scope: &str, period: &str, percent: u8, limit: u64) -> BudgetLine {
    BudgetLine { scope: scope.into(), period: period.into(), percent, limit: MicroUsd(limit) }
}

pub async fn what_is_used_is_listed_by_month_with_its_limit(base: &dyn Base) {
    let store = base.open().await;
    assert_eq!(store.budgets(MONTH).await.expect("listed"), []);
    assert_eq!(store.budget("everything", MONTH).await.expect("asked"), None);
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let charges =
        vec![charge("requester:web:ada", 30, 0, 0, Some(100)), charge("everything", 30, 0, 0, None)];
    store.append(Append { charges, ..append("job_1", 1, vec![started("a")]) }).await.expect("appended");
    let alone = vec![charge("requester:web:ada", 0, 10, 12, None)];
    store.charge(&alone).await.expect("charged");
    store
        .charge(&[Charge { period: "2026-12".into(), ..charge("everything", 1, 0, 0, None) }])
        .await
        .expect("charged");

    let other = base.open().await;
    let row = |scope: &str, reserved: u64, spent: u64, limit: Option<u64>| BudgetRow {
        scope: scope.into(),
        period: MONTH.into(),
        reserved: MicroUsd(reserved),
        spent: MicroUsd(spent),
        limit: limit.map(MicroUsd),
        told: 0,
    };
    // A charge without a limit does not change the limit.
    let of_ada = row("requester:web:ada", 20, 12, Some(100));
    assert_eq!(other.budgets(MONTH).await.expect("listed"), [row("everything", 30, 0, None), of_ada.clone()]);
    assert_eq!(other.budget("requester:web:ada", MONTH).await.expect("asked"), Some(of_ada));
}

pub async fn what_does_not_fit_is_charged_nowhere(base: &dyn Base) {
    let store = base.open().await;
    let charges = [charge("everything", 60, 0, 0, Some(1_000)), charge("key:k1", 60, 0, 0, Some(50))];
    match store.charge(&charges).await {
        Err(StoreError::OverLimit { scope, limit }) => assert_eq!((scope.as_str(), limit), ("key:k1", 50)),
        other => panic!("{other:?}"),
    }
    let used = store.budget("everything", MONTH).await.expect("asked").unwrap_or_default();
    assert_eq!((used.reserved, used.spent), (MicroUsd(0), MicroUsd(0)));
}

/// Calls may cost more than estimated. Both meanwhile and in the end, a budget is overrun by no more than the
/// calls in progress at once.
pub async fn a_budget_is_overrun_by_no_more_than_what_is_under_way(base: &dyn Base) {
    const LIMIT: u64 = 300;
    /// The amount reserved for a call, and its actual cost.
    const PRICE: u64 = 10;
    const COST: u64 = 13;
    const CALLERS: usize = 12;
    let stores = [base.open().await, base.open().await, base.open().await];
    let mut callers = Vec::new();
    for index in 0..CALLERS {
        let store = stores[index % 3].clone();
        callers.push(tokio::spawn(async move {
            // Like two runs in one workspace that take the budgets in different orders.
            let mut scopes = ["everything", "workspace:slack:T1"];
            scopes.rotate_left(index % 2);
            let charges = |reserve, release, settle| {
                scopes.map(|scope| charge(scope, reserve, release, settle, Some(LIMIT)))
            };
            let mut paid = 0;
            loop {
                match store.charge(&charges(PRICE, 0, 0)).await {
                    Ok(()) => {}
                    Err(StoreError::OverLimit { .. }) => {
                        let spent =
                            store.budget("everything", MONTH).await.expect("asked").expect("there").spent;
                        // Others may still return what they have reserved.
                        if spent.0 + PRICE > LIMIT {
                            return paid;
                        }
                        tokio::task::yield_now().await;
                        continue;
                    }
                    Err(other) => panic!("{other}"),
                }
                store.charge(&charges(0, PRICE, COST)).await.expect("what was spent is a fact");
                paid += COST;
            }
        }));
    }
    let mut paid = 0;
    for caller in callers {
        paid += caller.await.expect("no panic");
    }
    for scope in ["everything", "workspace:slack:T1"] {
        let row = stores[0].budget(scope, MONTH).await.expect("asked").expect("there");
        assert_eq!(
            (row.spent.0, row.reserved.0),
            (paid, 0),
            "{scope}: nothing is lost, nothing is left over"
        );
    }
    assert!(paid + PRICE > LIMIT, "{paid}: all of it may be spent");
    // Each caller had at most one call in progress, and each call exceeded its estimate by this much.
    assert!(paid <= LIMIT + (COST - PRICE) * CALLERS as u64, "{paid}");
}

pub async fn of_all_jobs_one_tells_of_a_level(base: &dyn Base) {
    let stores = [base.open().await, base.open().await];
    let mut claims = Vec::new();
    for index in 0..8 {
        let (store, job) = (stores[index % 2].clone(), format!("job_{index}"));
        store.create(new_job(&job, &format!("thr_{index}"), 1)).await.expect("created");
        claims.push(tokio::spawn(async move {
            let ours = store
                .claim_notice(&line("everything", MONTH, 80, 100), &job.as_str().into())
                .await
                .expect("asked");
            ours.then_some((job, index))
        }));
    }
    let mut tellers = Vec::new();
    for claim in claims {
        tellers.extend(claim.await.expect("no panic"));
    }
    let [(teller, index)] = tellers.as_slice() else { panic!("{tellers:?}") };
    let store = &stores[0];
    let job = teller.as_str().into();
    assert!(
        store.claim_notice(&line("everything", MONTH, 80, 100), &job).await.expect("asked"),
        "it may have crashed before it told"
    );
    assert!(store.claim_notice(&line("everything", "2026-12", 80, 100), &job).await.expect("asked"));
    store.charge(&[charge("everything", 0, 0, 90, Some(100))]).await.expect("charged");
    let told = async || store.budget("everything", MONTH).await.expect("asked").expect("there").told;
    assert_eq!(told().await, 80);
    let claim = async |percent: u8, limit: u64, job: &str| {
        let line = line("everything", MONTH, percent, limit);
        store.claim_notice(&line, &job.into()).await.expect("asked")
    };
    assert!(claim(100, 100, "job_0").await);
    assert_eq!(told().await, 100);

    // The notice stays recorded after the run that gave it is erased.
    store.delete(&format!("thr_{index}").as_str().into()).await.expect("erased");
    let others: Vec<String> = (0..8).filter(|other| other != index).map(|nth| format!("job_{nth}")).collect();
    for other in &others {
        assert!(!claim(80, 100, other).await);
    }

    // A raised limit counts as a new one.
    store.charge(&[charge("everything", 0, 0, 0, Some(1_000))]).await.expect("charged");
    assert_eq!(told().await, 0);
    assert!(!store.budget("everything", MONTH).await.expect("asked").expect("there").is_used_up());
    assert!(claim(80, 1_000, &others[0]).await);
    assert!(!claim(80, 1_000, &others[1]).await && !claim(80, 100, &others[1]).await);
    assert_eq!(told().await, 80);
}

pub async fn what_an_erased_person_spent_names_nobody(base: &dyn Base) {
    let store = base.open().await;
    let ben = Requester { platform: "web".into(), user: "ben".into(), ..Requester::default() };
    let scope = |name: &str| Scope { scope: name.into(), period: MONTH.into(), limit: Some(MicroUsd(9)) };
    let mut new = new_job("of_ben", "thr_ben", 1);
    if let Event::Asked(asked) = &mut new.events[0] {
        asked.requester = ben.clone();
        // As on the web.
        asked.place = "web:ben".into();
        asked.scopes = vec![scope("everything"), scope("requester:web:ben"), scope("place:web:ben")];
    }
    store.create(NewJob { requester: ben.clone(), ..new }).await.expect("created");
    let scopes = Some(vec![scope("requester:web:ben"), scope("place:web:ben"), scope("key:k")]);
    // From a branch of Ben's own, which others branched again.
    let home = NewHome { place: "web:ben".into(), requester: ben, ..NewHome::default() };
    let forked = Forked { scopes, home: Some(home), ..Forked::default() };
    let copies = [("copy", "thr_copy", "of_ben", 1), ("copy_of_copy", "thr_again", "copy", 2)];
    for (job, thread, from, at) in copies {
        let copy = NewJob {
            copied: Some((from.into(), at)),
            events: vec![Event::Forked(Box::new(forked.clone()))],
            ..new_job(job, thread, 1)
        };
        store.create(copy).await.expect("created");
    }
    let of_ben = ["requester:web:ben", "place:web:ben"];
    store.charge(&of_ben.map(|scope| charge(scope, 0, 0, 9, Some(9)))).await.expect("charged");
    let of_ben = of_ben.map(|scope| line(scope, MONTH, 100, 9));
    for line in &of_ben {
        assert!(store.claim_notice(line, &"copy".into()).await.expect("asked"));
    }

    store.erase_person("web:ben").await.expect("erased");
    assert_eq!(store.budgets(MONTH).await.expect("listed"), []);
    for line in &of_ben {
        assert!(store.claim_notice(line, &"copy_of_copy".into()).await.expect("asked"), "{line:?} is gone");
    }
    for job in ["copy", "copy_of_copy"] {
        let events = events_of(&store.events(&job.into(), 0).await.expect("there"));
        let said = format!("{events:?}");
        assert!(!said.contains("web:ben") && !said.contains("\"ben\""), "{job}: {said}");
        let Event::Asked(asked) = &events[0] else { panic!("{events:?}") };
        assert_eq!(asked.scopes, [scope("everything")], "{job}");
    }
}
