//! Files attached to a question: which of them are read, and what the person is told about the rest.

use async_trait::async_trait;
use gorkd_core::engine::File;
use gorkd_core::ports::RawContent;
use gorkd_words::{Locale, Msg};

/// A file as announced by a platform.
#[derive(Clone, Debug, Default)]
pub struct IncomingFile {
    pub name: String,
    /// In bytes; 0 if the platform does not say.
    pub size: u64,
    pub content_type: Option<String>,
    pub url: String,
}

/// How many files per message are read, and how large each may be.
#[derive(Clone, Copy, Debug)]
pub struct FileLimits {
    pub count: usize,
    pub bytes: u64,
}

/// A file that was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadFile {
    pub name: String,
    pub reason: UnreadReason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnreadReason {
    /// Larger than this many bytes.
    TooLarge(u64),
    /// More than this many files in one message.
    TooMany(usize),
    /// Stored on another host, where the platform's token must not be sent.
    Elsewhere,
    /// The platform did not provide it.
    Unavailable,
    /// A permission is missing. Holds the platform's name for it.
    Forbidden(&'static str),
}

/// Where a platform's files come from.
#[async_trait]
pub trait FileSource: Send + Sync {
    /// The content of a file of at most `limit` bytes.
    async fn download(&self, file: &IncomingFile, limit: u64) -> Result<Vec<u8>, UnreadReason>;
}

/// Downloads files within the limits. Returns those that could not be read with the reason.
pub async fn download_files(
    files: Vec<IncomingFile>,
    limits: FileLimits,
    source: &dyn FileSource,
) -> (Vec<File>, Vec<UnreadFile>) {
    let (mut read, mut unread) = (Vec::new(), Vec::new());
    for (nth, file) in files.into_iter().enumerate() {
        let content = if nth >= limits.count {
            Err(UnreadReason::TooMany(limits.count))
        } else if file.size > limits.bytes {
            Err(UnreadReason::TooLarge(limits.bytes))
        } else {
            source.download(&file, limits.bytes).await
        };
        match content {
            Ok(bytes) => read.push(File {
                name: file.name,
                content: RawContent::Bytes(bytes),
                content_type: file.content_type,
                kind: None,
            }),
            Err(reason) => unread.push(UnreadFile { name: file.name, reason }),
        }
    }
    (read, unread)
}

impl UnreadFile {
    /// Why it was not read, and what the person can do.
    pub fn sentence(&self, locale: Locale) -> String {
        let name = match self.name.is_empty() {
            true => locale.say(Msg::FileUnnamed),
            false => self.name.clone(),
        };
        locale.say(match self.reason {
            UnreadReason::TooLarge(bytes) => Msg::FileTooLarge { name, most: bytes >> 20 },
            UnreadReason::TooMany(count) => Msg::FileTooMany { name, most: count as u64 },
            UnreadReason::Elsewhere => Msg::FileElsewhere { name },
            UnreadReason::Unavailable => Msg::FileUnavailable { name },
            UnreadReason::Forbidden(what) => Msg::FileForbidden { name, what: what.to_owned() },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Shelf;

    #[async_trait]
    impl FileSource for Shelf {
        async fn download(&self, file: &IncomingFile, _limit: u64) -> Result<Vec<u8>, UnreadReason> {
            if file.name == "c" { Err(UnreadReason::Unavailable) } else { Ok(vec![1]) }
        }
    }

    #[tokio::test]
    async fn files_beyond_a_limit_are_named_with_the_reason() {
        let file =
            |name: &str, size: u64| IncomingFile { name: name.into(), size, ..IncomingFile::default() };
        let files = vec![file("a", 1), file("b", 9 << 20), file("c", 1), file("d", 1)];
        let limits = FileLimits { count: 3, bytes: 8 << 20 };
        let (read, unread) = download_files(files, limits, &Shelf).await;
        assert_eq!(read.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["a"]);
        let said: Vec<String> = unread.iter().map(|file| file.sentence(Locale::En)).collect();
        assert!(said[0].starts_with("b ") && said[0].contains("8 MB"), "{said:?}");
        assert!(said[1].starts_with("c ") && said[2].contains('3'), "{said:?}");
    }
}
