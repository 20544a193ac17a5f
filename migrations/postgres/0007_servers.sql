-- What a job may call: others are claimed while too many wait for one of these.

ALTER TABLE jobs ADD COLUMN servers text;  -- names of search providers and models, each between line ends; NULL: an older build wrote it
