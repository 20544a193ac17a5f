//! The contract that every store must fulfill, whatever its database. A database module calls
//! `held_to_the_contract!` with an expression that creates a fresh [`Base`].

pub mod actors;
pub mod articles;
pub mod budgets;
pub mod chat;
pub mod documents;
pub mod edits;
pub mod export;
pub mod installations;
pub mod journal;
pub mod keys;
pub mod library;
pub mod overview;
pub mod random;
pub mod requests;
pub mod sessions;
pub mod shares;
pub mod talk;
pub mod threads;
pub mod usage;
pub mod workers;

pub use crate::Store;
use crate::erased::EVENTS_TOGETHER;
use async_trait::async_trait;
use gorkd_core::job::*;
use gorkd_core::model::*;
use gorkd_core::ports::*;
use std::io::{BufRead, BufReader};
use std::sync::Arc;
use std::time::Duration;

/// A database on which any number of handles can be opened.
#[async_trait]
pub trait Base: Send + Sync {
    /// Opens another handle, as another process would.
    async fn open(&self) -> Arc<dyn Store>;
}

macro_rules! held_to_the_contract {
    ($base:expr) => {
        $crate::tests::contract::held_to_the_contract! { $base;
            journal::a_new_job_stands_as_it_was_asked,
            journal::an_append_hands_back_what_came_in_between,
            journal::an_outcome_is_recorded_once,
            journal::a_branch_may_run_again_what_its_origin_has_run,
            journal::a_copy_goes_up_to_its_event_and_keeps_what_that_rests_on,
            journal::an_append_under_an_old_fence_writes_nothing,
            journal::a_charge_over_its_limit_writes_nothing,
            journal::charges_hold_under_concurrency,
            journal::what_was_spent_is_recorded_whatever_the_limit,
            journal::an_append_sent_again_is_not_paid_twice,
            journal::unknown_kinds_come_back_as_they_were,
            journal::what_is_not_there_is_not_found,
            journal::appends_are_told_to_all_who_listen,
            journal::events_of_a_thread_come_in_the_order_of_writing,
            journal::of_jobs_that_are_the_same_one_goes_on,
            budgets::what_is_used_is_listed_by_month_with_its_limit,
            budgets::what_does_not_fit_is_charged_nowhere,
            budgets::a_budget_is_overrun_by_no_more_than_what_is_under_way,
            budgets::of_all_jobs_one_tells_of_a_level,
            budgets::what_an_erased_person_spent_names_nobody,
            actors::commands_say_whose_they_are_and_name_nobody,
            actors::what_somebody_typed_goes_with_them_and_the_journal_stays,
            actors::what_runs_of_others_made_of_somebodys_words_goes_with_them,
            actors::one_after_the_other_is_erased_from_the_same_run,
            actors::a_branch_takes_nothing_from_the_asker,
            actors::checks_of_an_answer_and_their_watch_lose_the_same_words,
            actors::a_file_that_somebody_else_attached_too_stays,
            actors::copies_that_are_made_while_somebody_is_erased_name_nobody,
            actors::what_others_took_over_from_a_long_thread_loses_the_same_words,
            actors::copies_from_a_long_thread_that_is_being_erased_name_nobody,
            actors::whoever_is_erased_may_type_on_meanwhile,
            actors::two_who_are_named_in_the_same_runs_are_erased_at_once,
            export::all_that_a_person_wrote_is_exported_and_nothing_of_others,
            keys::a_key_is_found_by_its_hash_until_it_is_revoked,
            keys::a_first_key_is_the_first_or_none,
            keys::a_key_keeps_its_role_its_end_and_its_budget,
            shares::one_secret_signs_and_links_of_a_run_end_with_it,
            shares::links_are_listed_changed_and_ended_one_by_one,
            sessions::a_session_holds_for_its_time_and_knows_its_key,
            sessions::whoever_is_erased_is_signed_out_and_has_no_keys,
            sessions::a_code_is_good_once_and_a_chat_has_one_owner,
            overview::what_runs_use_is_added_up_and_what_branches_copy_is_not,
            edits::of_two_who_edit_a_table_one_is_first,
            edits::old_versions_of_a_table_go,
            requests::a_request_is_worked_on_once_and_its_reply_kept_for_its_time,
            requests::a_request_that_nobody_works_on_is_begun_again,
            requests::of_many_that_begin_a_request_at_once_one_works_on_it,
            requests::a_reply_goes_with_its_thread,
            articles::an_article_stands_as_its_site_wrote_it_last,
            articles::published_articles_are_found_by_their_words,
            articles::of_several_who_begin_research_one_does,
            articles::each_status_of_a_run_is_told_once_and_goes_with_it,
            workers::a_job_goes_to_one_worker,
            workers::jobs_wait_for_their_time,
            workers::several_jobs_are_taken_at_once_and_each_once,
            workers::a_place_in_the_line_counts_what_is_due_before,
            workers::a_place_that_asks_a_lot_does_not_hold_up_another,
            workers::what_nobody_waits_for_lets_others_pass_for_a_while,
            workers::who_has_waited_long_enough_is_next,
            workers::what_runs_in_a_place_counts_against_its_next_jobs,
            workers::jobs_that_need_a_server_can_be_left_in_line,
            workers::what_a_worker_holds_and_does_not_drive_is_due_again,
            workers::a_job_that_is_put_back_in_line_is_due_at_once,
            workers::a_job_of_a_dead_worker_is_taken_first,
            workers::the_line_is_counted,
            workers::a_first_claim_leaves_time_for_a_first_beat,
            workers::a_lease_that_ran_out_frees_the_job,
            workers::a_command_in_the_last_moment_is_not_slept_over,
            workers::a_command_wakes_a_job_at_rest,
            workers::an_old_fence_releases_nothing,
            workers::turns_of_a_thread_run_one_after_the_other,
            workers::work_that_one_does_alone_passes_on_with_its_lock,
            workers::a_turn_that_ends_makes_the_next_one_due,
            documents::texts_are_kept_with_their_events,
            documents::one_text_under_two_addresses_is_two_documents,
            documents::a_place_does_not_see_what_another_has_read,
            documents::long_texts_and_odd_characters_survive,
            threads::threads_are_listed_newest_first_and_found_by_words,
            threads::a_list_goes_on_behind_a_place_whatever_comes_in,
            threads::a_renamed_thread_is_found_by_its_new_name,
            threads::jobs_of_a_thread_stand_in_order,
            threads::deleting_erases_all_that_nobody_else_needs,
            threads::a_long_thread_goes_like_a_short_one,
            threads::erasing_a_person_leaves_nothing_under_their_name,
            threads::admission_counts_over_a_window,
            threads::admission_holds_under_concurrency,
            library::roots_are_kept_and_updated,
            library::a_batch_is_recorded_as_a_whole,
            library::changes_lead_an_index_from_any_generation_to_now,
            library::the_same_text_with_another_title_is_a_change,
            library::a_file_that_can_no_longer_be_read_leaves_the_index,
            library::an_address_passes_to_the_file_that_is_left,
            library::a_removed_root_takes_its_documents_with_it,
            library::a_batch_for_a_removed_root_is_refused,
            usage::a_days_calls_are_counted_up_to_their_limit_and_over_restarts,
            usage::common_replies_are_seen_by_all_until_they_expire,
            usage::lessons_add_up_by_field,
            talk::questions_are_kept_for_their_audience_until_their_time_is_over,
            talk::near_questions_are_found_whichever_process_noted_them,
            talk::who_follows_a_job_is_known_until_he_leaves,
            talk::what_is_remembered_is_changed_and_forgotten,
            talk::settings_of_direct_messages_go_with_their_person,
            talk::of_two_who_move_a_watch_one_wins,
            talk::a_watch_ends_with_its_answers,
            chat::what_comes_in_is_taken_once_and_handed_out_in_order,
            chat::what_is_worked_off_is_known_until_it_is_forgotten,
            chat::a_job_is_told_once_in_a_place,
            chat::what_is_asked_for_meanwhile_keeps_a_delivery_open,
            chat::deliveries_that_are_due_come_oldest_first,
            chat::deliveries_of_jobs_that_wait_come_last_and_newest_first,
            chat::messages_are_found_by_job_and_by_their_own_id,
            chat::a_place_has_the_thread_that_settled_last,
            chat::threads_are_found_by_a_whole_part_of_their_place,
            chat::the_last_word_on_an_answer_counts,
            chat::steps_go_with_their_arrival,
            chat::a_place_is_owned_as_long_as_its_thread_is_there,
            chat::answers_go_where_a_channel_says,
            installations::an_installation_is_kept_until_it_ends,
            installations::connections_of_the_time_that_counts_are_kept,
            chat::a_pick_is_changed_and_taken_back,
            chat::what_belongs_to_a_thread_goes_with_it,
            random::journals_stay_dense_under_two_writers,
        }
    };
    ($base:expr; $($module:ident :: $name:ident),* $(,)?) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let base = $base;
                $crate::tests::contract::$module::$name(&base).await;
            }
        )*
    };
}
pub(crate) use held_to_the_contract;

