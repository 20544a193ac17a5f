-- Who gave the commands that journals record, apart from the journals, so that they name nobody once a row is gone.

CREATE TABLE actors (
    actor  text PRIMARY KEY,     -- random; what events carry
    person text NOT NULL UNIQUE  -- the requester's key
);

ALTER TABLE events ADD COLUMN actor text;  -- who did it; NULL: gorkd itself, or an older build wrote it
ALTER TABLE events ADD COLUMN typed text;  -- the hash of what the actor typed: a row of `texts`, gone once it is erased
CREATE INDEX events_of_actor ON events (actor) WHERE actor IS NOT NULL;
CREATE INDEX events_typed ON events (typed) WHERE typed IS NOT NULL;

ALTER TABLE threads ADD COLUMN titled_by text;      -- the actor who renamed it
ALTER TABLE table_edits ADD COLUMN edited_by text;  -- the actor
CREATE INDEX threads_titled_by ON threads (titled_by) WHERE titled_by IS NOT NULL;
CREATE INDEX table_edits_by ON table_edits (edited_by) WHERE edited_by IS NOT NULL;
