//! The in-memory store for the platforms' tests, held to what they need of it.

use super::contract::chat::{ChatBase, ChatStore};
use super::contract::held_to_the_contract;
use async_trait::async_trait;
use gorkd_core::fakes::MemoryStore;
use std::sync::Arc;

#[async_trait]
impl ChatBase for MemoryStore {
    async fn reopen(&self) -> Arc<dyn ChatStore> {
        Arc::new(self.clone())
    }
}

held_to_the_contract! { gorkd_core::fakes::MemoryStore::default();
    chat::what_comes_in_is_taken_once_and_handed_out_in_order,
    chat::what_is_worked_off_is_known_until_it_is_forgotten,
    chat::a_job_is_told_once_in_a_place,
    chat::what_is_asked_for_meanwhile_keeps_a_delivery_open,
    chat::deliveries_that_are_due_come_oldest_first,
    chat::deliveries_of_jobs_that_wait_come_last_and_newest_first,
    chat::messages_are_found_by_job_and_by_their_own_id,
    chat::a_place_has_the_thread_that_settled_last,
    chat::steps_go_with_their_arrival,
    chat::a_place_is_owned_as_long_as_its_thread_is_there,
    chat::answers_go_where_a_channel_says,
    installations::an_installation_is_kept_until_it_ends,
    installations::connections_of_the_time_that_counts_are_kept,
    chat::threads_are_found_by_a_whole_part_of_their_place,
    chat::the_last_word_on_an_answer_counts,
    chat::what_belongs_to_a_thread_goes_with_it,
}
