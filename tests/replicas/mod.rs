//! Several `gorkd serve` over one Postgres: killed, paused, cut off, with wrong clocks and full disks, restarted one after
//! the other, and put back from a backup.

mod backup;
mod clocks;
mod disks;
mod fleet;
mod health;
mod hosts;
mod kills;
mod partitions;
mod restart;
mod rolling;
mod takeover;
