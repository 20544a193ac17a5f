//! What the chat platforms share.
