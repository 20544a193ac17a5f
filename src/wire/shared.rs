//! Short-lived data that processes share: in Redis if it is set up, otherwise in the store. The store also
//! takes over while Redis is unreachable, so losing Redis stops sharing, never a run.

use crate::settings::Settings;
use anyhow::Result;
use gorkd_core::ports::{Quotas, Rates, Scratch};
use gorkd_reader::Common;
use gorkd_store::{Redis, RedisQuotas, RedisRates, RedisScratch, Store};
use secrecy::ExposeSecret;
use std::sync::Arc;

/// Its parts, one per port.
pub struct Shared {
    pub redis: Option<Redis>,
    /// `None` if each process has its own rates.
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

    /// Where pages are shared. With Redis that includes their texts, because its processes need not share a
    /// store.
    pub fn pages(&self) -> Common {
        let texts = self.redis.clone().map(|redis| Arc::new(RedisScratch::alone(redis)) as Arc<dyn Scratch>);
        Common { scratch: self.common.clone(), texts }
    }
}
