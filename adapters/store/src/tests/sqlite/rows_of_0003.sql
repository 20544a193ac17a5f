INSERT INTO library_roots (path, base_url, added_at, synced_at) VALUES ('/old', NULL, 1000, 2000);
INSERT INTO library_files (root, path, url, size, modified, hash, error, document)
VALUES ('/old', '/old/a.pdf', 'file:///old/a.pdf', 10, 900, NULL, 'It is encrypted.', NULL);
