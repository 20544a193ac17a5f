//! Articles of sites: registered by the site, and researched by its readers.
//!
//! | | the site (its key) | admin of the site | author | anybody else |
//! | --- | --- | --- | --- | --- |
//! | register, view, delete | yes | no | no | no |
//! | research, ask: published | yes | yes | yes | yes |
//! | research, ask: draft | yes | yes | yes | no |

mod asked;
mod news;
mod research;

pub use research::Researched;

use super::{Service, refused};
use crate::engine::article::{address_of, plain};
use crate::model::*;
use crate::ports::{Article, ArticleKey, Articles};
use std::sync::Arc;
use tokio::sync::watch;
use url::Url;
use url::form_urlencoded::parse;

/// The platform of a site's readers.
const READERS: &str = "article";
/// Maximum characters of a title, and of a site's names for articles and people.
const MAX_TITLE: usize = 500;
const LONGEST_NAME: usize = 200;
/// Maximum bytes of a text.
pub(in crate::engine) const MAX_TEXT: usize = 1 << 20;

/// Settings for articles.
#[derive(Clone, Debug, Default)]
pub struct ArticleSettings {
    /// Active seconds of a quick run.
    pub seconds: u32,
    /// Whether research also searches the operator's library.
    pub library: bool,
}

/// The entry point for articles, besides the service.
#[derive(Clone)]
pub struct ArticleDesk {
    service: Service,
    kept: Arc<dyn Articles>,
    settings: ArticleSettings,
    /// Notified when this process has written events.
    bell: watch::Sender<()>,
}

/// A reader signed in to a site, with the site's own name for them.
pub fn person_of(site: &str, name: &str, admin: bool) -> Requester {
    let roles = if admin { vec!["admin".to_owned()] } else { Vec::new() };
    Requester {
        platform: READERS.to_owned(),
        user: format!("{}:{name}", plain(site)),
        roles,
        ..Requester::default()
    }
}

impl ArticleDesk {
    pub fn new(service: Service, kept: Arc<dyn Articles>, settings: ArticleSettings) -> Self {
        Self { service, kept, settings, bell: watch::Sender::new(()) }
    }

    /// The time against which tokens and results expire.
    pub fn now(&self) -> Millis {
        self.service.ports.clock.now()
    }

    /// A reader who is not signed in, identified by a keyed hash of their address.
    pub async fn visitor(&self, address: &str) -> Result<Requester, Refusal> {
        let hash =
            super::shares::hmac(&self.service.secret().await?, format!("visitor {address}").as_bytes());
        let user = format!("?{}", hex::encode(&hash[..12]));
        Ok(Requester { platform: READERS.to_owned(), user, ..Requester::default() })
    }

    /// The default when no site is named: the only one that exists.
    pub async fn only_site(&self) -> Result<String, Refusal> {
        let mut sites = self.kept.sites(2).await.map_err(refused)?;
        match (sites.pop(), sites.is_empty()) {
            (Some(site), true) => Ok(site),
            (Some(_), false) => {
                let message = "Several sites have articles here. Say which one is meant: ?site=NAME.";
                Err(Refusal::new(RefusalCode::InvalidQuestion, message))
            }
            (None, _) => Err(Refusal::new(RefusalCode::NotFound, "No site has registered an article here.")),
        }
    }

    /// Registers or updates an article. Returns true if it is new.
    pub async fn put_article(&self, article: Article, by: &Requester) -> Result<bool, Refusal> {
        if !is_site(&article.key.site, by) {
            return Err(not_the_site());
        }
        let article = checked(Article { updated_at: self.service.ports.clock.now(), ..article })?;
        let article = Article { created_at: article.updated_at, ..article };
        let new = self.kept.put_article(&article).await.map_err(refused)?;
        self.bell.send_replace(());
        Ok(new)
    }

    /// An article, as registered by its site.
    pub async fn article(&self, key: &ArticleKey, by: &Requester) -> Result<Article, Refusal> {
        if !is_site(&key.site, by) {
            return Err(not_the_site());
        }
        self.found(key).await
    }

