//! What is found, in which order, and how it is shown.

use super::*;

async fn manuals() -> World {
    let world = World::new().await;
    world.write(
        "activity.md",
        "# Monitoring\n\nThe view pg_stat_activity has a row for each server process.\n\n\
         ## Wait events\n\nThe column wait_event names what a backend waits for.",
    );
    world.write("merge.md", "# git merge\n\nWith --no-ff a merge commit is made in all cases.");
    world.write("paths.md", "# Paths\n\nos.path.join joins parts. getElementById belongs to browsers.");
    world.write(
        "vacuum.md",
        "# Vacuum\n\nVacuuming reclaims the storage of dead rows. A row that is dead takes space.",
    );
    world.write(
        "tea.md",
        "# Tea\n\nTea is made with hot water, not with cold. To be or not to be is no question.",
    );
    world.add().await;
    world
}

#[tokio::test]
async fn identifiers_are_found_whole_and_by_their_parts() {
    let world = manuals().await;
    for (query, name) in [
        ("pg_stat_activity", "activity.md"),
        ("stat activity", "activity.md"),
        ("--no-ff", "merge.md"),
        ("what does no-ff do", "merge.md"),
        ("os.path.join", "paths.md"),
        ("how to join a path", "paths.md"),
        ("getelementbyid", "paths.md"),
        ("element by id", "paths.md"),
        ("reclaiming", "vacuum.md"),
    ] {
        assert_eq!(world.names(query).await.first().map(String::as_str), Some(name), "{query}");
    }
}

#[tokio::test]
async fn a_word_with_a_wrong_letter_is_found() {
    let world = manuals().await;
    let first = |names: Vec<String>| names.into_iter().next();
    for asked in ["vaccuming", "vacumming", "storrage of dead rows"] {
        assert_eq!(first(world.names(asked).await).as_deref(), Some("vacuum.md"), "{asked}");
    }
    for unknown in ["tying", "quokka", "wuter stirage spece rews"] {
        assert_eq!(world.names(unknown).await, [""; 0], "{unknown}");
    }
}

#[tokio::test]
async fn a_stop_word_with_a_wrong_letter_is_not_looked_for() {
    let world = World::new().await;
    world.write("merge.md", "# Merging\n\nA merge keeps what happened between two branches.");
    world.add().await;
    let hit = world.find("merge beetween branches", Filters::default()).await.remove(0);
    assert!(hit.blocks.iter().any(|block| block.coverage > 0.99), "{:?}", hit.blocks);
}

#[tokio::test]
async fn what_a_document_says_of_itself_helps_to_find_each_of_its_blocks() {
    let world = World::new().await;
    let manual = |first: &str, seconds: u32| {
        format!("# Manual\n\n{first}\n\n## Timeout\n\nNumber of seconds to hold them (default: {seconds}).")
    };
    world.write("cache.md", &manual("A helper that keeps passwords in memory for a while.", 900));
    world.write("doors.md", &manual("A helper that pulls the bolts of doors by night.", 300));
    world.add().await;
    let hits = world.find("how many seconds are passwords held", Filters::default()).await;
    let block = |name: &str, seconds: &str| {
        let hit = hits.iter().find(|hit| hit.url.ends_with(name)).expect("a hit");
        let text = std::fs::read_to_string(world.docs.join(name)).expect("the file");
        let says = |block: &&FoundBlock| gorkd_core::text::slice(&text, block.span).contains(seconds);
        *hit.blocks.iter().find(says).expect("the block")
    };
    let (ours, other) = (block("cache.md", "900"), block("doors.md", "300"));
    assert!(ours.about > 0.0 && other.about == 0.0, "{ours:?} {other:?}");
    assert!(ours.order() > other.order(), "{ours:?} {other:?}");
    assert!(
        ours.coverage < 1.0 && ours.coverage == other.coverage,
        "it holds no more itself: {ours:?} {other:?}"
    );
}

#[tokio::test]
async fn a_hit_says_where_and_what() {
    let world = manuals().await;
    let hit = world.find("wait_event", Filters::default()).await.remove(0);
    assert_eq!((hit.title.as_str(), hit.section.as_deref()), ("Monitoring", Some("Wait events")));
    assert_eq!((hit.provider.as_str(), hit.rank), ("library", 1));
    assert!(hit.snippet.contains("wait_event names what a backend waits for"), "{}", hit.snippet);
    assert!(hit.score > 0.0);
    let text = world.shelf.texts(&[hit.hash.clone().expect("a hash")]).await.expect("texts");
    assert_eq!(text.len(), 1);
}

