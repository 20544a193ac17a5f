-- What `memory` held under scopes of its own making gets tables of its own.

-- People of whom something is kept.
CREATE TABLE people (
    person TEXT PRIMARY KEY  -- the requester's key
) STRICT;

-- What people and places have set.
CREATE TABLE preferences_of_people (
    person TEXT NOT NULL REFERENCES people (person) ON DELETE CASCADE,
    name   TEXT NOT NULL,
    value  TEXT NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (person, name)
) STRICT;
CREATE TABLE preferences_of_places (
    place TEXT NOT NULL,
    name  TEXT NOT NULL,
    value TEXT NOT NULL,
    at    INTEGER NOT NULL,
    PRIMARY KEY (place, name)
) STRICT;
CREATE INDEX preferences_of_places_by_name ON preferences_of_places (name, place);

-- Where chat platforms have let gorkd in.
CREATE TABLE installations (
    platform  TEXT NOT NULL,
    workspace TEXT NOT NULL,  -- as the platform calls it
    access    TEXT,           -- the way in, sealed; NULL where the settings hold the only one
    at        INTEGER NOT NULL,
    PRIMARY KEY (platform, workspace)
) STRICT;

-- Commands that were registered last.
CREATE TABLE registered_commands (
    platform    TEXT NOT NULL,
    application TEXT NOT NULL,  -- with where they are seen
    hash        TEXT NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (platform, application)
) STRICT;

-- Connections to platforms that allow only so many a day.
CREATE TABLE connections (
    platform TEXT NOT NULL,
    at       INTEGER NOT NULL,
    count    INTEGER NOT NULL
) STRICT;
CREATE INDEX connections_by_age ON connections (platform, at);

-- What working off an arrival has done so far.
CREATE TABLE steps (
    arrival TEXT NOT NULL REFERENCES arrivals (key) ON DELETE CASCADE,
    name    TEXT NOT NULL,
    made    TEXT,             -- what the platform calls that which came of it
    at      INTEGER NOT NULL,
    PRIMARY KEY (arrival, name)
) STRICT;

-- Where answers to what is asked in a channel go.
CREATE TABLE answer_channels (
    place   TEXT PRIMARY KEY,
    channel TEXT NOT NULL,    -- as the platform calls it
    at      INTEGER NOT NULL
) STRICT;

-- The thread at this place was opened for gorkd alone.
ALTER TABLE threads_at ADD COLUMN owned INTEGER NOT NULL DEFAULT 0;

INSERT INTO people (person)
SELECT DISTINCT substr(scope, length('person:') + 1) FROM memory WHERE scope LIKE 'person:%';
INSERT INTO preferences_of_people (person, name, value, at)
SELECT substr(scope, length('person:') + 1), name, value, at FROM memory WHERE scope LIKE 'person:%';
INSERT INTO preferences_of_places (place, name, value, at)
SELECT substr(scope, length('place:') + 1), name, value, at FROM memory WHERE scope LIKE 'place:%';
INSERT INTO preferences_of_places (place, name, value, at)
SELECT name, 'retention_days', value, at FROM memory WHERE scope = 'chat:retention'
ON CONFLICT (place, name) DO NOTHING;

INSERT INTO installations (platform, workspace, access, at)
SELECT 'slack', name, value, at FROM memory WHERE scope = 'slack:installs';
INSERT INTO installations (platform, workspace, access, at)
SELECT 'discord', name, NULL, at FROM memory WHERE scope = 'discord:greeted';
INSERT INTO registered_commands (platform, application, hash, at)
SELECT 'discord', name, value, at FROM memory WHERE scope = 'discord:commands';
-- They were counted by the hour.
INSERT INTO connections (platform, at, count)
SELECT 'discord', CAST(name AS INTEGER) * 3600000, CAST(value AS INTEGER) FROM memory
WHERE scope = 'discord:identifies' AND name <> 'streak';

INSERT INTO steps (arrival, name, made, at)
SELECT arrivals.key, memory.name, NULLIF(NULLIF(memory.value, 'true'), ''), memory.at
FROM memory JOIN arrivals ON memory.scope = 'discord:shown:' || substr(arrivals.key, length('discord:') + 1)
WHERE arrivals.key LIKE 'discord:%';
INSERT INTO steps (arrival, name, made, at)
SELECT arrivals.key, 'root', NULLIF(memory.value, ''), memory.at
FROM memory JOIN arrivals ON arrivals.key = memory.name WHERE memory.scope = 'slack:roots';
INSERT INTO answer_channels (place, channel, at)
SELECT name, value, at FROM memory WHERE scope = 'discord:answers_in';
UPDATE threads_at SET owned = 1
WHERE EXISTS (SELECT 1 FROM memory WHERE scope = 'chat:' || threads_at.place AND name = 'ours');

DROP TABLE memory;
