-- Signing in to the page, links to answers that are listed, and people who are the same in a chat and on the web.

CREATE TABLE sessions (
    hash       TEXT PRIMARY KEY,  -- SHA-256 of the session's secret, in hex
    key        TEXT NOT NULL REFERENCES keys (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_of_key ON sessions (key);
CREATE INDEX sessions_by_age ON sessions (expires_at);

-- Links that are made one by one. A link is signed with the secret `shares`, so that its row alone opens nothing.
CREATE TABLE shares (
    id         TEXT PRIMARY KEY,
    job        TEXT NOT NULL REFERENCES jobs (job) ON DELETE CASCADE,
    owner      TEXT NOT NULL,     -- the key of the requester who made it
    created_at INTEGER NOT NULL,
    expires_at INTEGER            -- NULL: it holds until it is revoked
) STRICT;
CREATE INDEX shares_of_job ON shares (job, created_at, id);
CREATE INDEX shares_of_owner ON shares (owner, created_at, id);

-- Codes by which somebody shows on the web who they are in a chat, or the other way. One at a time for each of them.
CREATE TABLE link_codes (
    identity   TEXT PRIMARY KEY,  -- the key of the requester who asked for it
    hash       TEXT NOT NULL,     -- SHA-256 of the code, in hex
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX link_codes_by_hash ON link_codes (hash);

CREATE TABLE linked (
    chat TEXT PRIMARY KEY,        -- a requester's key, `slack:…`; it is linked to one on the web
    web  TEXT NOT NULL,           -- a requester's key, `web:…`
    id   TEXT NOT NULL UNIQUE,
    at   INTEGER NOT NULL
) STRICT;
CREATE INDEX linked_of_web ON linked (web);
