-- Tables of answers as people have edited them: each save is a version, the newest 50 of a table are kept.

CREATE TABLE table_edits (
    job      TEXT    NOT NULL REFERENCES jobs (job) ON DELETE CASCADE,
    artifact TEXT    NOT NULL,  -- the table of the answer: `t1`, `t2` …
    version  INTEGER NOT NULL,  -- from 1, without a gap
    at       INTEGER NOT NULL,
    content  TEXT    NOT NULL,  -- JSON: title, columns, rows
    PRIMARY KEY (job, artifact, version)
) STRICT;
