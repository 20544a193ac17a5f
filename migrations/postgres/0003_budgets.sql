-- Budgets that people are told about: their limit, and which job told it in a month.

ALTER TABLE budgets ADD COLUMN most bigint;  -- the limit of the last charge that had one; NULL: none had

CREATE TABLE budget_notices (
    scope   text NOT NULL,
    period  text NOT NULL,
    percent bigint NOT NULL,
    most    bigint NOT NULL,  -- the limit it was told of; a higher one is told of anew
    job     text COLLATE "C" REFERENCES jobs (job) ON DELETE SET NULL,  -- NULL: it was told by a job that is gone
    PRIMARY KEY (scope, period, percent)
);
CREATE INDEX budget_notices_of_job ON budget_notices (job) WHERE job IS NOT NULL;