/// A new question, ready to be created.
pub fn new_job(job: &str, thread: &str, turn: u32) -> NewJob {
    let requester = Requester { platform: "web".into(), user: "ada".into(), ..Requester::default() };
    let asked = Asked {
        job: job.into(),
        thread: thread.into(),
        turn,
        place: "web:1".into(),
        requester: requester.clone(),
        at: Millis(1_000),
        ..Asked::default()
    };
    NewJob {
        job: job.into(),
        thread: thread.into(),
        turn,
        place: "web:1".into(),
        requester,
        question: format!("What is {job}?"),
        at: Millis(1_000),
        events: vec![Event::Asked(Box::new(asked))],
        wake_at: Some(Millis(1_000)),
        ..NewJob::default()
    }
}

/// Output lines of a test in a process of its own that start with `said`, without that prefix.
pub fn lines_of(child: &mut std::process::Child) -> impl Iterator<Item = String> + use<> {
    let out = BufReader::new(child.stdout.take().expect("piped"));
    out.lines().map_while(Result::ok).filter_map(|line| Some(line.split_once("said ")?.1.to_owned()))
}

/// Creates a job that a worker holds from the start.
pub async fn held_job(store: &dyn Store, job: &str, thread: &str, worker: &str) -> Fence {
    let new = NewJob { claim_for: Some(worker.into()), ..new_job(job, thread, 1) };
    store.create(new).await.expect("created").expect("claimed")
}

