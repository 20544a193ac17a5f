//! Sources that people pin or exclude, and the answer rewritten from the rest.

use super::{ChatService, ephemeral, unavailable};
use crate::cards::notices;
use crate::incoming::{ActionRequest, ChatReply};
use gorkd_core::job::Job;
use gorkd_core::model::{Refusal, SourceId};
use gorkd_core::ports::Pick;
use gorkd_words::Msg;

impl ChatService {
    pub(super) async fn pick(
        &self,
        request: &ActionRequest,
        job: &Job,
        source: &SourceId,
        pick: Pick,
    ) -> Result<ChatReply, Refusal> {
        self.may_control(request, job)?;
        let before = self.chats().picks(&job.id).await.map_err(unavailable)?;
        // Picking the same source again removes the pick.
        let again = before.contains(&(source.clone(), pick));
        let pick = (!again).then_some(pick);
        self.chats().put_pick(&job.id, source, pick, self.now()).await.map_err(unavailable)?;
        let (pinned, excluded) = self.picked(job).await?;
        let title = |id: &SourceId| {
            let read = job.documents().find(|(_, _, document)| document.source_id() == *id);
            read.map_or_else(|| id.to_string(), |(_, _, document)| document.title.clone())
        };
        let titles = |ids: &[SourceId]| ids.iter().map(title).collect::<Vec<_>>();
        Ok(ChatReply::Ephemeral(notices::picked(
            &job.id,
            &titles(&pinned),
            &titles(&excluded),
            request.person.locale(),
        )))
    }

    async fn picked(&self, job: &Job) -> Result<(Vec<SourceId>, Vec<SourceId>), Refusal> {
        let kept = self.chats().picks(&job.id).await.map_err(unavailable)?;
        let of = |what: Pick| {
            kept.iter().filter(|(_, pick)| *pick == what).map(|(source, _)| source.clone()).collect()
        };
        Ok((of(Pick::Pin), of(Pick::Exclude)))
    }

    pub(super) async fn write_again(&self, request: &ActionRequest, job: &Job) -> Result<ChatReply, Refusal> {
        let (pin, exclude) = self.picked(job).await?;
        if pin.is_empty() && exclude.is_empty() {
            return Ok(ephemeral(request.person.locale(), Msg::PickFirst));
        }
        let ticket = self.service.write_again(&job.id, pin, exclude, self.own_ask(request, "write")).await?;
        self.show_here(request, &ticket).await
    }
}
