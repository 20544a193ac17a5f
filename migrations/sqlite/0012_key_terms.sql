-- What the holder of a key may do, until when, and what runs asked with it may cost in a calendar month.

ALTER TABLE keys ADD COLUMN role       TEXT NOT NULL DEFAULT 'user';  -- `reader`, `user` or `admin`
ALTER TABLE keys ADD COLUMN expires_at INTEGER;
ALTER TABLE keys ADD COLUMN month_usd  INTEGER;                       -- millionths of a dollar; null: no limit
