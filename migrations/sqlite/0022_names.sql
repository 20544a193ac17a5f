-- Erasing a person looks at the beginnings of all runs; without this index it reads all of their events.

CREATE INDEX events_with_names ON events (kind) WHERE kind IN ('asked', 'forked', 'reused');
