-- What was read. A text is stored once, however many addresses serve it.

CREATE TABLE texts (
    hash   TEXT PRIMARY KEY,  -- SHA-256 of the text, in hex
    size   INTEGER NOT NULL,  -- bytes of the text
    packed INTEGER NOT NULL,  -- 1 when the body is compressed with zstd
    body   BLOB NOT NULL
) STRICT;

CREATE TABLE documents (
    id         INTEGER PRIMARY KEY,
    hash       TEXT NOT NULL,
    url        TEXT NOT NULL,
    fetched_at INTEGER NOT NULL,
    metadata   TEXT NOT NULL,  -- JSON
    UNIQUE (hash, url)
) STRICT;
CREATE INDEX documents_of_url ON documents (url, fetched_at);

-- Who may see a document, and when it may go: with its last reference.
CREATE TABLE document_refs (
    document INTEGER NOT NULL REFERENCES documents (id),
    job      TEXT NOT NULL,  -- empty for the library
    audience TEXT NOT NULL,  -- `library` or `place:…`
    PRIMARY KEY (document, job, audience)
) STRICT, WITHOUT ROWID;
CREATE INDEX document_refs_of_job ON document_refs (job);
