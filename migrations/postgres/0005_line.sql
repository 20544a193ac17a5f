-- In which order jobs are claimed.

ALTER TABLE jobs ADD COLUMN background boolean NOT NULL DEFAULT false;  -- nobody waits for it
ALTER TABLE jobs ADD COLUMN lane text COLLATE "C";  -- its place without thread; NULL: an older build wrote it
