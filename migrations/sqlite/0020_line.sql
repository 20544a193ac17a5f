-- In which order jobs are claimed.

ALTER TABLE jobs ADD COLUMN background INTEGER NOT NULL DEFAULT 0;  -- 1: nobody waits for it
ALTER TABLE jobs ADD COLUMN lane TEXT;                              -- its place without thread; NULL: an older build wrote it
