INSERT INTO tellings (job, place, platform, requester, private, handle, extras, state, at, wake_at)
VALUES ('job_old', 'slack:T:C', 'slack', '{"platform":"slack","user":"U1","roles":["member"]}', 0, '{}', '[]', 'told',
    1200, NULL);
INSERT INTO feedback (job, person, good, reason, at) VALUES ('job_old', 'slack:U1', 1, '', 2100);
INSERT INTO memory (scope, name, value, at)
VALUES ('chat:job_old', 'edited', 'What is a wallaby?', 1900), ('chat:job_gone', 'edited', 'What is a potoroo?', 1900),
    ('chat:picks:job_old', 'src_a', 'pin', 1950), ('chat:retention', 'slack:T:C', '30', 800);
INSERT INTO watches (id, owner, next_at, running, watch)
VALUES ('wat_lost', 'web:ben', 9000, 0, '{"id":"wat_lost","base":"job_gone"}');
