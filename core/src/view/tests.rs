use super::*;
use crate::job::*;
use crate::model::*;
use std::sync::Arc;

/// A journal as a worker writes it, one event every 100 ms from noon on March 1, 2026.
struct Written {
    events: Vec<Recorded>,
    at: i64,
}

const NOON: i64 = 1_772_366_400_000;

impl Written {
    fn new() -> Self {
        let mut written = Self { events: Vec::new(), at: NOON };
        let asked = Asked {
            job: "job_1".into(),
            thread: "thr_1".into(),
            turn: 1,
            question: Question {
                text: "How hot is boiling water?".into(),
                language: "en".into(),
                ..Question::default()
            },
            terms: Terms { privacy: Privacy::LocalOnly, domain: Some("science".into()), ..Terms::default() },
            budget: Budget {
                rounds: 3,
                queries: 8,
                pages: 8,
                seconds: 60,
                tokens: 60_000,
                usd: 0.2,
                ..Budget::default()
            },
            at: Millis(NOON),
            providers: vec!["library".into(), "searxng".into()],
            reply_within_ms: 60_000,
            ..Asked::default()
        };
        written.add(Event::Asked(Box::new(asked)));
        written.add(Event::Resumed { worker: "w1".into() });
        written
    }

    fn add(&mut self, event: Event) -> &mut Self {
        self.at += 100;
        let seq = self.events.len() as Seq + 1;
        self.events.push(Recorded::new(seq, Millis(self.at), event));
        self
    }

    fn start(&mut self, effect: &str) -> &mut Self {
        self.add(Event::Started { effect: effect.into(), attempt: 1, reserved: Spend::default() })
    }

    fn job(&self) -> Job {
        Job::replay(&self.events)
    }

    fn planned(&mut self) -> &mut Self {
        let query =
            Query { text: "boiling point water".into(), sub_question: "q1".into(), ..Query::default() };
        let plan = Plan {
            goal: "the boiling point".into(),
            sub_questions: vec![SubQuestion {
                id: "q1".into(),
                text: "At what temperature does water boil?".into(),
                terms: vec!["boil".into()],
            }],
            queries: vec![query],
            by: Maker::Rules,
            ..Plan::default()
        };
        self.start("plan").add(Event::Planned {
            effect: "plan".into(),
            plan: Box::new(plan),
            cost: Spend::default(),
        })
    }

    /// The library and the web were searched: three addresses, one of them found twice.
    fn found(&mut self) -> &mut Self {
        let job = self.job();
        let query = job.rounds[0].queries[0].clone();
        for (provider, urls) in [("library", &["file:///d/water.md"][..]), ("searxng", &[WEB, GONE][..])] {
            let stem = search_stem(0, &query, provider);
            let hits = urls
                .iter()
                .map(|url| SearchHit {
                    url: (*url).into(),
                    provider: provider.into(),
                    ..SearchHit::default()
                })
                .collect();
            let cost = Spend { usd: MicroUsd(5_000), ..Spend::default() };
            self.start(&stem);
            self.add(Event::Found {
                effect: stem.into(),
                provider: provider.into(),
                hits,
                cached: false,
                cost,
            });
        }
        self
    }

    fn selected(&mut self) -> &mut Self {
        let read = CHOSEN.iter().map(|url| chosen(url)).collect();
        let selection = Selection { read, skipped: Vec::new() };
        self.start("r0.select").add(Event::Selected { effect: "r0.select".into(), selection })
    }

    fn read(&mut self) -> &mut Self {
        for url in ["file:///d/water.md", WEB] {
            let effect = EffectId(read_stem(0, &chosen(url)));
            let document = Arc::new(document(url));
            self.start(effect.as_str());
            self.add(Event::Read {
                effect,
                document,
                cached: url.starts_with("file"),
                cost: Spend::default(),
            });
        }
        let effect = EffectId(read_stem(0, &chosen(GONE)));
        let failure = Failure::skip(FailureReason::NotFound, "The page is gone (404).");
        self.start(effect.as_str()).add(Event::Failed { effect, failure, cost: Spend::default() })
    }

    fn judged(&mut self) -> &mut Self {
        let judgement = Judgement {
            sufficient: true,
            reason: "Two sources say it.".into(),
            gaps: vec!["q1".into()],
            ..Judgement::default()
        };
        let effect: EffectId = "r0.judge".into();
        self.start("r0.judge").add(Event::Judged {
            effect,
            judgement: Arc::new(judgement),
            cost: Spend::default(),
        })
    }