#[tokio::test]
async fn the_section_of_the_best_passage_is_named() {
    let world = World::new().await;
    let filler = "Plain words about nothing in particular fill this part of the page. ".repeat(12);
    world.write(
        "long.md",
        &format!("# Manual\n\n{filler}\n\n## Locks\n\n{filler}\n\n## Deadlock timeout\n\nThe deadlock_timeout is one second. {filler}"),
    );
    world.add().await;
    let hit = world.find("deadlock_timeout", Filters::default()).await.remove(0);
    assert_eq!(hit.section.as_deref(), Some("Deadlock timeout"));
    assert!(hit.snippet.contains("deadlock_timeout is one second"), "{}", hit.snippet);
}

#[tokio::test]
async fn a_document_with_more_of_the_rare_words_comes_first() {
    let world = World::new().await;
    for at in 0..20 {
        world
            .write(&format!("common{at}.md"), "# Server\n\nserver server server configuration of the server");
    }
    world.write("both.md", "# Note\n\nThe server keeps a quorum of replicas while the replicas elect.");
    world.write("one.md", "# Other\n\nreplicas replicas replicas replicas replicas server");
    world.add().await;
    assert_eq!(world.names("server quorum of replicas").await[0], "both.md");
}

#[tokio::test]
async fn a_quoted_phrase_comes_before_its_scattered_words() {
    let world = World::new().await;
    world.write(
        "scattered.md",
        "# A\n\nTo be read: a question, or not. Be quick to ask. Not to be missed, or be late.",
    );
    world.write(
        "phrase.md",
        "# B\n\nHe said the words to be or not to be on a stage in front of many people that night.",
    );
    world.add().await;
    assert_eq!(world.names("\"to be or not to be\"").await[0], "phrase.md");
}

#[tokio::test]
async fn any_text_is_a_query() {
    let world = manuals().await;
    let long = "vacuum ".repeat(290);
    let broken = "\"unbalanced AND (OR NOT title:vacuum^4 ~2 [a TO z] {x} /re.*/ \\ + - && || ! * ?";
    for query in [
        "",
        "   ",
        "\"",
        "\"\"",
        "🦀🦀",
        "AND OR NOT",
        "the of and",
        "-",
        "--",
        "()",
        "a:b:c",
        &long,
        broken,
        "\u{0}\u{7}",
    ] {
        world.find(query, Filters::default()).await;
    }
    assert_eq!(world.names(&long).await[0], "vacuum.md");
    assert_eq!(world.names(broken).await[0], "vacuum.md");
    assert_eq!(world.names("not with").await[0], "tea.md", "stop words alone still find");
    assert_eq!(world.names("🦀").await, Vec::<String>::new());
}

#[tokio::test]
async fn languages_are_stemmed_each_in_its_way() {
    let world = World::new().await;
    world.write("de.md", "# Häuser\n\nlang:de\n\nDie Häuser der Stadt wurden gebaut.");
    world.write("ja.md", "# 東京\n\nlang:ja\n\n東京都は日本の首都です。");
    world.write("en.md", "# Houses\n\nlang:en\n\nThe houses of the town were built.");
    world.add().await;
    assert_eq!(world.names("Häusern").await, ["de.md"]);
    assert_eq!(world.names("日本の首都").await, ["ja.md"]);
    assert_eq!(world.names("house").await, ["en.md"]);
    let german = Filters { language: Some("de".into()), ..Filters::default() };
    let found = world.find("town Stadt", german).await;
    assert_eq!(found.len(), 1);
    assert!(found[0].url.ends_with("de.md"));
}

#[tokio::test]
async fn a_compound_that_stands_nowhere_is_found_by_its_parts() {
    let world = World::new().await;
    world
        .write("de.md", "# Systempflege\n\nlang:de\n\nUpdates für die Sicherheit werden nachts eingespielt.");
    world.write("tee.md", "# Tee\n\nlang:de\n\nGrüner Tee wird aus Japan geliefert.");
    world.add().await;
    assert_eq!(world.names("Sicherheitsupdates").await, ["de.md"]);
    assert_eq!(world.names("Sicherheitsgurte").await, Vec::<String>::new(), "only one of its parts is known");
}

