-- Which run answers a question that several people ask at once.

CREATE TABLE under_way (
    same TEXT PRIMARY KEY,  -- a hash of the question and its terms
    job  TEXT NOT NULL REFERENCES jobs (job) ON DELETE CASCADE
) STRICT;
CREATE INDEX under_way_of_job ON under_way (job);
