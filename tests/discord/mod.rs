//! gorkd in Discord, from outside: conversations of people with the real binary in a simulated Discord.

mod asked_back;
mod below;
mod faults;
mod gateway;
mod kills;
mod places;
mod private;
mod rush;
mod set_up;
mod simulator;
mod town;
mod ways_in;
