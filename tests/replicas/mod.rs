//! Several `gorkd serve` over one Postgres: killed, paused, restarted one after the other, and put back from a backup.

mod backup;
mod fleet;
mod health;
mod kills;
mod rolling;
mod takeover;
