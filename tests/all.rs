//! Behaviour from outside, in one binary.

mod tidy;
