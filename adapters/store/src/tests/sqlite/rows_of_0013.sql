INSERT INTO under_way (same, job) VALUES ('5a3e', 'job_old');