    fn drafted(&mut self) -> &mut Self {
        let draft = Draft { by: Maker::Model("writer-1".into()), ..Draft::default() };
        let cost = Spend { input_tokens: 900, output_tokens: 100, cached_tokens: 50, usd: MicroUsd(1_000) };
        let effect: EffectId = "synthesize.0".into();
        self.start("synthesize.0").add(Event::Drafted { effect, draft: Arc::new(draft), cost })
    }

    fn verified(&mut self) -> &mut Self {
        let effect: EffectId = "verify.0".into();
        let verdict = Box::new(Verdict::Passed(answer()));
        self.start("verify.0").add(Event::Verified { effect, verdict, cost: Spend::default() })
    }
}

const WEB: &str = "https://www.example.org/water?x=1";
const GONE: &str = "https://gone.example/steam";
const CHOSEN: [&str; 3] = ["file:///d/water.md", WEB, GONE];

fn chosen(url: &str) -> Chosen {
    Chosen {
        url: url.into(),
        canonical_url: url.into(),
        snippet: "what the search said".into(),
        why: "names the boiling point".into(),
        score: 0.5,
        ..Chosen::default()
    }
}

fn document(url: &str) -> Document {
    Document {
        hash: DocumentHash::of_text(url),
        url: url.into(),
        canonical_url: url.into(),
        title: "Water".into(),
        language: Some("en".into()),
        kind: DocumentKind::Reference,
        published_at: url.starts_with("https").then_some(Millis(NOON - 86_400_000)),
        fetched_at: Millis(NOON + 250),
        word_count: 120,
        warnings: vec!["One picture has no text.".into()],
        ..Document::default()
    }
}

fn answer() -> Answer {
    let source = SourceId::of_url(WEB);
    Answer {
        summary: "Water boils at 100 °C. [1]".into(),
        confidence: Confidence::Medium,
        confidence_reasons: vec!["One source says it.".into()],
        claims: vec![
            Claim {
                id: "c1".into(),
                text: "Water boils at 100 °C.".into(),
                support: Support::Supported,
                citation_ids: vec!["cit1".into()],
                ..Claim::default()
            },
            Claim {
                id: "c2".into(),
                text: "It boils at 90 °C.".into(),
                part: Part::Detail,
                ..Claim::default()
            },
        ],
        citations: vec![Citation {
            id: "cit1".into(),
            claim_id: "c1".into(),
            claim: "Water boils at 100 °C.".into(),
            source_id: source.clone(),
            quote: "boils at 100 °C".into(),
            start: 6,
            end: 21,
            ..Citation::default()
        }],
        sources: vec![Source {
            id: source,
            number: Some(1),
            document: document(WEB),
            excerpt: "Water boils at 100 °C at sea level.".into(),
            why_used: "names the boiling point".into(),
            relevance: 0.75,
            ..Source::default()
        }],
        ..Answer::default()
    }
}

fn finished() -> Written {
    let mut written = Written::new();
    written.planned().found().selected().read().judged().drafted().verified();
    written
}

#[test]
fn the_document_of_a_finished_job_has_every_promised_field() {
    let text = serde_json::to_string_pretty(&view(&finished().job())).expect("it is JSON");
    insta::assert_snapshot!(text);
}

#[test]
fn a_document_reads_back_as_it_was() {
    let document = view(&finished().job());
    let text = serde_json::to_string(&document).expect("it is JSON");
    assert_eq!(serde_json::from_str::<JobView>(&text).expect("it is a job"), document);
}

/// A job with a quotation of low confidence as its answer, and the scores that a reranker gave its parts.
fn quoted(scores: &[Option<f32>], refuses_below: Option<f32>) -> Job {
    let mut job = finished().job();
    let answer = job.answer.as_mut().expect("it is answered");
    answer.confidence = Confidence::Low;
    answer.blocks = vec![AnswerBlock::default()];
    let part = |score: &Option<f32>| PartJudgement {
        answered: Answered::Partly,
        score: *score,
        refuses_below,
        ..PartJudgement::default()
    };
    let judgement = job.rounds[0].judgement.as_mut().map(Arc::make_mut).expect("it is judged");
    judgement.parts = scores.iter().map(part).collect();
    job
}

fn is_only_closest(job: &Job) -> bool {
    view(job).answer.expect("it is answered").only_closest
}