    /// Erases an article with all research and questions about it, and every question to its site that it
    /// helped to answer.
    pub async fn drop_article(&self, key: &ArticleKey, by: &Requester) -> Result<(), Refusal> {
        let article = self.article(key, by).await?;
        let mut threads = self.kept.threads_at_place(place_of(key).0.as_str()).await.map_err(refused)?;
        let as_draft = Article { published: false, ..article.clone() };
        let addresses: Vec<String> =
            [Some(address_of(&as_draft)), article.url].into_iter().flatten().collect();
        let site = place_of_site(&key.site);
        threads.extend(self.kept.threads_given(&site.0, &addresses).await.map_err(refused)?);
        for thread in threads {
            match self.service.erase(&thread, &Requester::terminal()).await {
                Err(refusal) if refusal.code != RefusalCode::NotFound => return Err(refusal),
                Ok(()) | Err(_) => {}
            }
        }
        let now = self.service.ports.clock.now();
        let dropped = self.kept.drop_article(key, now).await.map_err(refused)?;
        self.bell.send_replace(());
        if dropped { Ok(()) } else { Err(no_article(&key.id)) }
    }

    /// The article, if `by` may read it.
    pub async fn open(&self, key: &ArticleKey, by: &Requester) -> Result<Article, Refusal> {
        let article = self.found(key).await?;
        match article.published || may_read_draft(&key.site, article.author.as_deref(), by) {
            true => Ok(article),
            false => {
                let message = "This article is a draft: only its author and the site's admins can do that.";
                Err(Refusal::new(RefusalCode::NotAllowed, message))
            }
        }
    }

    async fn found(&self, key: &ArticleKey) -> Result<Article, Refusal> {
        self.kept.article(key).await.map_err(refused)?.ok_or_else(|| no_article(&key.id))
    }

    /// Providers that search the web, and those that search the operator's documents if `library` allows it.
    fn searches(&self, library: bool) -> Vec<String> {
        let searches = self.service.ports.searches.iter();
        let open = searches.filter(|search| library || search.style() != SearchStyle::Own);
        open.map(|search| search.name().to_owned()).collect()
    }

    /// The budget of a run for readers.
    fn budget(&self, profile: Profile) -> Budget {
        let budget = self.service.budget(profile);
        match profile {
            Profile::Quick => Budget {
                seconds: self.settings.seconds,
                reserve_seconds: budget.reserve_seconds.min(self.settings.seconds / 2),
                ..budget
            },
            Profile::Standard | Profile::Deep => budget,
        }
    }
}

fn no_article(id: &str) -> Refusal {
    let id: String = id.chars().filter(|c| !c.is_control()).take(80).collect();
    Refusal::new(RefusalCode::NotFound, format!("There is no article {id}."))
}

fn not_the_site() -> Refusal {
    Refusal::new(RefusalCode::NotAllowed, "Only the site itself can do that, with its own API key.")
}

fn is_site(site: &str, by: &Requester) -> bool {
    by.is_operator() || (by.platform == "web" && by.user == site)
}

pub(in crate::engine) fn may_read_draft(site: &str, author: Option<&str>, by: &Requester) -> bool {
    let of_site = by.platform == READERS && by.user.starts_with(&format!("{}:", plain(site)));
    let is_admin = of_site && by.roles.iter().any(|role| role == "admin");
    let is_author = author.is_some_and(|author| by.key() == person_of(site, author, false).key());
    is_site(site, by) || is_admin || is_author
}

/// The place of threads about an article.
pub(in crate::engine) fn place_of(key: &ArticleKey) -> Place {
    Place(format!("article:{}:{}", plain(&key.site), plain(&key.id)))
}

/// The place of questions to a whole site.
fn place_of_site(site: &str) -> Place {
    Place(format!("article:{}", plain(site)))
}

/// The site of an article's or a site's place.
pub(in crate::engine) fn site_of_place(place: &Place) -> Option<String> {
    let site = place.0.strip_prefix("article:")?.split(':').next().filter(|site| !site.is_empty())?;
    parse(site.as_bytes()).next().map(|(site, _)| site.into_owned())
}

