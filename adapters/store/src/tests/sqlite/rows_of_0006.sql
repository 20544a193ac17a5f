INSERT INTO answers (job, audience, question, form, profile, privacy, domain, library, asked_at, expires_at, embedder,
    meaning)
VALUES ('job_old', 'place:web:1',
    '{"text":"What is a quokka?","language":"en","kind":"factual","entities":[],"period":null}', 'quokka', '"standard"',
    '"hybrid"', NULL, 7, 1000, 9000, 'minilm', X'0000803F000000C0');
INSERT INTO followers (job, person, requester, place, at)
VALUES ('job_old', 'web:ben', '{"platform":"web","user":"ben","roles":["member"]}', 'web:2', 1500);
INSERT INTO memory (scope, name, value, at) VALUES ('person:web:ada', 'language', 'de', 900);
INSERT INTO watches (id, owner, next_at, running, watch)
VALUES ('wat_old', 'web:ada', 9000, 0,
    '{"id":"wat_old","owner":{"platform":"web","user":"ada","roles":[]},"place":"web:1","thread":"thr_old","question":"What is a quokka?","every_ms":60000,"next_at":9000,"base":"job_old","running":null,"runs":1,"created_at":1000,"checked_at":2000,"changed":null,"problem":null}');