#[test]
fn a_quotation_that_scores_well_above_the_threshold_is_not_only_the_closest() {
    assert!(!is_only_closest(&quoted(&[Some(3.0)], Some(-1.0))));
    assert!(is_only_closest(&quoted(&[Some(2.9)], Some(-1.0))));
    assert!(!is_only_closest(&quoted(&[Some(9.0), Some(3.0)], Some(-1.0))));
    assert!(is_only_closest(&quoted(&[Some(9.0), Some(2.9)], Some(-1.0))), "the weakest part decides");
}

#[test]
fn a_quotation_that_is_hardly_ahead_of_others_needs_a_higher_score() {
    let with_lead = |score: f32, lead: f32| {
        let mut job = quoted(&[Some(score)], Some(-1.0));
        let judgement = job.rounds[0].judgement.as_mut().map(Arc::make_mut).expect("it is judged");
        judgement.parts[0].lead = Some(lead);
        is_only_closest(&job)
    };
    assert!(with_lead(4.5, 0.0) && !with_lead(5.0, 0.0));
    assert!(!with_lead(3.0, 2.0) && with_lead(1.5, 3.0));
    assert!(with_lead(0.5, 100.0), "how far ahead it is says little of a passage that scores low");
}

#[test]
fn without_scores_a_quotation_of_low_confidence_is_only_the_closest() {
    assert!(is_only_closest(&quoted(&[], None)), "an older build judged it");
    assert!(is_only_closest(&quoted(&[None], None)));
    assert!(is_only_closest(&quoted(&[Some(9.0)], None)), "the model has no threshold");
    assert!(is_only_closest(&quoted(&[Some(9.0), None], Some(-1.0))), "one part has no score");

    let mut clear = quoted(&[], None);
    clear.answer.as_mut().expect("it is answered").confidence = Confidence::Medium;
    assert!(!is_only_closest(&clear));
    let mut written = quoted(&[], None);
    written.answer.as_mut().expect("it is answered").blocks.clear();
    assert!(!is_only_closest(&written), "a model wrote it");
    let mut open = quoted(&[], None);
    open.answer.as_mut().expect("it is answered").parts = vec![AnswerPart::default()];
    assert!(!is_only_closest(&open), "a part without an answer is named instead");
}

#[test]
fn a_job_under_way_has_sources_and_no_answer_and_no_error() {
    let mut written = Written::new();
    written.planned().found().selected().read();
    let document = view(&written.job());
    assert_eq!(document.status, JobStatus::Running);
    assert_eq!((document.answer, document.error), (None, None));
    assert_eq!(document.sources.len(), 2);
    assert!(document.sources.iter().all(|source| !source.cited && source.number.is_none()));
    assert_eq!(document.unread[0].reason, FailureReason::NotFound);
}

#[test]
fn a_cancelled_job_says_so_and_gives_no_answer() {
    let mut written = Written::new();
    written.planned().found().add(Event::CancelRequested);
    let document = view(&written.job());
    assert_eq!(document.answer, None);
    assert_eq!(document.error.map(|error| error.code), Some("cancelled".to_owned()));
}

#[test]
fn a_canceled_retry_leaves_the_answer_that_was_there() {
    let mut written = Written::new();
    written.planned().found().selected().read().judged().drafted().verified();
    let answered = view(&written.job());
    assert!(answered.answer.is_some());
    written.add(Event::Retried);
    let again = view(&written.job());
    assert!(!again.status.is_over() && again.answer.is_none(), "{:?}", again.status);
    written.add(Event::CancelRequested);
    let after = view(&written.job());
    assert_eq!(after.status, JobStatus::Completed);
    assert_eq!((after.answer, after.citations), (answered.answer, answered.citations));
}

#[test]
fn a_branch_of_a_retry_that_is_canceled_is_no_copy_of_its_origin() {
    let mut written = Written::new();
    written.planned().found().selected().read().judged().drafted().verified();
    written
        .add(Event::Retried)
        .add(Event::Forked(Box::new(Forked { job: "job_2".into(), ..Forked::default() })));
    written.add(Event::CancelRequested);
    let branch = written.job();
    assert_eq!((branch.id.as_str(), branch.status()), ("job_2", JobStatus::Cancelled));
}

#[test]
fn what_failed_may_be_tried_again_after_a_canceled_retry() {
    let mut written = Written::new();
    written.planned().found().selected().read().judged().drafted().verified();
    assert!(written.job().is_worth_retrying(), "one of its pages was not there");
    written.add(Event::Retried).add(Event::CancelRequested);
    assert!(written.job().is_worth_retrying());
}

