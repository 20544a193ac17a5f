-- What search providers were asked, and what runs have taught about providers and sites.

CREATE TABLE provider_usage (
    provider TEXT NOT NULL,
    day      TEXT NOT NULL,  -- 2026-11-22, UTC
    calls    INTEGER NOT NULL,
    credits  INTEGER NOT NULL,
    PRIMARY KEY (provider, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE lessons (
    domain     TEXT NOT NULL,
    about      TEXT NOT NULL,  -- `provider` or `site`
    name       TEXT NOT NULL,
    tried      INTEGER NOT NULL,
    helped     INTEGER NOT NULL,
    failed     INTEGER NOT NULL,
    failed_at  INTEGER,
    learnt_at  INTEGER NOT NULL,
    PRIMARY KEY (domain, about, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX lessons_by_age ON lessons (learnt_at);
