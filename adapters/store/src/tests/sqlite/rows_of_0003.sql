INSERT INTO library_roots (path, base_url, added_at, synced_at) VALUES ('/old', NULL, 800, 850);
INSERT INTO library_files (root, path, url, size, modified, hash, error, document)
VALUES ('/old', '/old/scan.pdf', 'file:///old/scan.pdf', 10, 700, NULL, 'It holds only pictures.', NULL);
