INSERT INTO requests (owner, key, fingerprint, holder, at, until, status, headers, body, thread)
VALUES ('web:ada', 'again', 'f00d', 'process_old', 2500, 2600, 202, '[]', X'7B7D', 'thr_old');
