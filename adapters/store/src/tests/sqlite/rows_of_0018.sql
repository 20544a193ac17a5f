INSERT INTO actors (actor, person) VALUES ('act_old', 'web:ada');
UPDATE events SET actor = 'act_old' WHERE job = 'job_old' AND seq = 2;
