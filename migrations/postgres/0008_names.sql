-- Erasing a person looks at the beginnings of branches, too; without this index it reads all events. The narrower
-- index stays for older builds, and a later migration may drop it.

CREATE INDEX events_with_names ON events (kind) WHERE kind IN ('asked', 'reused', 'forked');
