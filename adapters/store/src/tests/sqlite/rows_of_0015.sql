INSERT INTO outcomes (job, seq, at, kind, name, tokens, usd, cached, failure)
VALUES ('job_old', 9000, 2830, 'found', 'library', 0, 0, 1, NULL);
INSERT OR IGNORE INTO open_runs (job) VALUES ('job_old');
