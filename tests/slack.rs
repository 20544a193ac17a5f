//! gorkd in a simulated Slack, as conversations through the real binary.

mod answers;
mod asked_back;
mod clients;
mod faults;
mod office;
mod rendered;
mod rush;
mod set_up;
mod teams;
mod ways_in;
