-- Links that open one answer to whoever has them.

CREATE TABLE secrets (
    name  TEXT PRIMARY KEY,  -- `shares`: signs links
    value BLOB NOT NULL
) STRICT;

-- Links to a run that were made up to this time open nothing any more.
CREATE TABLE ended_shares (
    job TEXT PRIMARY KEY REFERENCES jobs (job) ON DELETE CASCADE,
    at  INTEGER NOT NULL
) STRICT;
