//! gorkd in Discord, from outside.

mod simulator;
