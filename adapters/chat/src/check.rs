//! What a platform's self-check found.

/// One finding: what works, or what is wrong and how to fix it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub ok: bool,
    pub text: String,
}

impl Finding {
    pub fn ok(text: impl Into<String>) -> Self {
        Self { ok: true, text: text.into() }
    }

    pub fn problem(text: impl Into<String>) -> Self {
        Self { ok: false, text: text.into() }
    }
}
