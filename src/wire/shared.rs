//! What processes share for a short time: in Redis where it is set up, else in the store. The store takes over while Redis
//! is out of reach, so losing it costs sharing and never a run.

use crate::settings::Settings;
use anyhow::Result;
use gorkd_core::ports::{Quotas, Rates, Scratch};
use gorkd_reader::Common;
use gorkd_store::{Redis, RedisQuotas, RedisRates, RedisScratch, Store};
use secrecy::ExposeSecret;
use std::sync::Arc;

/// The parts of it, each a port of its own.
pub struct Shared {
    pub redis: Option<Redis>,
    /// None where each process keeps to rates by itself.
    pub rates: Option<Arc<dyn Rates>>,
    pub quotas: Arc<dyn Quotas>,
    /// Replies to questions that may leave this machine.
    pub common: Arc<dyn Scratch>,
}

impl Shared {
    pub fn over(settings: &Settings, store: &Arc<dyn Store>) -> Result<Self> {
        let (rates, quotas, common) = (store.rates(), store.clone(), store.common());
        let Some(url) = &settings.redis.url else {
            return Ok(Self { redis: None, rates, quotas, common });
        };
        let redis = Redis::at(url.expose_secret())?;
        Ok(Self {
            rates: Some(Arc::new(RedisRates::new(redis.clone(), rates))),
            quotas: Arc::new(RedisQuotas::new(redis.clone(), quotas)),
            common: Arc::new(RedisScratch::new(redis.clone(), common)),
            redis: Some(redis),
        })
    }

    /// Where pages are shared. With Redis their texts, too: its processes need not share a store.
    pub fn pages(&self) -> Common {
        let texts = self.redis.clone().map(|redis| Arc::new(RedisScratch::alone(redis)) as Arc<dyn Scratch>);
        Common { scratch: self.common.clone(), texts }
    }
}
