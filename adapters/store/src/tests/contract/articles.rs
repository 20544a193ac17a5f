//! Articles of sites.

use super::*;

fn key(site: &str, id: &str) -> ArticleKey {
    ArticleKey { site: site.into(), id: id.into() }
}

fn article(id: &str, title: &str, text: &str) -> Article {
    Article {
        key: key("blog", id),
        numeric: true,
        title: title.into(),
        text: Some(text.into()),
        url: None,
        published: true,
        author: Some("ada".into()),
        created_at: Millis(1_000),
        updated_at: Millis(1_000),
    }
}

fn research(id: &str, job: &str) -> Research {
    let profile = Profile::Quick;
    Research { article: key("blog", id), job: job.into(), profile, claimed_at: Millis(2_000) }
}

fn news_of(article: &Article, job: &str, status: &str) -> ArticleNews {
    ArticleNews {
        seq: 0,
        article: article.key.clone(),
        numeric: article.numeric,
        published: article.published,
        author: article.author.clone(),
        job: Some(job.into()),
        status: status.into(),
        at: Millis(3_000),
    }
}

pub async fn an_article_stands_as_its_site_wrote_it_last(base: &dyn Base) {
    let store = base.open().await;
    let first = article("7", "Tides", "About tides.");
    assert!(store.put_article(&first).await.expect("put"));
    let other = Article { key: key("shop", "7"), numeric: false, ..article("7", "Shoes", "About shoes.") };
    assert!(store.put_article(&other).await.expect("put"), "another site's");
    let later = Article {
        title: "Tides and moons".into(),
        text: None,
        url: Some("https://blog.example/7".into()),
        published: false,
        author: None,
        created_at: Millis(9_000),
        updated_at: Millis(9_000),
        ..first.clone()
    };
    assert!(!store.put_article(&later).await.expect("put"));
    let kept = Article { created_at: Millis(1_000), ..later };
    let store = base.open().await;
    assert_eq!(store.article(&kept.key).await.expect("asked"), Some(kept.clone()));
    assert_eq!(store.article(&other.key).await.expect("asked"), Some(other));
    assert_eq!(store.sites(9).await.expect("asked"), ["blog", "shop"]);
    assert!(store.drop_article(&kept.key, Millis(10_000)).await.expect("dropped"));
    assert!(!store.drop_article(&kept.key, Millis(10_000)).await.expect("dropped"));
    assert_eq!(store.article(&kept.key).await.expect("asked"), None);
    let news = store.article_news("blog", None, 0, 9).await.expect("asked");
    let told: Vec<(&str, bool)> = news.iter().map(|news| (news.status.as_str(), news.published)).collect();
    assert_eq!(told, [("created", true), ("updated", false), ("deleted", false)]);
    assert!(news.windows(2).all(|two| two[0].seq < two[1].seq));
}

pub async fn published_articles_are_found_by_their_words(base: &dyn Base) {
    let store = base.open().await;
    let draft = Article { published: false, ..article("3", "Tides in secret", "Tides.") };
    let foreign = Article { key: key("shop", "1"), ..article("1", "Tides for sale", "Tides.") };
    for article in [
        article("1", "Tides", "The moon pulls at the sea."),
        article("2", "Harbours", "Ships wait for tides in a harbour."),
        article("4", "Bread", "Flour and water."),
        draft,
        foreign,
    ] {
        store.put_article(&article).await.expect("put");
    }
    let found = async |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let found = store.matching("blog", &words, 9).await.expect("asked");
        found.into_iter().map(|article| article.key.id).collect::<Vec<_>>()
    };
    assert_eq!(found(&["tide"]).await, ["1", "2"], "a title counts more, and forms of a word are one");
    assert_eq!(found(&["flour", "moon"]).await.len(), 2);
    assert!(found(&["nothing"]).await.is_empty() && found(&[]).await.is_empty());
    assert!(found(&["\"", "OR"]).await.is_empty(), "no word is an order");
    store.put_article(&article("1", "Loaves", "Of bread.")).await.expect("put");
    assert_eq!(found(&["moon"]).await, [""; 0], "its old words are gone");
    store.drop_article(&key("blog", "4"), Millis(5)).await.expect("dropped");
    assert_eq!(found(&["bread"]).await, ["1"]);
}

