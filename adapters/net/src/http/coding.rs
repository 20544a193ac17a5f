//! Decodes content codings within a limit, so that a kilobyte that unpacks to gigabytes costs no more than
//! the limit.

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use gorkd_core::model::{Failure, FailureReason};
use hyper::HeaderMap;
use hyper::header::CONTENT_ENCODING;
use std::io::Read;

/// The codings offered to servers.
pub const ACCEPTED: &str = "gzip, br, zstd";
/// Maximum zstd window, as a power of two in bytes: 8 MB, as RFC 8878, section 3.1.1.1.2, recommends.
const ZSTD_WINDOW: u32 = 23;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    Identity,
    Gzip,
    Deflate,
    Brotli,
    Zstd,
}

impl Coding {
    /// The single coding of a response. Nested codings are refused: no honest server sends them.
    pub fn of(headers: &HeaderMap) -> Result<Self, Failure> {
        let mut found = Coding::Identity;
        for value in headers.get_all(CONTENT_ENCODING) {
            for name in value.to_str().unwrap_or("?").split(',') {
                let coding = match name.trim().to_ascii_lowercase().as_str() {
                    "" | "identity" | "none" => continue,
                    "gzip" | "x-gzip" => Coding::Gzip,
                    "deflate" => Coding::Deflate,
                    "br" => Coding::Brotli,
                    "zstd" => Coding::Zstd,
                    _ => return Err(unreadable("The page has a content coding that was not requested.")),
                };
                if found != Coding::Identity {
                    return Err(unreadable(
                        "The page has more than one content coding, which is not supported.",
                    ));
                }
                found = coding;
            }
        }
        Ok(found)
    }

    /// Decodes the first `most` bytes and says whether there is more. `broken` means that the packed bytes
    /// are themselves incomplete, so an unexpected end is not the server's fault.
    pub fn undo(self, packed: Vec<u8>, most: usize, broken: bool) -> Result<(Vec<u8>, bool), Failure> {
        let mut packed = packed;
        let source = packed.as_slice();
        let (bytes, error) = match self {
            Coding::Identity => {
                let cut = packed.len() > most || broken;
                packed.truncate(most);
                return Ok((packed, cut));
            }
            Coding::Gzip => take(MultiGzDecoder::new(source), most),
            // The name means zlib, but many servers send raw deflate.
            Coding::Deflate => match take(ZlibDecoder::new(source), most) {
                (bytes, Some(_)) if bytes.is_empty() => take(DeflateDecoder::new(source), most),
                other => other,
            },
            Coding::Brotli => take(brotli::Decompressor::new(source, 16 << 10), most),
            Coding::Zstd => {
                let decoder = zstd::stream::read::Decoder::new(source).and_then(|mut decoder| {
                    decoder.window_log_max(ZSTD_WINDOW)?;
                    Ok(decoder)
                });
                match decoder {
                    Ok(decoder) => take(decoder, most),
                    Err(error) => (Vec::new(), Some(error)),
                }
            }
        };
        let over = bytes.len() > most;
        let mut bytes = bytes;
        bytes.truncate(most);
        match error {
            None => Ok((bytes, over || broken)),
            // What was decoded before the error is still text.
            Some(_) if !bytes.is_empty() => Ok((bytes, true)),
            Some(_) => Err(unreadable("The page's compressed data is damaged.")),
        }
    }
}

/// Reads at most one byte more than `most`, which shows whether there is more.
fn take(reader: impl Read, most: usize) -> (Vec<u8>, Option<std::io::Error>) {
    let mut bytes = Vec::new();
    let error = reader.take(most as u64 + 1).read_to_end(&mut bytes).err();
    (bytes, error)
}

fn unreadable(sentence: &str) -> Failure {
    Failure::skip(FailureReason::Malformed, sentence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        writer.write_all(bytes).expect("it is packed");
        writer.finish().expect("it is packed")
    }

    fn brotlied(bytes: &[u8]) -> Vec<u8> {
        let mut packed = Vec::new();
        let mut writer = brotli::CompressorWriter::new(&mut packed, 4096, 5, 22);
        writer.write_all(bytes).expect("it is packed");
        drop(writer);
        packed
    }

    #[test]
    fn bombs_cost_no_more_than_the_bound() {
        let zeros = vec![b' '; 20 << 20];
        for (coding, packed) in [
            (Coding::Gzip, gzip(&zeros)),
            (Coding::Brotli, brotlied(&zeros)),
            (Coding::Zstd, zstd::encode_all(zeros.as_slice(), 3).expect("it is packed")),
        ] {
            assert!(packed.len() < 50_000);
            let (bytes, cut) = coding.undo(packed, 1_000_000, false).expect("the first part is read");
            assert_eq!((bytes.len(), cut), (1_000_000, true), "{coding:?}");
        }
    }

    #[test]
    fn whole_pages_come_out_whole_and_broken_ones_as_far_as_they_go() {
        let text: Vec<u8> = (0..50_000_u32).flat_map(|n| n.to_string().into_bytes()).collect();
        for (coding, packed) in [
            (Coding::Gzip, gzip(&text)),
            (Coding::Brotli, brotlied(&text)),
            (Coding::Zstd, zstd::encode_all(text.as_slice(), 3).expect("it is packed")),
        ] {
            assert_eq!(coding.undo(packed.clone(), 1 << 20, false), Ok((text.clone(), false)), "{coding:?}");
            let half = packed[..packed.len() / 2].to_vec();
            let (bytes, cut) = coding.undo(half, 1 << 20, true).unwrap_or_default();
            assert!(text.starts_with(&bytes) && (cut || bytes.is_empty()), "{coding:?}");
        }
        assert!(Coding::Gzip.undo(b"no gzip at all".to_vec(), 100, false).is_err());
    }

    #[test]
    fn codings_on_top_of_each_other_are_refused() {
        let headers = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(CONTENT_ENCODING, hyper::header::HeaderValue::from_static(value));
            }
            Coding::of(&headers).map_err(|failure| failure.reason)
        };
        assert_eq!(headers(&[]), Ok(Coding::Identity));
        assert_eq!(headers(&["Identity, GZIP"]), Ok(Coding::Gzip));
        for wrong in [&["gzip, gzip"][..], &["gzip", "br"], &["compress"]] {
            assert_eq!(headers(wrong), Err(FailureReason::Malformed), "{wrong:?}");
        }
    }
}
