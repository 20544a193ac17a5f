-- Work that one process at a time does, of all that share this database. A holder renews its lease; one that was killed,
-- stands still, or is cut off loses it. What it then still writes names an old term, and is not written.

CREATE TABLE leases (
    work   text PRIMARY KEY,
    term   bigint NOT NULL,  -- how often the work has been taken up: the fence of what is written for it
    until  bigint NOT NULL   -- milliseconds by the clock of this server
);
