-- Work that one process at a time does, of all that share this database. A holder renews its lease; one that stands
-- still or is cut off loses it. What it then still writes names an old term, and is not written.

CREATE TABLE leases (
    work   text PRIMARY KEY,
    holder text NOT NULL,    -- random; its holder's connection has a lock on this name for as long as it lives
    term   bigint NOT NULL,  -- how often the work has been taken up: the fence of what is written for it
    until  bigint NOT NULL   -- milliseconds by the clock of this server
);
