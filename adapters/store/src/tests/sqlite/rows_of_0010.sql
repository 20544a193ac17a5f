INSERT INTO articles (site, id, is_number, title, text, url, published, author, created_at, updated_at)
VALUES ('journal', '12', 1, 'Wallabies at dusk', 'A wallaby grazes at dusk.', NULL, 1, 'ada', 2400, 2400);
INSERT INTO article_research (article, job, profile, claimed_at) VALUES (1, 'job_old', 'quick', 2410);
INSERT INTO article_news (site, id, is_number, published, author, job, status, at)
VALUES ('journal', '12', 1, 1, 'ada', 'job_old', 'ready', 2420);
