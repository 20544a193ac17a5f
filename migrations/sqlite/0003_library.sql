-- The rows behind the local library, and what the search index needs to follow them.

CREATE TABLE library_roots (
    path      TEXT PRIMARY KEY,
    base_url  TEXT,
    added_at  INTEGER NOT NULL,
    synced_at INTEGER
) STRICT;

CREATE TABLE library_files (
    root     TEXT NOT NULL REFERENCES library_roots (path) ON DELETE CASCADE,
    path     TEXT NOT NULL,
    url      TEXT NOT NULL,
    size     INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    hash     TEXT,
    error    TEXT,
    document INTEGER REFERENCES documents (id),  -- none when it could not be read
    PRIMARY KEY (root, path)
) STRICT;
CREATE INDEX library_files_of_path ON library_files (path);
CREATE INDEX library_files_of_document ON library_files (document);

-- What the library serves under each address, and since which generation; without a document it is gone.
CREATE TABLE library_urls (
    url        TEXT PRIMARY KEY,
    generation INTEGER NOT NULL,
    document   INTEGER REFERENCES documents (id)
) STRICT;
CREATE INDEX library_urls_by_generation ON library_urls (generation);
CREATE INDEX library_urls_of_document ON library_urls (document);

-- One row. Generations count on from the moment the library came into being: an index that was made from
-- another store then holds a generation before `first`, and is known to be of no use.
CREATE TABLE library_state (
    first      INTEGER NOT NULL,
    generation INTEGER NOT NULL
) STRICT;
INSERT INTO library_state (first, generation)
SELECT now, now FROM (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now);
