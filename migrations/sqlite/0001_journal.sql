-- Threads, jobs and their events; who works on them; what was spent and counted.
-- Times are milliseconds since the Unix epoch, money is millionths of a US dollar.

-- One row. Every change of a job takes the next number, so that another process can ask what is new.
CREATE TABLE clock (
    touched INTEGER NOT NULL
) STRICT;
INSERT INTO clock (touched) VALUES (0);

CREATE TABLE threads (
    thread     TEXT PRIMARY KEY,
    place      TEXT NOT NULL,
    owner      TEXT NOT NULL,     -- the requester's key
    title      TEXT NOT NULL,
    words      TEXT NOT NULL,     -- title and questions in lower case, for search
    turns      INTEGER NOT NULL,  -- the highest turn so far
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX threads_of_owner ON threads (owner, updated_at);

CREATE TABLE jobs (
    id          INTEGER PRIMARY KEY,  -- order of creation
    job         TEXT NOT NULL UNIQUE,
    thread      TEXT NOT NULL REFERENCES threads (thread) ON DELETE CASCADE,
    turn        INTEGER NOT NULL,
    place       TEXT NOT NULL,
    requester   TEXT NOT NULL,        -- JSON
    question    TEXT NOT NULL,
    status      TEXT NOT NULL,        -- an index on the journal, which is the truth
    head        INTEGER NOT NULL,     -- the highest seq
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL,
    forked_from TEXT,
    forked_at   INTEGER,
    wake_at     INTEGER,              -- when a worker has to look; never set while one looks, but by commands
    worker      TEXT,                 -- the incarnation that holds it
    claim       INTEGER NOT NULL DEFAULT 0,
    touched     INTEGER NOT NULL,
    touched_by  TEXT NOT NULL         -- the open store that did, which has told its own listeners
) STRICT;
CREATE INDEX jobs_of_thread ON jobs (thread, turn);
CREATE INDEX jobs_due ON jobs (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX jobs_held ON jobs (worker) WHERE worker IS NOT NULL;
CREATE INDEX jobs_touched ON jobs (touched);

CREATE TABLE events (
    job     TEXT NOT NULL REFERENCES jobs (job) ON DELETE CASCADE,
    seq     INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    version INTEGER NOT NULL,
    payload TEXT NOT NULL,  -- JSON
    effect  TEXT,           -- of an outcome; see the index
    PRIMARY KEY (job, seq)
) STRICT;
-- An effect has one outcome, whoever reports it and however often.
CREATE UNIQUE INDEX events_outcome ON events (job, effect) WHERE effect IS NOT NULL;

CREATE TABLE workers (
    worker TEXT PRIMARY KEY,  -- an incarnation
    until  INTEGER NOT NULL
) STRICT;

CREATE TABLE budgets (
    scope    TEXT NOT NULL,
    period   TEXT NOT NULL,
    reserved INTEGER NOT NULL,
    spent    INTEGER NOT NULL,
    PRIMARY KEY (scope, period)
) STRICT;

CREATE TABLE runs (
    requester TEXT NOT NULL,
    at        INTEGER NOT NULL
) STRICT;
CREATE INDEX runs_of_requester ON runs (requester, at);
CREATE INDEX runs_by_age ON runs (at);
