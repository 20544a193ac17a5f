INSERT INTO actors (actor, person) VALUES ('act_old', 'web:ben');
