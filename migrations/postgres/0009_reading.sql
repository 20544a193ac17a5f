-- Files of the library that an older reading made are read again.

ALTER TABLE library_files ADD COLUMN reading bigint NOT NULL DEFAULT 0;  -- its number; 0: an older build read the file
