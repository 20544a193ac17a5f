INSERT INTO table_edits (job, artifact, version, at, content)
VALUES ('job_old', 't1', 1, 2900, '{"title":"Quokkas","columns":["Name"],"rows":[["Ada"]]}');
INSERT INTO threads_at (place, thread) VALUES ('slack:T:C:1', 'thr_old'), ('slack:T:C:2', 'thr_old');
INSERT INTO arrivals (key, platform, payload, at)
VALUES ('discord:99', 'discord', '{"of":"discord:99"}', 2910), ('slack:17.1', 'slack', '{"of":"slack:17.1"}', 2910);
INSERT INTO memory (scope, name, value, at)
VALUES ('place:slack:T:C', 'deep', 'admins', 600), ('chat:slack:T:C:1', 'ours', 'true', 610),
    ('chat:slack:T:C:9', 'ours', 'true', 610), ('slack:installs', 'T1', 'c2VhbGVk', 700),
    ('discord:greeted', '42', 'true', 710), ('discord:commands', '7:all', 'c0ffee', 720),
    ('discord:identifies', '472222', '3', 730), ('discord:identifies', 'streak', '3', 731),
    ('discord:shown:99', 'reply', 'true', 740), ('discord:shown:99', 'post', '555', 739),
    ('discord:shown:98', 'reply', 'true', 740), ('slack:roots', 'slack:17.1', '', 750),
    ('slack:roots', 'slack:T:C:17.2', '17.3', 750), ('discord:answers_in', 'discord:42:1', '2', 760);
