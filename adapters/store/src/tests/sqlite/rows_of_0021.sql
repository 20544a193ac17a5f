UPDATE jobs SET servers = char(10) || 'searxng' || char(10) WHERE job = 'job_old';
