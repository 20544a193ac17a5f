-- What the chat platforms need kept.

-- What came in; the payload goes as soon as it is worked off, the key stays for a while to tell repeated deliveries.
CREATE TABLE arrivals (
    number   INTEGER PRIMARY KEY,
    key      TEXT NOT NULL UNIQUE,
    platform TEXT NOT NULL,
    payload  TEXT,                -- NULL once it is worked off
    at       INTEGER NOT NULL
) STRICT;
CREATE INDEX arrivals_open ON arrivals (platform, number) WHERE payload IS NOT NULL;
CREATE INDEX arrivals_by_age ON arrivals (at) WHERE payload IS NULL;

-- Which job is told where.
CREATE TABLE tellings (
    job       TEXT NOT NULL REFERENCES jobs (job) ON DELETE CASCADE,
    place     TEXT NOT NULL,
    platform  TEXT NOT NULL,      -- the place's first part
    requester TEXT NOT NULL,      -- JSON
    private   INTEGER NOT NULL,
    handle    TEXT NOT NULL,      -- JSON of the platform's own
    extras    TEXT NOT NULL,      -- JSON: keys
    state     TEXT NOT NULL,
    at        INTEGER NOT NULL,
    wake_at   INTEGER,
    PRIMARY KEY (job, place)
) STRICT;
CREATE INDEX tellings_open ON tellings (platform, at) WHERE state = 'open';
CREATE INDEX tellings_of_place ON tellings (place, at);

-- Which message stands for what.
CREATE TABLE messages (
    job       TEXT NOT NULL REFERENCES jobs (job) ON DELETE CASCADE,
    place     TEXT NOT NULL,
    key       TEXT NOT NULL,
    platform  TEXT NOT NULL,
    intent_at INTEGER NOT NULL,
    nonce     TEXT NOT NULL,
    id        TEXT,               -- the platform's own; NULL as long as it is not known to be posted
    hash      TEXT NOT NULL,
    PRIMARY KEY (job, place, key)
) STRICT;
CREATE INDEX messages_by_id ON messages (platform, id);

-- Which thread lives where.
CREATE TABLE threads_at (
    place  TEXT PRIMARY KEY,
    thread TEXT NOT NULL REFERENCES threads (thread) ON DELETE CASCADE
) STRICT;
CREATE INDEX threads_at_of_thread ON threads_at (thread);

-- What people think of answers.
CREATE TABLE feedback (
    job    TEXT NOT NULL REFERENCES jobs (job) ON DELETE CASCADE,
    person TEXT NOT NULL,         -- the requester's key
    good   INTEGER NOT NULL,
    reason TEXT NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (job, person)
) STRICT;
CREATE INDEX feedback_by_age ON feedback (at);
