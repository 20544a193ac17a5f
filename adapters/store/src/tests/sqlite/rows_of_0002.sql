INSERT INTO texts (hash, size, packed, body)
VALUES ('0b6a64d1f7a6a2a2a8b5a4a1f5f0f38b0fa6cd8e5c0c7a5e0d7e5c9f3a2b1c0d', 9, 0, CAST('Old text.' AS BLOB));
INSERT INTO documents (id, hash, url, fetched_at, metadata)
VALUES (1, '0b6a64d1f7a6a2a2a8b5a4a1f5f0f38b0fa6cd8e5c0c7a5e0d7e5c9f3a2b1c0d', 'https://old.example/', 900,
    '{"hash":"0b6a64d1f7a6a2a2a8b5a4a1f5f0f38b0fa6cd8e5c0c7a5e0d7e5c9f3a2b1c0d","url":"https://old.example/","canonical_url":"https://old.example/","title":"Old","author":null,"site":null,"language":"en","kind":"page","published_at":null,"fetched_at":900,"word_count":2,"truncated":false,"warnings":[]}');
INSERT INTO document_refs (document, job, audience) VALUES (1, 'job_old', 'place:web:1');
