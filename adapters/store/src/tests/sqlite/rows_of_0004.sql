INSERT INTO keys (id, name, prefix, hash, created_at, last_used_at, revoked_at)
VALUES ('key_old', 'ada', 'gork_0123abc', 'a0b1c2', 900, NULL, NULL);
