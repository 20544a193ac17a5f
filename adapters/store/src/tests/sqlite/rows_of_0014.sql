INSERT INTO sessions (hash, key, created_at, expires_at) VALUES ('ab12', 'key_admin', 2800, 90000);
INSERT INTO shares (id, job, owner, created_at, expires_at) VALUES ('shr_old', 'job_old', 'web:ada', 2810, NULL);
INSERT INTO link_codes (identity, hash, expires_at) VALUES ('slack:U1', 'cd34', 90000);
INSERT INTO linked (chat, web, id, at) VALUES ('discord:7', 'web:ada', 'lnk_old', 2820);