pub async fn of_several_who_begin_research_one_does(base: &dyn Base) {
    let store = base.open().await;
    let named = article("7", "Tides", "About tides.");
    let first = research("7", "job_a");
    let begin = store.move_research(&named.key, None, Some(&first)).await.expect("asked");
    assert!(!begin, "there is no such article");
    store.put_article(&named).await.expect("put");
    let claims: Vec<Research> = (0..8).map(|n| research("7", &format!("job_{n}"))).collect();
    let begun = futures::future::join_all(claims.iter().map(|claim| async {
        base.open().await.move_research(&named.key, None, Some(claim)).await.expect("asked")
    }));
    let begun = begun.await;
    assert_eq!(begun.iter().filter(|begun| **begun).count(), 1, "{begun:?}");
    let held = store.research(&named.key).await.expect("asked").expect("there");
    assert!(claims.contains(&held));
    assert_eq!(store.researched_by(&held.job).await.expect("asked"), Some(named.clone()));
    assert!(!store.move_research(&named.key, Some(&"job_x".into()), Some(&first)).await.expect("asked"));
    assert!(store.move_research(&named.key, Some(&held.job), Some(&first)).await.expect("asked"));
    assert_eq!(store.research(&named.key).await.expect("asked"), Some(first.clone()));
    assert!(store.move_research(&named.key, Some(&first.job), None).await.expect("asked"));
    assert_eq!(store.research(&named.key).await.expect("asked"), None);
}

pub async fn each_status_of_a_run_is_told_once_and_goes_with_it(base: &dyn Base) {
    let store = base.open().await;
    assert_eq!(store.news_kept().await.expect("asked"), (1, 0));
    let named = article("7", "Tides", "About tides.");
    store.put_article(&named).await.expect("put");
    store.move_research(&named.key, None, Some(&research("7", "job_t"))).await.expect("asked");
    assert!(!store.note_research(&news_of(&named, "job_t", "queued")).await.expect("asked"), "no run yet");
    store
        .create(NewJob { place: "article:blog:7".into(), ..new_job("job_t", "thr_t", 1) })
        .await
        .expect("made");
    for (status, new) in [("queued", true), ("running", true), ("queued", false), ("running", false)] {
        assert_eq!(store.note_research(&news_of(&named, "job_t", status)).await.expect("asked"), new);
    }
    assert_eq!(store.unfinished_research().await.expect("asked"), ["job_t".into()]);
    assert!(store.note_research(&news_of(&named, "job_t", "ready")).await.expect("asked"));
    assert_eq!(store.unfinished_research().await.expect("asked"), []);
    let news = store.article_news("blog", Some("7"), 1, 9).await.expect("asked");
    let told: Vec<&str> = news.iter().map(|news| news.status.as_str()).collect();
    assert_eq!(told, ["queued", "running", "ready"]);
    assert_eq!(store.article_news("blog", Some("7"), 1, 2).await.expect("asked").len(), 2);
    assert_eq!(store.article_news("blog", Some("8"), 0, 9).await.expect("asked"), []);
    assert_eq!(store.article_news("shop", None, 0, 9).await.expect("asked"), []);
    assert_eq!(store.news_kept().await.expect("asked"), (1, 4));

    assert_eq!(store.threads_at_place("article:blog:7").await.expect("asked"), ["thr_t".into()]);
    let page = reading("file:///articles/blog/7#0a1b", "About tides.", 5);
    has_read(&*store, "job_t", "r0.read.1", &page).await;
    let given = async |addresses: &[&str]| {
        let addresses: Vec<String> = addresses.iter().map(|address| (*address).to_owned()).collect();
        store.threads_given("article:blog:7", &addresses).await.expect("asked")
    };
    assert_eq!(given(&["file:///articles/blog/7"]).await, ["thr_t".into()]);
    assert_eq!(given(&["file:///articles/blog/77", "https://blog.example/"]).await, []);

    store.delete(&"thr_t".into()).await.expect("erased");
    let news = store.article_news("blog", None, 0, 9).await.expect("asked");
    assert_eq!(news.len(), 1, "only that the article came");
    assert_eq!(store.news_kept().await.expect("asked"), (1, 4), "no number is given twice");
    store.put_article(&Article { updated_at: Millis(700_000_000), ..named.clone() }).await.expect("put");
    assert_eq!(store.news_kept().await.expect("asked"), (5, 5), "what is older than a week is gone");
}
