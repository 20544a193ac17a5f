//! gorkd in a simulated Slack, as conversations through the real binary.

mod clients;
