//! gorkd in Discord, from outside: conversations of people with the real binary in a simulated Discord.

mod asked_back;
mod below;
mod errors;
mod faults;
mod forums;
mod gateway;
mod kills;
mod kinds;
mod languages;
mod later;
mod links;
mod places;
mod policy;
mod private;
mod rush;
mod said;
mod set_up;
mod simulator;
mod sorry;
pub mod town;
mod ways_in;
