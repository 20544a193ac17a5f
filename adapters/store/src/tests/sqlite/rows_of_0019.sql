INSERT INTO budget_notices (scope, period, percent, most, job) VALUES ('month', '2026-11', 80, 5000000, 'job_old');
