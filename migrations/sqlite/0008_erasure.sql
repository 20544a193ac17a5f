-- What belongs to a run goes with it.

-- The new text of a question whose message was edited after it was asked.
CREATE TABLE edits (
    job  TEXT PRIMARY KEY REFERENCES jobs (job) ON DELETE CASCADE,
    text TEXT NOT NULL,
    at   INTEGER NOT NULL
) STRICT;

-- Sources that somebody wants used, or left out, when the answer is written again.
CREATE TABLE picks (
    job    TEXT NOT NULL REFERENCES jobs (job) ON DELETE CASCADE,
    source TEXT NOT NULL,
    pick   TEXT NOT NULL,  -- `pin` or `exclude`
    at     INTEGER NOT NULL,
    PRIMARY KEY (job, source)
) STRICT;

INSERT INTO edits (job, text, at)
SELECT jobs.job, memory.value, memory.at
FROM memory JOIN jobs ON memory.scope = 'chat:' || jobs.job
WHERE memory.name = 'edited';

INSERT INTO picks (job, source, pick, at)
SELECT jobs.job, memory.name, memory.value, memory.at
FROM memory JOIN jobs ON memory.scope = 'chat:picks:' || jobs.job
WHERE memory.value IN ('pin', 'exclude');

DELETE FROM memory WHERE scope LIKE 'chat:job!_%' ESCAPE '!' OR scope LIKE 'chat:picks:%';

-- A watch ends with the answer that it was made for, and with the one that it compares with.
CREATE TABLE watches_of_answers (
    id      TEXT PRIMARY KEY,
    owner   TEXT NOT NULL,        -- the requester's key
    origin  TEXT NOT NULL REFERENCES jobs (job) ON DELETE CASCADE,
    base    TEXT NOT NULL REFERENCES jobs (job) ON DELETE CASCADE,
    next_at INTEGER NOT NULL,
    running INTEGER NOT NULL,     -- 1 while a run is under way
    watch   TEXT NOT NULL         -- JSON
) STRICT;
INSERT INTO watches_of_answers (id, owner, origin, base, next_at, running, watch)
SELECT watches.id, watches.owner, jobs.job, jobs.job, watches.next_at, watches.running, watches.watch
FROM watches JOIN jobs ON jobs.job = json_extract(watches.watch, '$.base');
DROP TABLE watches;
ALTER TABLE watches_of_answers RENAME TO watches;
CREATE INDEX watches_of_owner ON watches (owner);
CREATE INDEX watches_of_origin ON watches (origin);
CREATE INDEX watches_of_base ON watches (base);
CREATE INDEX watches_due ON watches (running, next_at);
