-- What runs have used, call by call, so that it can be added up without reading journals.

CREATE TABLE outcomes (
    job     TEXT NOT NULL REFERENCES jobs (job) ON DELETE CASCADE,
    seq     INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    kind    TEXT NOT NULL,     -- of the event
    name    TEXT,              -- the provider or the model; NULL where the event names none
    tokens  INTEGER NOT NULL,
    usd     INTEGER NOT NULL,  -- millionths of a dollar
    cached  INTEGER,           -- of searches and pages: 1 when nothing was called
    failure TEXT,              -- the reason, when it failed
    PRIMARY KEY (job, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX outcomes_by_age ON outcomes (at, kind, name, tokens, usd, cached, failure);

-- `effect` is set of a run's own outcomes alone: what a branch has copied was paid by the run that it comes from.
INSERT INTO outcomes (job, seq, at, kind, name, tokens, usd, cached, failure)
SELECT job, seq, at, kind,
    COALESCE(payload ->> '$.provider', payload ->> '$.turn.by', payload ->> '$.plan.by.model', payload ->> '$.judgement.by.model',
        payload ->> '$.draft.by.model', payload ->> '$.opinions.by.model'),
    IFNULL(payload ->> '$.cost.input_tokens', 0) + IFNULL(payload ->> '$.cost.output_tokens', 0),
    IFNULL(payload ->> '$.cost.usd', 0), payload ->> '$.cached', payload ->> '$.failure.reason'
FROM events WHERE effect IS NOT NULL;

CREATE TRIGGER outcomes_of_events AFTER INSERT ON events WHEN new.effect IS NOT NULL BEGIN
    INSERT INTO outcomes (job, seq, at, kind, name, tokens, usd, cached, failure)
    VALUES (new.job, new.seq, new.at, new.kind,
        COALESCE(new.payload ->> '$.provider', new.payload ->> '$.turn.by', new.payload ->> '$.plan.by.model',
            new.payload ->> '$.judgement.by.model', new.payload ->> '$.draft.by.model',
            new.payload ->> '$.opinions.by.model'),
        IFNULL(new.payload ->> '$.cost.input_tokens', 0) + IFNULL(new.payload ->> '$.cost.output_tokens', 0),
        IFNULL(new.payload ->> '$.cost.usd', 0), new.payload ->> '$.cached',
        new.payload ->> '$.failure.reason');
END;

-- Runs whose question everybody of their place could read when it was asked.
CREATE TABLE open_runs (
    job TEXT PRIMARY KEY REFERENCES jobs (job) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO open_runs (job) SELECT job FROM answers WHERE audience LIKE '%:open';
CREATE TRIGGER open_runs_of_answers AFTER INSERT ON answers WHEN new.audience LIKE '%:open' BEGIN
    INSERT OR IGNORE INTO open_runs (job) VALUES (new.job);
END;

CREATE INDEX jobs_by_age ON jobs (created_at);
CREATE INDEX jobs_of_status ON jobs (status, id);
CREATE INDEX jobs_of_platform ON jobs (json_extract(requester, '$.platform'), id);