#[test]
fn a_job_of_a_newer_build_is_failed_as_unreadable() {
    let mut written = Written::new();
    let payload = serde_json::json!({});
    written.add(Event::Unknown { kind: "dreamt".into(), version: 9, payload });
    let document = view(&written.job());
    assert_eq!(document.error.map(|error| error.code), Some("unreadable".to_owned()));
}

#[test]
fn steering_that_came_too_late_is_a_warning() {
    let mut written = Written::new();
    written.planned().found().selected().read().judged().drafted();
    let constraint = Constraint { text: "only 2025".into(), kind: ConstraintKind::Note };
    written.add(Event::Steered { constraint, flagged: Vec::new() }).verified();
    let document = view(&written.job());
    let late = "This came too late and is kept for a follow-up: only 2025";
    assert!(document.warnings.iter().any(|warning| warning == late), "{:?}", document.warnings);
}

#[test]
fn cached_means_that_nothing_was_called() {
    let mut written = finished();
    assert!(!view(&written.job()).metadata.cached);
    for recorded in &mut written.events {
        if let Event::Found { cached, .. } | Event::Read { cached, .. } = &mut recorded.event {
            *cached = true;
        }
    }
    assert!(view(&written.job()).metadata.cached);
    // A job that has done nothing yet doesn't count as cached either.
    assert!(!view(&Written::new().job()).metadata.cached);
}

/// The checklist in five letters: `d`one, `a`ctive, `o`pen, `s`kipped; then what is happening.
fn told(job: &Job) -> String {
    let shown = progress(job, job.updated_at);
    let letter = |state: StepState| match state {
        StepState::Done => 'd',
        StepState::Active => 'a',
        StepState::Open => 'o',
        StepState::Skipped => 's',
    };
    let steps: String = shown.steps.iter().map(|step| letter(step.state)).collect();
    format!("{steps} {}/{}/{} {}", shown.pages_read, shown.pages_failed, shown.pages_chosen, shown.now)
}

