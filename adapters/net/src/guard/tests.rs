use super::*;
use crate::resolve::GivenNames;
use gorkd_core::model::Privacy;

fn guard(allow: &[&str], names: &[&str]) -> Guard {
    let allow = allow.iter().map(|entry| entry.parse().expect(entry)).collect();
    let names = GivenNames::only(names.iter().map(|given| given.parse().expect(given)).collect());
    Guard::new(GuardSettings { allow, ..GuardSettings::default() }, Arc::new(names))
}

async fn check(guard: &Guard, url: &str) -> Result<Vec<String>, Why> {
    check_in(guard, url, Privacy::Hybrid).await
}

async fn check_in(guard: &Guard, url: &str, privacy: Privacy) -> Result<Vec<String>, Why> {
    let url = parse(url).map_err(|refused| refused.why)?;
    let checked = guard.check(&url, Reach::of(privacy)).await.map_err(|refused| refused.why)?;
    Ok(checked.addresses().iter().map(ToString::to_string).collect())
}

#[tokio::test]
async fn a_public_name_gives_the_addresses_that_were_looked_at() {
    let guard = guard(&[], &["a.test:93.184.215.14,[2606:2800::1]"]);
    let found = check(&guard, "https://a.test/x").await;
    assert_eq!(found, Ok(vec!["93.184.215.14:443".into(), "[2606:2800::1]:443".into()]));
    assert_eq!(check(&guard, "http://8.8.8.8").await, Ok(vec!["8.8.8.8:80".into()]));
}

#[tokio::test]
async fn misleading_and_non_web_addresses_are_refused_by_form() {
    let guard = guard(&[], &["a.test:8.8.8.8"]);
    for url in [
        "",
        "http://",
        "file:///etc/passwd",
        "ftp://a.test/",
        "http://u@a.test/",
        "http://u:p@a.test/",
        "http://a.\ntest/",
        "\thttp://a.test/",
        "javascript:alert(1)",
        "http://a test/",
        "a.test",
    ] {
        assert_eq!(check(&guard, url).await, Err(Why::Form), "{url:?}");
    }
    assert_eq!(check(&guard, "http://a.test:8080/").await, Err(Why::Port));
    assert_eq!(check(&guard, "http://b.test/").await, Err(Why::Unresolved));
}

#[tokio::test]
async fn one_private_address_spoils_a_name() {
    let guard = guard(
        &[],
        &["mixed.test:8.8.8.8,10.0.0.5", "six.test:8.8.8.8,[fd00::1]", "again.test:8.8.8.8|127.0.0.1"],
    );
    for url in [
        "http://mixed.test/",
        "http://six.test/",
        "http://127.1/",
        "http://[::ffff:10.0.0.1]/",
        "http://localhost/",
    ] {
        assert_eq!(check(&guard, url).await, Err(Why::Inner), "{url}");
    }
    assert!(check(&guard, "http://again.test/").await.is_ok());
    assert_eq!(
        check(&guard, "http://again.test/").await,
        Err(Why::Inner),
        "the second answer is looked at too"
    );
}

#[tokio::test]
async fn exceptions_hold_for_what_was_listed_and_its_port() {
    let listed = ["127.0.0.1:8400", "intranet", "10.0.0.9"];
    let guard = guard(&listed, &["intranet:10.2.2.2", "site.test:127.0.0.1", "other.test:10.0.0.9,10.0.0.8"]);
    for yes in [
        "http://127.0.0.1:8400/",
        "http://a.localhost:8400/",
        "http://site.test:8400/",
        "http://intranet:9000/",
        "http://10.0.0.9:1234/",
    ] {
        assert!(check(&guard, yes).await.is_ok(), "{yes}");
    }
    for no in [
        "http://127.0.0.1/",
        "http://127.0.0.1:8401/",
        "http://[::1]:8400/",
        "http://site.test/",
        "http://other.test/",
    ] {
        assert_eq!(check(&guard, no).await, Err(Why::Inner), "{no}");
    }
    assert_eq!(
        check(&guard, "http://a.localhost:8400/").await,
        Ok(vec!["127.0.0.1:8400".into()]),
        "of the two addresses of this machine only the listed one"
    );
}

#[tokio::test]
async fn sites_are_kept_to_and_blocked_with_their_subdomains() {
    let settings = GuardSettings {
        allow_sites: vec!["a.test".into(), "b.test".into()],
        block_sites: vec!["bad.a.test".into()],
        ..GuardSettings::default()
    };
    let names = ["a.test", "x.a.test", "y.bad.a.test", "c.test"].map(|name| format!("{name}:8.8.8.8"));
    let names = GivenNames::only(names.iter().map(|given| given.parse().expect(given)).collect());
    let guard = Guard::new(settings, Arc::new(names));
    assert!(check(&guard, "http://x.a.test/").await.is_ok());
    for no in ["http://y.bad.a.test/", "http://c.test/", "http://8.8.8.8/"] {
        assert_eq!(check(&guard, no).await, Err(Why::Site), "{no}");
    }
}

#[tokio::test]
async fn a_private_question_resolves_and_reaches_only_what_was_listed() {
    let guard = guard(&["127.0.0.1:8400", "wiki.corp:80"], &["wiki.corp:10.0.0.1", "a.test:8.8.8.8"]);
    for yes in ["http://127.0.0.1:8400/", "http://wiki.corp/"] {
        assert!(check_in(&guard, yes, Privacy::LocalOnly).await.is_ok(), "{yes}");
    }
    for no in ["http://a.test/", "http://8.8.8.8/"] {
        assert_eq!(check_in(&guard, no, Privacy::LocalOnly).await, Err(Why::Privacy), "{no}");
    }
}
