-- Articles of sites, the runs that look up what is known about them, and news of both.

CREATE TABLE articles (
    number     INTEGER PRIMARY KEY,
    site       TEXT NOT NULL,     -- the name of the API key that registered it
    id         TEXT NOT NULL,     -- the site's own
    is_number  INTEGER NOT NULL,  -- 1 when the site's ids are numbers
    title      TEXT NOT NULL,
    text       TEXT,
    url        TEXT,
    published  INTEGER NOT NULL,  -- 0: a draft
    author     TEXT,              -- the site's own name of a person
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (site, id)
) STRICT;

-- The newest run about an article. It is named here before it is made, so that two who ask at once make one; the name
-- therefore refers to no row of jobs.
CREATE TABLE article_research (
    article    INTEGER PRIMARY KEY REFERENCES articles (number) ON DELETE CASCADE,
    job        TEXT NOT NULL UNIQUE,
    profile    TEXT NOT NULL,
    claimed_at INTEGER NOT NULL
) STRICT;

-- What event streams tell. Numbers are never given twice. News of a deleted article outlives it.
CREATE TABLE article_news (
    seq       INTEGER PRIMARY KEY AUTOINCREMENT,
    site      TEXT NOT NULL,
    id        TEXT NOT NULL,
    is_number INTEGER NOT NULL,
    published INTEGER NOT NULL,   -- then
    author    TEXT,
    job       TEXT REFERENCES jobs (job) ON DELETE CASCADE,  -- NULL: about the article itself
    status    TEXT NOT NULL,
    at        INTEGER NOT NULL,
    UNIQUE (job, status)
) STRICT;
CREATE INDEX article_news_of_site ON article_news (site, seq);
CREATE INDEX article_news_by_age ON article_news (at);

-- The words of articles; their texts stay where they are, and deleted words are overwritten at once.
CREATE VIRTUAL TABLE article_words USING fts5 (
    title, text, content = 'articles', content_rowid = 'number', tokenize = 'porter unicode61'
);
INSERT INTO article_words (article_words, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER article_words_of_new AFTER INSERT ON articles BEGIN
    INSERT INTO article_words (rowid, title, text) VALUES (new.number, new.title, new.text);
END;
CREATE TRIGGER article_words_of_gone AFTER DELETE ON articles BEGIN
    INSERT INTO article_words (article_words, rowid, title, text)
    VALUES ('delete', old.number, old.title, old.text);
END;
CREATE TRIGGER article_words_of_changed AFTER UPDATE OF title, text ON articles BEGIN
    INSERT INTO article_words (article_words, rowid, title, text)
    VALUES ('delete', old.number, old.title, old.text);
    INSERT INTO article_words (rowid, title, text) VALUES (new.number, new.title, new.text);
END;
