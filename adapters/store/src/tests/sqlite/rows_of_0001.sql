PRAGMA application_id = 1735357035;
UPDATE clock SET touched = 2;
INSERT INTO threads (thread, place, owner, title, words, turns, created_at, updated_at)
VALUES ('thr_old', 'web:1', 'web:ada', 'What is a quokka?', 'what is a quokka?', 1, 1000, 2000);
INSERT INTO jobs (id, job, thread, turn, place, requester, question, status, head, created_at, updated_at,
    forked_from, forked_at, wake_at, worker, claim, touched, touched_by)
VALUES (1, 'job_old', 'thr_old', 1, 'web:1', '{"platform":"web","user":"ada","roles":[]}', 'What is a quokka?',
    'running', 2, 1000, 2000, NULL, NULL, NULL, 'wrk_old', 2, 2, 'store_old');
INSERT INTO events (job, seq, at, kind, version, payload, effect)
VALUES ('job_old', 1, 1000, 'stop_requested', 1, '{}', NULL),
       ('job_old', 2, 2000, 'failed', 1, '{"effect":"a","failure":{"reason":"timed_out","detail":"It took too long.","remedy":"skip"},"cost":{"input_tokens":0,"output_tokens":0,"cached_tokens":0,"usd":0}}', 'a');
INSERT INTO workers (worker, until) VALUES ('wrk_old', 3000);
INSERT INTO budgets (scope, period, reserved, spent) VALUES ('month', '2026-11', 0, 40);
INSERT INTO runs (requester, at) VALUES ('web:ada', 1000);
