INSERT INTO library_files (root, path, url, size, modified, hash, error, document)
VALUES ('/old', '/old/terms.pdf', 'file:///old/terms.pdf', 12, 710, NULL, 'It is encrypted.', NULL);
