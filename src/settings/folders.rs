//! Default locations of gorkd's files, by platform.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The environment variables and operating system; a value, so that tests can use any platform.
pub struct Platform {
    pub system: System,
    pub variable: Variables,
}

/// Looks up an environment variable.
pub type Variables = Box<dyn Fn(&str) -> Option<OsString>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    Unix,
    Mac,
    Windows,
}

/// No folder was named, and there is no default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "gorkd doesn't know where to keep its data: this account has no home folder. Set one with --data DIR or GORKD_DATA."
)]
pub struct NoHome;

impl Platform {
    pub fn here() -> Self {
        let system = if cfg!(windows) {
            System::Windows
        } else if cfg!(target_os = "macos") {
            System::Mac
        } else {
            System::Unix
        };
        Self { system, variable: Box::new(|name| std::env::var_os(name)) }
    }

    /// The data folder: `--data`, or else `GORKD_DATA`, or else the platform's data folder. Absolute.
    pub fn data_folder(&self, option: Option<&Path>) -> Result<PathBuf, NoHome> {
        let named = option.map(Path::to_owned).or_else(|| self.path("GORKD_DATA"));
        let folder = match named {
            Some(folder) => folder,
            None => match self.system {
                System::Unix => self.xdg("XDG_DATA_HOME", ".local/share"),
                System::Mac => self.path("HOME").map(|home| home.join("Library/Application Support")),
                System::Windows => self.path("LOCALAPPDATA"),
            }
            .ok_or(NoHome)?
            .join("gorkd"),
        };
        Ok(std::path::absolute(&folder).unwrap_or(folder))
    }

    /// The settings file if `--config` names none; `None` without a home folder.
    pub fn config_file(&self) -> Option<PathBuf> {
        let folder = match self.system {
            System::Unix => self.xdg("XDG_CONFIG_HOME", ".config"),
            System::Mac => self.path("HOME").map(|home| home.join("Library/Application Support")),
            System::Windows => self.path("APPDATA"),
        };
        folder.map(|folder| folder.join("gorkd").join("config.toml"))
    }

    /// The XDG base directory specification says to ignore relative paths.
    fn xdg(&self, name: &str, under_home: &str) -> Option<PathBuf> {
        let named = self.path(name).filter(|path| path.is_absolute());
        named.or_else(|| self.path("HOME").map(|home| home.join(under_home)))
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        (self.variable)(name).filter(|value| !value.is_empty()).map(PathBuf::from)
    }
}
