INSERT INTO budget_notices (scope, period, percent, job) VALUES ('month', '2026-11', 80, 'job_old');