/// A heartbeat that is valid until then.
pub async fn alive(store: &(impl Journal + ?Sized), worker: &str, until: Millis) {
    let lease = Duration::from_millis(until.since(Millis(0)));
    store.beat(worker, Millis(0), lease).await.expect("beaten");
}

pub fn append(job: &str, after: Seq, events: Vec<Event>) -> Append {
    Append { job: job.into(), after, at: Millis(2_000), events, ..Append::default() }
}

/// Gives a job more than half of the events that are erased together.
pub async fn lengthen(store: &dyn Store, job: &str) {
    let events = vec![started("a"); EVENTS_TOGETHER as usize / 2];
    store.append(append(job, 0, events)).await.expect("appended");
}

/// A thread of Ada's that is erased in as many steps as it has jobs: `job_1`, `job_2`, and so on.
pub async fn long_thread(store: &dyn Store, thread: &str, jobs: u32) {
    for turn in 1..=jobs {
        let job = format!("job_{turn}");
        store.create(new_job(&job, thread, turn)).await.expect("created");
        lengthen(store, &job).await;
    }
}

pub fn started(effect: &str) -> Event {
    Event::Started { effect: effect.into(), attempt: 1, reserved: Spend::default() }
}

pub fn failed(effect: &str, detail: &str) -> Event {
    let failure = Failure::skip(FailureReason::TimedOut, detail);
    Event::Failed { effect: effect.into(), failure, cost: Spend::default() }
}

pub fn reading(url: &str, text: &str, fetched_at: i64) -> Reading {
    let document = Document {
        hash: DocumentHash::of_text(text),
        url: url.into(),
        canonical_url: url.into(),
        title: format!("Title of {url}"),
        fetched_at: Millis(fetched_at),
        word_count: text.split_whitespace().count() as u32,
        ..Document::default()
    };
    Reading { document, text: text.into() }
}

pub fn read(effect: &str, reading: &Reading) -> Event {
    Event::Read {
        effect: effect.into(),
        document: Arc::new(reading.document.clone()),
        cached: false,
        cost: Spend::default(),
    }
}

/// Records that a job has read something.
pub async fn has_read(store: &dyn Store, job: &str, effect: &str, reading: &Reading) {
    let events = vec![read(effect, reading)];
    let append = Append { readings: vec![reading.clone()], ..append(job, 0, events) };
    store.append(append).await.expect("appended");
}

pub fn at_rest(status: JobStatus, seen: Seq, wake_at: Option<i64>) -> Rest {
    Rest { status, seen, wake_at: wake_at.map(Millis), at: Millis(2_000) }
}

pub fn events_of(recorded: &[Recorded]) -> Vec<Event> {
    recorded.iter().map(|recorded| recorded.event.clone()).collect()
}

pub fn seqs_of(recorded: &[Recorded]) -> Vec<Seq> {
    recorded.iter().map(|recorded| recorded.seq).collect()
}
