//! Requests of a platform to gorkd, written by hand so that every header is its own.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Posts on a connection of its own; gives status and body.
pub async fn post(url: &str, headers: &[(&str, &str)], body: &str) -> std::io::Result<(u16, String)> {
    let address = url.trim_start_matches("http://");
    let (host, path) = address.split_once('/').unwrap_or((address, ""));
    let mut head = format!(
        "POST /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {}\r\n",
        body.len()
    );
    headers.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
    let mut stream = TcpStream::connect(host).await?;
    stream.write_all(format!("{head}\r\n{body}").as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let answer = String::from_utf8_lossy(&answer);
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
    Ok((status, answer.split_once("\r\n\r\n").map_or("", |(_, body)| body).to_owned()))
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
