//! Requests with an idempotency key.

use super::{Connection, Store, Unit, locks};
use crate::rows::web::begun;
use crate::values::json;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::ThreadId;
use gorkd_core::ports::{KeptReply, KeyedRequest, RequestState, Requests, StoreError};

#[async_trait]
impl Requests for Store {
    async fn begin_request(&self, request: &KeyedRequest) -> Result<RequestState, StoreError> {
        self.write(Begin(request.clone())).await
    }

    async fn end_request(&self, request: &KeyedRequest, reply: &KeptReply) -> Result<(), StoreError> {
        let headers =
            json(&reply.headers, "the headers of a reply").map_err(|fault| self.explained(fault))?;
        let query = sqlx::query(
            "UPDATE requests SET status = $4, headers = $5, body = $6,
                 thread = (SELECT thread FROM threads WHERE thread = $7)
             WHERE owner = $1 AND key = $2 AND holder = $3",
        )
        .bind(&request.owner)
        .bind(&request.key)
        .bind(&request.holder)
        .bind(i64::from(reply.status))
        .bind(headers)
        .bind(&reply.body)
        .bind(reply.thread.as_ref().map(ThreadId::as_str));
        self.execute(query).await.map(|_| ())
    }

    async fn drop_request(&self, request: &KeyedRequest, forget: bool) -> Result<(), StoreError> {
        let sql = match forget {
            true => "DELETE FROM requests WHERE owner = $1 AND key = $2 AND holder = $3 AND status IS NULL",
            false => {
                "UPDATE requests SET until = at WHERE owner = $1 AND key = $2 AND holder = $3 AND status IS NULL"
            }
        };
        let query = sqlx::query(sql).bind(&request.owner).bind(&request.key).bind(&request.holder);
        self.execute(query).await.map(|_| ())
    }
}

struct Begin(KeyedRequest);

#[async_trait]
impl Unit for Begin {
    type Output = RequestState;

    async fn run(&self, connection: &mut Connection) -> Result<Done<RequestState>, Fault> {
        let asked = &self.0;
        locks::request(connection, &asked.owner, &asked.key).await?;
        sqlx::query("DELETE FROM requests WHERE at < $1")
            .bind(asked.since.0)
            .execute(&mut *connection)
            .await?;
        let row = sqlx::query(
            "SELECT fingerprint, at, until, status, headers, body, thread FROM requests WHERE owner = $1 AND key = $2",
        )
        .bind(&asked.owner)
        .bind(&asked.key)
        .fetch_optional(&mut *connection)
        .await?;
        let begun = match row {
            Some(row) => begun(&row, asked)?,
            None => RequestState::Fresh { first: asked.at },
        };
        if !matches!(begun, RequestState::Fresh { .. }) {
            return Ok(Done::quietly(begun));
        }
        sqlx::query(
            "INSERT INTO requests (owner, key, fingerprint, holder, at, until) VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (owner, key) DO UPDATE SET holder = $4, until = $6",
        )
        .bind(&asked.owner)
        .bind(&asked.key)
        .bind(&asked.fingerprint)
        .bind(&asked.holder)
        .bind(asked.at.0)
        .bind(asked.until.0)
        .execute(connection)
        .await?;
        Ok(Done::quietly(begun))
    }
}
