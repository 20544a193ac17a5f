//! What stands at the other end of every connection: redirects as their address asks for, and pages that mention
//! other addresses. Nothing leaves the process.

use async_trait::async_trait;
use gorkd_net::{Checked, Connect, ConnectError, Connection};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use url::Url;

/// Paths of pages that mention the address in `to` without leading there by themselves.
const REDIRECTS: &[&str] = &["301", "302", "303", "307", "308"];
/// And of those that do lead there, though with an answer that is a page.
const REFRESHES: &[&str] = &["refresh-header", "meta-refresh"];
/// More than any request of ours.
const REQUEST: usize = 64 << 10;

/// Connects to nobody and remembers to whom it should have.
#[derive(Default)]
pub struct Pages {
    connected: Mutex<Vec<(Url, IpAddr)>>,
}

impl Pages {
    /// To which pages connections were made, and to which of their addresses.
    pub fn connected(&self) -> Vec<(Url, IpAddr)> {
        self.connected.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl Connect for Pages {
    async fn connect(&self, to: &Checked) -> Result<Connection, ConnectError> {
        let peer = *to.addresses().first().ok_or(ConnectError::TimedOut)?;
        self.connected.lock().unwrap_or_else(PoisonError::into_inner).push((to.url().clone(), peer.ip()));
        let (ours, theirs) = tokio::io::duplex(REQUEST);
        tokio::spawn(serve(theirs));
        Ok(Connection { io: Box::new(ours), peer, http2: false })
    }
}

/// The address that a case asks about when it is only mentioned on the page, or led to by it.
pub fn mentioned(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let page = url.path().trim_start_matches('/');
    let by_name = !page.is_empty() && !REDIRECTS.contains(&page) && url.host_str() == Some("redir.test");
    by_name.then(|| target(url.query()?)).flatten()
}

/// What stands behind `to=`, to the end, percent-encoding undone as a server does.
fn target(query: &str) -> Option<String> {
    let raw = query.strip_prefix("to=").or_else(|| query.split_once("&to=").map(|(_, to)| to))?;
    let mut bytes = Vec::new();
    let mut rest = raw.as_bytes();
    while let Some((first, others)) = rest.split_first() {
        let hex = others.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match (*first, hex.and_then(|two| u8::from_str_radix(two, 16).ok())) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &others[2..];
            }
            (byte, _) => {
                bytes.push(byte);
                rest = others;
            }
        }
    }
    Some(String::from_utf8_lossy(&bytes).replace(['\r', '\n'], ""))
}

async fn serve(mut stream: DuplexStream) {
    let mut request = Vec::new();
    let mut buffer = [0; 4096];
    while !request.windows(4).any(|end| end == b"\r\n\r\n") && request.len() < REQUEST {
        match stream.read(&mut buffer).await {
            Ok(read) if read > 0 => request.extend_from_slice(&buffer[..read]),
            Ok(_) | Err(_) => return,
        }
    }
    let request = String::from_utf8_lossy(&request).into_owned();
    let path = request.split(' ').nth(1).unwrap_or("/");
    // Whoever does not want the answer has left.
    let _ = stream.write_all(answer(path).as_bytes()).await;
    let _ = stream.shutdown().await;
}

fn answer(path: &str) -> String {
    let (page, query) = path.split_once('?').unwrap_or((path, ""));
    let page = page.trim_start_matches('/');
    let to = target(query).unwrap_or_default();
    if page == "robots.txt" {
        return whole(404, "", "");
    }
    if REDIRECTS.contains(&page) {
        return whole(page.parse().unwrap_or(302), &format!("Location: {to}\r\n"), "");
    }
    let refresh = if page == REFRESHES[0] { format!("Refresh: 0; url={to}\r\n") } else { String::new() };
    let meta = match page == REFRESHES[1] {
        true => format!("<meta http-equiv=\"refresh\" content=\"0; url={to}\">"),
        false => String::new(),
    };
    let body = format!(
        "<!doctype html><html lang=en><head><title>A page that mentions another</title>{meta}\
         <link rel=canonical href=\"{to}\"><link rel=preload href=\"{to}\"><meta property=og:image content=\"{to}\">\
         <meta property=og:url content=\"{to}\"></head><body><h1>A page that mentions another</h1>\
         <p>These words are here to be read, and what they mention is not.</p><img src=\"{to}\"><iframe src=\"{to}\">\
         </iframe><script src=\"{to}\"></script><a href=\"{to}\">there</a></body></html>"
    );
    whole(200, &format!("{refresh}Content-Type: text/html; charset=utf-8\r\n"), &body)
}

fn whole(status: u16, headers: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status} So\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_say_where_they_lead_and_what_they_mention() {
        assert!(answer("/302?to=http://exa%20mple/").contains("Location: http://exa mple/\r\n"));
        assert!(answer("/meta-refresh?to=http://a/").contains("content=\"0; url=http://a/\""));
        assert_eq!(mentioned("http://redir.test/canonical?to=http://a/"), Some("http://a/".into()));
        assert_eq!(mentioned("http://redir.test/302?to=http://a/"), None);
        assert_eq!(mentioned("http://redir.test/302?to=http://b/302?to=http://a/"), None);
        assert_eq!(mentioned("http://example.com/?to=http://a/"), None);
    }
}
