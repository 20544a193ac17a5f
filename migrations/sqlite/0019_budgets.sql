-- Budgets that people are told about: their limit, and which job told it in a month.

ALTER TABLE budgets ADD COLUMN most INTEGER;  -- the limit of the last charge that had one; NULL: none had

CREATE TABLE budget_notices (
    scope   TEXT NOT NULL,
    period  TEXT NOT NULL,
    percent INTEGER NOT NULL,
    most    INTEGER NOT NULL,  -- the limit it was told of; a higher one is told of anew
    job     TEXT REFERENCES jobs (job) ON DELETE SET NULL,  -- NULL: it was told by a job that is gone
    PRIMARY KEY (scope, period, percent)
) STRICT;
CREATE INDEX budget_notices_of_job ON budget_notices (job) WHERE job IS NOT NULL;
