-- What processes share for a short time. Nobody misses it when it is lost, so it is not in the write-ahead log.

CREATE UNLOGGED TABLE shared_rates (
    rate    text PRIMARY KEY,
    free_at bigint NOT NULL      -- when the next turn is free: microseconds by the server's clock
);

CREATE UNLOGGED TABLE shared_replies (
    key        text PRIMARY KEY, -- a hash
    value      bytea NOT NULL,   -- compressed
    expires_at bigint NOT NULL
);
CREATE INDEX shared_replies_by_expiry ON shared_replies (expires_at);
