-- What conversations keep beside their journals.

-- Questions whose answers may serve again.
CREATE TABLE answers (
    job        TEXT PRIMARY KEY REFERENCES jobs (job) ON DELETE CASCADE,
    audience   TEXT NOT NULL,
    question   TEXT NOT NULL,     -- JSON
    form       TEXT NOT NULL,     -- its plainest form
    profile    TEXT NOT NULL,
    privacy    TEXT NOT NULL,
    domain     TEXT,
    library    INTEGER NOT NULL,  -- the library's generation
    asked_at   INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    embedder   TEXT,
    meaning    BLOB               -- 32-bit floats, little-endian
) STRICT;
CREATE INDEX answers_of_audience ON answers (audience, asked_at);
CREATE INDEX answers_of_form ON answers (audience, form);
CREATE INDEX answers_by_age ON answers (expires_at);

-- Who watches a job that somebody else asked for.
CREATE TABLE followers (
    job       TEXT NOT NULL REFERENCES jobs (job) ON DELETE CASCADE,
    person    TEXT NOT NULL,      -- the requester's key
    requester TEXT NOT NULL,      -- JSON
    place     TEXT NOT NULL,
    at        INTEGER NOT NULL,
    PRIMARY KEY (job, person, place)
) STRICT;

-- What people and places want unless they say otherwise.
CREATE TABLE memory (
    scope TEXT NOT NULL,
    name  TEXT NOT NULL,
    value TEXT NOT NULL,
    at    INTEGER NOT NULL,
    PRIMARY KEY (scope, name)
) STRICT;

-- What is looked at again. `watch` is the whole of it; the other columns are there to find it.
CREATE TABLE watches (
    id      TEXT PRIMARY KEY,
    owner   TEXT NOT NULL,        -- the requester's key
    next_at INTEGER NOT NULL,
    running INTEGER NOT NULL,     -- 1 while a run is under way
    watch   TEXT NOT NULL         -- JSON
) STRICT;
CREATE INDEX watches_of_owner ON watches (owner);
CREATE INDEX watches_due ON watches (running, next_at);