#[test]
fn progress_follows_the_pipeline() {
    let mut written = Written::new();
    let mut lines = vec![told(&Job::replay(&written.events[..1])), told(&written.job())];
    lines.push(told(&written.planned().job()));
    lines.push(told(&written.found().job()));
    lines.push(told(&written.selected().job()));
    lines.push(told(&written.read().job()));
    lines.push(told(&written.judged().job()));
    lines.push(told(&written.drafted().job()));
    lines.push(told(&written.verified().job()));
    let mut cancelled = Written::new();
    lines.push(told(&cancelled.planned().add(Event::CancelRequested).job()));
    insta::assert_snapshot!(lines.join("\n"), @r"
    aoooo 0/0/0 waiting for its turn
    aoooo 0/0/0 planning
    daooo 0/0/0 searching: boiling point water
    ddaoo 0/0/0 choosing what to read
    ddaoo 0/0/3 reading 3 pages: example.org, gone.example, local file
    dddao 2/1/3 checking whether that is enough
    dddda 2/1/3 writing from 2 sources
    dddda 2/1/3 checking every sentence against its source
    ddddd 2/1/3 done
    dssss 0/0/0 canceled
    ");
}

#[test]
fn progress_counts_time_and_money_against_their_limits() {
    let mut written = Written::new();
    written.planned().found();
    let job = written.job();
    let shown = progress(&job, job.updated_at.plus(1_500));
    assert_eq!((shown.elapsed_ms, shown.limit_ms), (600 + 1_500, 60_000));
    assert_eq!((shown.cost_usd, shown.cost_limit_usd), (0.01, 0.2));
    assert_eq!((shown.round, shown.rounds, shown.queries), (1, 3, 1));
}

#[test]
fn a_question_back_to_the_asker_is_what_is_happening() {
    let mut written = Written::new();
    if let Event::Asked(asked) = &mut written.events[0].event {
        asked.terms.planning = Planning::Interactive;
    }
    let question = ClarifyQuestion { text: "At which pressure?".into(), ..ClarifyQuestion::default() };
    written.start("clarify").add(Event::Clarified {
        effect: "clarify".into(),
        questions: vec![question],
        cost: Spend::default(),
        gate: None,
    });
    assert_eq!(told(&written.job()), "aoooo 0/0/0 waiting for an answer: At which pressure?");
}

#[test]
fn times_are_iso_8601() {
    assert_eq!(iso(Millis(NOON)), "2026-03-01T12:00:00Z");
    assert_eq!(iso(Millis(NOON + 250)), "2026-03-01T12:00:00.25Z");
    assert_eq!(iso(Millis(i64::MAX)), "1970-01-01T00:00:00Z");
}

#[test]
fn a_question_that_was_not_taken_has_a_document_too() {
    let refusal = Refusal::new(RefusalCode::InvalidQuestion, "Ask in at most 2,000 characters.");
    let document = serde_json::to_value(refused("?", &Terms::default(), &refusal)).expect("it is JSON");
    assert_eq!(document["error"]["code"], "invalid_question");
    assert_eq!(document["answer"], serde_json::Value::Null);
    assert_eq!(document["status"], "failed");
}

#[test]
fn the_log_tells_each_call_with_its_time_and_cost_and_what_people_said() {
    let mut written = Written::new();
    written.planned();
    let constraint = Constraint { text: "only 2025".into(), kind: ConstraintKind::Note };
    written.add(Event::Steered { constraint, flagged: Vec::new() });
    written.found().selected().read().judged().drafted().verified();
    let log = log(&written.events);
    let lines: Vec<String> = log
        .iter()
        .map(|one| {
            let to = one.to.as_deref().unwrap_or("-");
            let stage = one.stage.map_or("-", Stage::name);
            let ms = one.ms.map_or("-".to_owned(), |ms| ms.to_string());
            let failed = one.error.as_ref().map_or("-", |error| error.reason.name());
            let (kind, cached) = (one.kind, if one.cached { "cached" } else { "-" });
            format!("{} {kind:?} {stage} {to} {ms} {cached} {} {failed}: {}", one.seq, one.cost_usd, one.text)
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"), @r"
    1 Person - - - - 0 -: Asked: How hot is boiling water?
    2 Step - - - - 0 -: A worker took the run up.
    4 Step plan - 100 - 0 -: Planned 1 part and 1 query.
    5 Person - - - - 0 -: Steered: only 2025
    7 Call search library 100 - 0.005 -: library gave 1 result for “boiling point water”.
    9 Call search searxng 100 - 0.005 -: searxng gave 2 results for “boiling point water”.
    11 Step read - 100 - 0 -: Chose 3 pages to read and passed over 0.
    13 Call read local file 100 cached 0 -: Read Water (120 words).
    15 Call read example.org 100 - 0 -: Read Water (120 words).
    17 Call read gone.example 100 - 0 not_found: The page is gone (404).
    19 Step evaluate - 100 - 0 -: Enough for an answer. Two sources say it.
    21 Call synthesize writer-1 100 - 0.001 -: Wrote a draft of 0 statements.
    23 Step verify - 100 - 0 -: Checked 2 statements, of which 1 held.
    ");
    let cut_off = Recorded::new(99, Millis(NOON + 9_000), Event::Resumed { worker: "w2".into() });
    let mut cut = Written::new();
    cut.start("plan");
    cut.events.push(cut_off);
    let log = super::log(&cut.events);
    assert!(log.last().is_some_and(|one| one.text.contains("1 call was cut off")), "{log:?}");
}

#[test]
fn an_answer_that_is_withheld_leaves_nothing_of_what_was_written() {
    let mut written = Written::new();
    written.planned().found().selected().read().judged();
    let claims = vec![DraftClaim { text: "Water boils at 100 °C.".into(), ..DraftClaim::default() }];
    let draft = Draft { by: Maker::Model("writer-1".into()), claims, ..Draft::default() };
    let (effect, cost) = (EffectId::from("synthesize.0"), Spend::default());
    written.start("synthesize.0").add(Event::Drafted { effect, draft: Arc::new(draft), cost });
    assert!(written.job().draft.is_some_and(|draft| draft.claims.len() == 1));
    let kept = Answer { summary: "It is withheld.".into(), withheld: true, ..Answer::default() };
    let (effect, verdict) = (EffectId::from("verify.0"), Box::new(Verdict::Passed(kept)));
    written.start("verify.0").add(Event::Verified { effect, verdict, cost });
    let job = written.job();
    assert_eq!((job.status(), job.is_writing()), (JobStatus::Completed, true));
    let said = serde_json::to_string(&view(&job)).expect("it is JSON");
    assert!(said.contains("It is withheld.") && !said.contains("boils"), "{said}");
    assert!(job.draft.is_some_and(|draft| draft.claims.is_empty()), "who wrote it is still known");
}
