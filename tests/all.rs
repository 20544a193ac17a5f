//! Behaviour from outside, in one binary.
