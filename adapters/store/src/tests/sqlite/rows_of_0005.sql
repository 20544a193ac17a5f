INSERT INTO provider_usage (provider, day, calls, credits) VALUES ('tavily', '2026-11-22', 3, 5);
INSERT INTO lessons (domain, about, name, tried, helped, failed, failed_at, learnt_at)
VALUES ('news', 'site', 'old.example', 4, 2, 0, NULL, 900);
