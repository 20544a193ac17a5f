//! gorkd in a simulated Slack, as conversations through the real binary.

mod answers;
mod asked_back;
mod below;
mod budgets;
pub mod clients;
mod faults;
mod kills;
mod kinds;
mod languages;
mod late;
mod links;
mod moderated;
pub mod office;
mod policy;
mod rendered;
mod rush;
mod said;
mod sentences;
mod sessions;
mod set_up;
mod teams;
mod ways_in;
