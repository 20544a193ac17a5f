UPDATE jobs SET lane = 'web' WHERE job = 'job_old';