#[tokio::test]
async fn german_verbs_are_found_with_their_prefix_before_within_and_after_them() {
    let world = World::new().await;
    world.write("alien.md", "# Formate\n\nlang:de\n\nMit dem Werkzeug kann man Pakete umwandeln.");
    world.write("archiv.md", "# Archiv\n\nlang:de\n\nDas Paket wird nachts hochgeladen.");
    world.write("berge.md", "# Norden\n\nlang:de\n\nIm Norden sind die Berge hoch.");
    world.add().await;
    assert_eq!(world.names("wandelt um").await, ["alien.md"]);
    assert_eq!(world.names("lade hoch").await, ["archiv.md"], "a prefix is no subject");
    assert_eq!(world.names("hochladen").await, ["archiv.md"]);
    assert_eq!(world.names("sehr hoch").await, ["berge.md"], "and one where there is no verb");
}

#[tokio::test]
async fn what_looks_like_a_prefix_counts_beside_a_german_noun() {
    let world = World::new().await;
    world.write("flut.md", "# Flut\n\nlang:de\n\nNach dem Regen kam das Hochwasser.");
    world.write("see.md", "# See\n\nlang:de\n\nWasser, Wasser, Wasser.");
    world.write("pegel.md", "# Pegel\n\nlang:de\n\nIm Frühling ist das Wasser besonders hoch.");
    world.add().await;
    assert_eq!(world.names("Wasser hoch").await.first().map(String::as_str), Some("pegel.md"));
}

#[tokio::test]
async fn sites_and_dates_filter() {
    let world = World::new().await;
    world.write("old.md", "# Old\n\ndate:2001-01-01T00:00:00Z\n\nSays walnut.");
    world.write("undated.md", "# Undated\n\nSays walnut too.");
    let today = jiff::Timestamp::now();
    world.write("new.md", &format!("# New\n\ndate:{today}\n\nSays walnut as well."));
    let docs = std::slice::from_ref(&world.docs);
    only(world.library.add(docs, Some("https://www.docs.example.org/"), &()).await);
    let count = async |filters: Filters| world.find("walnut", filters).await.len();

    let recent = Filters { recency: Some(Recency::Week), ..Filters::default() };
    assert_eq!(count(recent).await, 2, "what has no date may be new");
    for (site, within) in [("example.org", 3), ("docs.example.org", 3), ("ample.org", 0), ("other.org", 0)] {
        let inside = Filters { domains_in: vec![site.into()], ..Filters::default() };
        assert_eq!(count(inside).await, within, "{site}");
        let outside = Filters { domains_out: vec![site.into()], ..Filters::default() };
        assert_eq!(count(outside).await, 3 - within, "{site}");
    }
}

#[tokio::test]
async fn an_empty_library_finds_nothing() {
    let world = World::new().await;
    assert_eq!(world.names("anything").await, Vec::<String>::new());
}

#[tokio::test]
async fn blocks_of_other_works_lack_the_word_that_names_a_work() {
    let world = World::new().await;
    for at in 0..6 {
        world.write(&format!("notes/{at}.md"), "# Network\n\nPlain words about cables.");
    }
    world.write("static/glossary.md", "# Glossary\n\nWords.");
    world.write("net/dynamic.md", "# Dynamic\n\nAn IP address is given out by a server.");
    world.write("net/fixed.md", "# Fixed\n\nA static IP address is written into a file.");
    world.add().await;
    let hits = world.find("static IP address", Filters::default()).await;
    let coverage = |name: &str| {
        let hit = hits.iter().find(|hit| hit.url.ends_with(name)).expect("it is found");
        hit.blocks.iter().map(|block| block.coverage).fold(0.0, f64::max)
    };
    assert!(coverage("fixed.md") > 0.99 && coverage("dynamic.md") < 0.9);
}

/// Knows two things that may be meant, whatever they are called.
struct Things;

#[async_trait::async_trait]
impl gorkd_core::ports::Embedder for Things {
    fn name(&self) -> &str {
        "things"
    }

    fn destination(&self) -> Destination {
        Destination::Near
    }

    async fn embed(&self, texts: &[String], _: TextRole, _: Reach) -> Result<Vec<Vec<f32>>, Failure> {
        let holds = |text: &str, words: &[&str]| words.iter().any(|word| text.contains(word)) as u8;
        let vector = |text: &String| {
            let boats = f32::from(holds(text, &["ferry", "vessel", "boat"]));
            let bread = f32::from(holds(text, &["bread", "loaf"]));
            let length = (boats + bread).sqrt().max(1.0);
            vec![boats / length, bread / length]
        };
        Ok(texts.iter().map(vector).collect())
    }
}

