INSERT INTO keys (id, name, prefix, hash, created_at, last_used_at, revoked_at, role, expires_at, month_usd)
VALUES ('key_admin', 'eve', 'gork_4567def', 'd3e4f5', 2700, NULL, NULL, 'admin', 99000, 5000000);
