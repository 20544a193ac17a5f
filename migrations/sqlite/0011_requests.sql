-- Requests that came with a key of their own (`Idempotency-Key`), and the replies to them. Kept for a day.

CREATE TABLE requests (
    owner       TEXT NOT NULL,     -- the requester's key
    key         TEXT NOT NULL,
    fingerprint TEXT NOT NULL,     -- SHA-256 of what was asked for, in hex
    holder      TEXT NOT NULL,     -- whoever took it up last
    at          INTEGER NOT NULL,  -- when it was first sent
    until       INTEGER NOT NULL,  -- when nobody works on it any longer, if there is no reply by then
    status      INTEGER,           -- of the reply; none until there is one
    headers     TEXT,              -- JSON
    body        BLOB,
    thread      TEXT REFERENCES threads (thread) ON DELETE CASCADE,
    PRIMARY KEY (owner, key)
) STRICT;
CREATE INDEX requests_by_age ON requests (at);
CREATE INDEX requests_of_thread ON requests (thread) WHERE thread IS NOT NULL;
