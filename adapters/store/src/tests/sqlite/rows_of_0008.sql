INSERT INTO picks (job, source, pick, at) VALUES ('job_old', 'src_b', 'exclude', 2200);
