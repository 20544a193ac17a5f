//! A model that costs money, and a person's budget of a month that runs out.

use crate::models::{app, run, with_library, with_models};
use crate::world::models::{ModelServer, Shape};
use async_trait::async_trait;
use gorkd::wire::App;
use gorkd_core::engine::{AskDefaults, MonthLimits, Service, Worker};
use gorkd_core::job::{BudgetLevel, Job, ModelPrice, Prices, ScopeKind, month};
use gorkd_core::model::*;
use gorkd_core::ports::{Charge, Growing, Metered, Model, Outcome, Prompt};
use gorkd_core::view::view;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A dollar for a million tokens, whichever way they go.
const DEAR: ModelPrice = ModelPrice { input: MicroUsd(1_000_000), output: MicroUsd(1_000_000), cached: None };
const LIMIT: u64 = 1_000_000;

/// A model as it is, but for its price.
struct Priced(Arc<dyn Model>);

#[async_trait]
impl Model for Priced {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn destination(&self) -> Destination {
        self.0.destination()
    }

    async fn complete(
        &self,
        prompt: &Prompt,
        reach: Reach,
        growing: Option<&Growing<'_>>,
    ) -> Outcome<String> {
        let Metered { cost, value, cached, tries } = self.0.complete(prompt, reach, growing).await?;
        Ok(Metered { cost: Spend { usd: DEAR.of(&cost), ..cost }, value, cached, tries })
    }
}

/// A service and a worker whose model costs money, which a person may spend a dollar of.
fn with_a_dear_model(app: &App) -> (Service, Worker) {
    let defaults = AskDefaults {
        prices: Prices { models: BTreeMap::from([("sim-1".to_owned(), DEAR)]), ..Prices::default() },
        limits: MonthLimits { person: Some(MicroUsd(LIMIT)), ..MonthLimits::default() },
        ..AskDefaults::default()
    };
    with_models(app, |inner| Arc::new(Priced(inner)), defaults)
}

fn levels(job: &Job) -> Vec<BudgetLevel> {
    assert!(job.budget_notices.iter().all(|notice| notice.kind == ScopeKind::Person));
    job.budget_notices.iter().map(|notice| notice.level).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_model_is_asked_until_the_budget_of_its_asker_has_no_room_for_it() {
    let machine = with_library();
    let server = ModelServer::start(Shape::OpenAi).await;
    let app = app(&machine, &server, &[]).await;
    let (service, worker) = with_a_dear_model(&app);
    let (scope, period) = (format!("requester:{}", Requester::terminal().key()), month(service.now()));
    let spend = async |usd: u64| {
        let (reserve, release, settle) = (MicroUsd(0), MicroUsd(0), MicroUsd(usd));
        let charge = Charge {
            scope: scope.clone(),
            period: period.clone(),
            reserve,
            release,
            settle,
            limit: Some(MicroUsd(LIMIT)),
        };
        app.store.charge(&[charge]).await.expect("charged");
    };
    let row = async || app.store.budget(&scope, &period).await.expect("asked").expect("there");

    let first = run(&app, &service, &worker, Privacy::Hybrid).await;
    let cost = first.ledger.spent.usd;
    assert!(cost.0 > 0 && levels(&first).is_empty(), "{cost}");
    assert_eq!((row().await.spent, row().await.reserved), (cost, MicroUsd(0)), "the journal says the same");

    // The next call crosses the line.
    spend(LIMIT / 100 * 80 - row().await.spent.0 - 1).await;
    let second = run(&app, &service, &worker, Privacy::Hybrid).await;
    assert_eq!(levels(&second), [BudgetLevel::Near]);
    assert!(
        view(&second).warnings.iter().any(|one| one.starts_with("Most of a monthly budget is spent (yours)")),
        "{:?}",
        view(&second).warnings
    );
    let third = run(&app, &service, &worker, Privacy::Hybrid).await;
    assert!(levels(&third).is_empty(), "once a month is enough");

    // What is left is less than a call may cost.
    spend(LIMIT - row().await.spent.0 - 1).await;
    server.fresh();
    for run_again in [true, false] {
        let job = run(&app, &service, &worker, Privacy::Hybrid).await;
        let told = if run_again {
            vec![BudgetLevel::Refused, BudgetLevel::Full]
        } else {
            vec![BudgetLevel::Refused]
        };
        assert_eq!(levels(&job), told);
        assert_eq!((server.calls().len(), job.ledger.spent.usd), (0, MicroUsd(0)), "nothing was paid");
        assert_eq!(job.draft.as_ref().map(|draft| draft.by.clone()), Some(Maker::Rules), "it is answered");
        let warnings = view(&job).warnings;
        let about: Vec<&String> = warnings.iter().filter(|one| one.contains("budget")).collect();
        assert!(
            about.len() == 1 && about[0].starts_with("A monthly budget is used up (yours)"),
            "{warnings:?}"
        );
    }
    assert_eq!((row().await.spent, row().await.told), (MicroUsd(LIMIT - 1), 100));
    app.close().await;
}
