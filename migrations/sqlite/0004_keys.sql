-- Keys of the HTTP interface. Of a key itself only its hash is kept.

CREATE TABLE keys (
    id           TEXT PRIMARY KEY,
    name         TEXT NOT NULL,         -- who uses it; keys of one name share their threads
    prefix       TEXT NOT NULL,         -- the key's first characters, to know it again
    hash         TEXT NOT NULL UNIQUE,  -- SHA-256 of the key, in hex
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at   INTEGER
) STRICT;