#[tokio::test]
async fn a_block_is_found_by_its_meaning_once_it_has_a_vector() {
    let mut world = World::new().await;
    world.write("harbour.md", "# Harbour\n\nThe last vessel leaves the pier at eleven.\n");
    world.write("bakery.md", "# Bakery\n\nA loaf is baked before dawn every day.\n");
    world.write("pier.md", "# Pier\n\nAnglers stand on the pier when it rains.\n");
    world.add().await;
    world.reopen().await;
    world.library = open(&world.data, &world.shelf, &world.reader).await.with_embedder(Arc::new(Things));
    assert_eq!(world.names("boat").await, Vec::<String>::new(), "no word of it is there, and no vector yet");
    assert_eq!(world.library.embed(&(), 2).await.expect("embedded"), 3);
    let hits = world.find("boat", Filters::default()).await;
    assert!(hits[0].url.ends_with("harbour.md"), "{hits:?}");
    let block = hits[0].blocks[0];
    assert!(block.near.is_some_and(|near| near > 0.9) && block.score == 0.0, "{block:?}");

    // Words count as well, and each block tells its cosine.
    let found = world.find("pier boat", Filters::default()).await;
    let names: Vec<&str> = found.iter().filter_map(|hit| hit.url.rsplit('/').next()).collect();
    assert_eq!(names, ["harbour.md", "pier.md"], "by words and by meaning before words alone");
    assert!(found.iter().flat_map(|hit| &hit.blocks).all(|block| block.near.is_some()), "{found:?}");
    assert_eq!(world.library.embed(&(), 2).await.expect("embedded"), 0, "nothing is new");

    // A text that has changed loses its vectors.
    world.write("harbour.md", "# Harbour\n\nThe harbour is closed in winter, says the notice.\n");
    world.touch("harbour.md");
    world.sync().await;
    assert_eq!(world.library.embed(&(), 2).await.expect("embedded"), 1);
    assert_eq!(world.names("boat").await, Vec::<String>::new());
}

#[tokio::test]
async fn meaning_stays_within_the_works_that_a_query_names() {
    let mut world = World::new().await;
    world.write("alphadb/port.md", "# Port\n\nThe last vessel leaves the pier at eleven.\n");
    world.write("betadb/port.md", "# Port\n\nA ferry crosses the bay every hour.\n");
    world.add().await;
    world.library = open(&world.data, &world.shelf, &world.reader).await.with_embedder(Arc::new(Things));
    world.library.embed(&(), 2).await.expect("embedded");
    let found = |urls: Vec<String>| -> Vec<bool> { urls.iter().map(|url| url.contains("betadb")).collect() };
    assert_eq!(world.urls("boat").await.len(), 2);
    assert_eq!(found(world.urls("betadb boat").await), [true]);
}

#[tokio::test]
async fn words_that_no_document_has_are_unknown_to_a_library_that_has_many() {
    let unknown =
        async |world: &World, text: &str, language: &str| world.library.unknown_words(text, language).await;
    let world = manuals().await;
    assert_eq!(unknown(&world, "How do I set up zram?", "en").await, [""; 0], "it may lack any word");
    let line = "The server makes tea with hot water, and vacuums the storage of dead rows.\n\n";
    world.write("long.md", &format!("# Servers\n\nlang: en\n\n{}", line.repeat(8_000)));
    world.add().await;
    for (text, words) in [
        ("How do I set up Zram for the server?", &["set", "Zram"][..]),
        ("making tea, vacuumed", &[]),
        ("watter for the servr", &[]),
        ("zram for zram", &["zram"]),
        ("quokkas in pg_stat_quokka, --quokka, 15 or 1.2?", &["quokkas"]),
    ] {
        assert_eq!(unknown(&world, text, "en").await, words, "{text}");
    }
    world.write("tee.md", "# Tee\n\nlang: de\n\nTee wird mit warmem Wasser gemacht.");
    world.add().await;
    assert_eq!(unknown(&world, "Wie koche ich Reis?", "de").await, [""; 0], "little is in this language");
}

#[tokio::test]
async fn a_file_is_found_by_its_name() {
    let world = World::new().await;
    world.write("Quokka_leaflet.pdf", "# Leaflet\ntype: application/pdf\n\nAt most twenty hours a week.");
    world.write("wombat.html", "# Page\ntype: text/html\n\nAt most thirty hours a week.");
    world.add().await;
    assert_eq!(
        world.names("hours of a quokka").await.first().map(String::as_str),
        Some("Quokka_leaflet.pdf")
    );
    assert_eq!(world.names("wombat").await, [""; 0], "programs name pages");
}
