//! Exported files, opened by programs of others: what they hold is what the answer says, in every script.

use crate::slack::clients::{Client, python, script};
use gorkd_core::model::{Citation, Confidence};
use gorkd_core::ports::Reader;
use gorkd_core::view::{AnswerView, JobView, SourceView, docx, html};
use gorkd_net::{Dialer, GivenNames, Guard, GuardSettings, Http, Recorder};
use gorkd_reader::{ReaderPool, ReaderSettings, WebReader, WebSettings, find_browser};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

const CHINESE: &str = "港口大桥于1931年通车";
const ARABIC: &str = "افتتح جسر المرفأ عام 1931";
const PAGE: &str = "https://eastmoor.example/bridges?lang=en&page=2";

/// An answer with everything that a file may lose.
fn answered() -> JobView {
    let detail = format!(
        "## Opening\n\n1. Cross the gate. [1]\n2. Pay at the **office**.\n   - adults\n   - children\n\nThen:\n\n\
         1. Walk on.\n\n## 大桥\n\n{CHINESE}。[1]\n\n{ARABIC}. [1]\n\n| Bridge | Length | 长度 |\n| --- | --- | --- |\n\
         | Harbour <Bridge> | 412 m | {CHINESE} |\n| جسر | 5 & 6 | b |\n\n```sh\nopen --gate  \"north\"\n  exit 0\n```"
    );
    let answer = AnswerView {
        summary: "The bridge was opened in 1931. [1]".to_owned(),
        detail,
        confidence: Confidence::High,
        ..AnswerView::default()
    };
    let source = SourceView {
        id: "src_1".into(),
        number: Some(1),
        cited: true,
        url: PAGE.to_owned(),
        title: "Bridges of <Eastmoor>".to_owned(),
        domain: "eastmoor.example".to_owned(),
        ..SourceView::default()
    };
    let quote = "The Harbour Bridge was opened in 1931.".to_owned();
    let citation = Citation { source_id: "src_1".into(), quote, ..Citation::default() };
    JobView {
        job_id: "job_1".into(),
        question: "When was the bridge opened?".to_owned(),
        language: "en".to_owned(),
        answer: Some(answer),
        citations: vec![citation],
        sources: vec![source],
        ..JobView::default()
    }
}

async fn opened(file: &Path) -> Option<Value> {
    let python = python()?;
    let mut client = Client::start(&python, &[&script("exports.py"), file.to_str().expect("a plain path")]);
    Some(client.next().await)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_word_processor_finds_headings_lists_tables_links_and_every_script() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("answer.docx");
    std::fs::write(&file, docx(&answered()).expect("it is written")).expect("it is kept");
    let Some(found) = opened(&file).await else { return };
    let paragraphs = found["paragraphs"].as_array().expect("paragraphs");
    let with = |text: &str| {
        let mut all =
            paragraphs.iter().filter(|one| one["text"].as_str().is_some_and(|said| said.contains(text)));
        all.next().unwrap_or_else(|| panic!("{text} is not in {found}"))
    };
    assert_eq!(with("When was the bridge opened?")["style"], "Heading 1");
    assert_eq!(
        (&with("Opening")["style"], &with("大桥")["style"]),
        (&json!("Heading 2"), &json!("Heading 2"))
    );
    // Two lists that count, each for itself, and one with dots inside the first.
    let (first, second, dots) = (with("Cross the gate"), with("Walk on"), with("adults"));
    assert_eq!(first["list"], with("Pay at the office")["list"]);
    assert_eq!(dots["list"], with("children")["list"]);
    let lists = [&first["list"], &second["list"], &dots["list"]];
    assert!(
        lists.iter().all(|list| list.is_u64()) && lists[0] != lists[1] && lists[0] != lists[2],
        "{lists:?}"
    );
    for list in [&first["list"], &second["list"]] {
        assert_eq!(found["starts"][list.to_string()], 1, "{found}");
    }
    assert_eq!(found["starts"][dots["list"].to_string()], Value::Null);
    assert!(with(CHINESE)["text"].as_str().is_some_and(|text| text.contains("[1]")), "{found}");
    assert_eq!((&with(ARABIC)["rightToLeft"], &with(CHINESE)["rightToLeft"]), (&json!(true), &json!(false)));
    assert_eq!(
        found["tables"],
        json!([[
            ["Bridge", "Length", "长度"],
            ["Harbour <Bridge>", "412 m", CHINESE],
            ["جسر", "5 & 6", "b"]
        ]])
    );
    let code = with("open --gate");
    assert_eq!((&code["style"], &code["text"]), (&json!("Code"), &json!("open --gate  \"north\"\n  exit 0")));
    let link = &with("Bridges of <Eastmoor>")["links"][0];
    assert_eq!(link["text"], "Bridges of <Eastmoor>");
    assert!(link["url"].as_str().is_some_and(|url| url.starts_with(PAGE)), "{link}");
    assert!(with("was opened in 1931.")["style"].is_string());
}

fn reader(browser: Option<PathBuf>) -> WebReader {
    let guard = Guard::new(GuardSettings::default(), Arc::new(GivenNames::only(Vec::new())));
    let dialer = Dialer::new(Duration::from_secs(3), Vec::new(), Recorder::default()).expect("a dialer");
    let program = Some(PathBuf::from(env!("CARGO_BIN_EXE_gorkd")));
    let pool = ReaderPool::new(ReaderSettings { program, ..ReaderSettings::default() });
    WebReader::new(
        pool,
        guard,
        Http::new(Arc::new(dialer)),
        &WebSettings { browser, ..WebSettings::default() },
        None,
    )
}

/// Letters in their order, whatever stands between them.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_printed_answer_holds_its_text_tables_and_links() {
    let browser = find_browser().expect("a Chromium (on Debian: apt-get install -y chromium)");
    let printed = reader(Some(browser)).print(&html(&answered()), Duration::from_secs(90)).await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("answer.pdf");
    std::fs::write(&file, printed.expect("it is printed")).expect("it is kept");
    let Some(found) = opened(&file).await else { return };
    let text = letters(found["text"].as_str().expect("a text"));
    for said in [
        "When was the bridge opened?",
        "412 m",
        "1. Cross the gate",
        "2. Pay at the office",
        "exit 0",
        "Harbour <Bridge>",
    ] {
        assert!(text.contains(&letters(said)), "{said} is not in {found}");
    }
    let turned: String = letters("جسر").chars().rev().collect();
    assert!(text.contains(&letters("جسر")) || text.contains(&turned), "{found}");
    let links = found["links"].as_array().expect("links");
    assert!(links.iter().any(|url| url.as_str().is_some_and(|url| url.starts_with(PAGE))), "{found}");
    // Chromium prints Chinese where the machine has a font for it.
    let fonts = std::process::Command::new("fc-list")
        .arg(":lang=zh")
        .output()
        .expect("fc-list is there with Chromium");
    match fonts.stdout.is_empty() {
        false => assert!(text.contains(&letters(CHINESE)), "{found}"),
        true => {
            let said = "no font of this machine has Chinese, so it was not looked for in the PDF (apt-get install -y fonts-droid-fallback)";
            assert!(std::env::var_os("CI").is_none(), "{said}");
            eprintln!("{said}");
        }
    }
}

#[tokio::test]
async fn without_a_browser_a_pdf_is_refused_with_a_sentence() {
    let failure = reader(None).print("<p>", Duration::from_secs(5)).await.expect_err("nothing prints");
    assert!(failure.detail.contains("reader.browser") && failure.detail.ends_with('.'), "{failure:?}");
}
