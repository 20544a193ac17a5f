INSERT INTO people (person) VALUES ('web:eve');
INSERT INTO preferences_of_people (person, name, value, at) VALUES ('web:eve', 'language', 'fr', 2920);
INSERT INTO installations (platform, workspace, access, at) VALUES ('slack', 'T2', NULL, 2930);
INSERT INTO answer_channels (place, channel, at) VALUES ('discord:43:1', '3', 2940);