/// Normalizes an article for storage, or says what is wrong with it.
fn checked(article: Article) -> Result<Article, Refusal> {
    let invalid = |message: &str| Err(Refusal::new(RefusalCode::InvalidQuestion, message));
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().count() <= LONGEST_NAME && !name.contains(char::is_control)
    };
    let title = article.title.split_whitespace().collect::<Vec<_>>().join(" ");
    if !is_name(&article.key.id) {
        return invalid("An article's id has 1 to 200 characters on one line.");
    }
    if title.is_empty() || title.chars().count() > MAX_TITLE {
        return invalid("An article's title has 1 to 500 characters.");
    }
    if article.text.as_ref().is_some_and(|text| text.len() > MAX_TEXT) {
        return invalid("An article's text has at most 1 MB.");
    }
    let is_web = |url: &str| Url::parse(url).is_ok_and(|url| ["http", "https"].contains(&url.scheme()));
    if article.url.as_deref().is_some_and(|url| url.len() > 2_000 || !is_web(url)) {
        return invalid("An article's url begins with http:// or https://.");
    }
    if article.author.as_deref().is_some_and(|author| !is_name(author)) {
        return invalid("An author's name has 1 to 200 characters on one line.");
    }
    let text = article.text.filter(|text| !text.trim().is_empty());
    Ok(Article { title, text, ..article })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn web(name: &str) -> Requester {
        Requester { platform: "web".into(), user: name.into(), ..Requester::default() }
    }

    #[test]
    fn a_draft_is_for_its_author_its_sites_admins_and_the_site() {
        let stranger = Requester { platform: READERS.into(), user: "?0a".into(), ..Requester::default() };
        for (by, may) in [
            (person_of("blog", "ada", false), true),
            (person_of("blog", "ben", false), false),
            (person_of("blog", "ben", true), true),
            (person_of("shop", "ada", true), false),
            // A colon in a name must not lead to another site.
            (person_of("blog:x", "ada", true), false),
            (person_of("blo", "g:ada", true), false),
            (web("blog"), true),
            (web("shop"), false),
            (stranger, false),
            (Requester::terminal(), true),
        ] {
            assert_eq!(may_read_draft("blog", Some("ada"), &by), may, "{by:?}");
        }
        assert!(!may_read_draft("blog", None, &person_of("blog", "ada", false)));
    }

    #[test]
    fn a_place_tells_its_site() {
        for site in ["blog", "a b", "x:y&z=1", "ä+ö%41"] {
            assert_eq!(site_of_place(&place_of_site(site)).as_deref(), Some(site));
            let key = ArticleKey { site: site.into(), id: "7:8".into() };
            assert_eq!(site_of_place(&place_of(&key)).as_deref(), Some(site));
        }
        assert_eq!(site_of_place(&Place::from("cli:local")), None);
    }

    #[test]
    fn what_cannot_be_an_article_is_told_why() {
        let fine = || Article {
            key: ArticleKey { site: "blog".into(), id: "12".into() },
            title: " A  title ".into(),
            text: Some("  ".into()),
            url: Some("https://blog.example/12".into()),
            ..Article::default()
        };
        let kept = checked(fine()).expect("it is fine");
        assert_eq!((kept.title.as_str(), kept.text), ("A title", None));
        for wrong in [
            Article { title: " ".into(), ..fine() },
            Article { title: "x".repeat(501), ..fine() },
            Article { url: Some("javascript:alert(1)".into()), ..fine() },
            Article { url: Some("12".into()), ..fine() },
            Article { text: Some("x".repeat(MAX_TEXT + 1)), ..fine() },
            Article { author: Some(String::new()), ..fine() },
            Article { key: ArticleKey { site: "blog".into(), id: "a\nb".into() }, ..fine() },
        ] {
            let refusal = checked(wrong).expect_err("it is not");
            assert_eq!(refusal.code, RefusalCode::InvalidQuestion);
            assert!(refusal.message.ends_with('.'));
        }
    }
}
