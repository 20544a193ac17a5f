//! Providers by name: their protocol and address.
//!
//! Most speak OpenAI's protocol at their own address. A provider that is not in the table can be used as
//! `openai_compatible` with its `base_url`.

use genai::adapter::AdapterKind;
use url::Url;

/// A provider that settings can name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Provider {
    pub name: &'static str,
    /// The default address; empty if settings must name one.
    pub base_url: &'static str,
    pub(crate) protocol: Protocol,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Protocol {
    /// Supported by the library.
    Genai(AdapterKind),
    /// Ollama's native protocol. The library sends neither a schema nor the context length, and without the
    /// latter the server silently truncates long prompts.
    Ollama,
}

/// Why settings do not lead to a server, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAServer {
    #[error("{0:?} is not a known provider; most others work as openai_compatible with a base_url")]
    Unknown(String),
    #[error("{0} has no default address: base_url must say where the server is")]
    NoAddress(&'static str),
    #[error("cannot create a client for it")]
    NoClient,
}

/// All values of `models.*.provider`; `none` means that built-in rules are used.
pub const NAMES: [&str; 25] = [
    "none",
    "openai_compatible",
    "openai",
    "anthropic",
    "gemini",
    "ollama",
    "ollama_cloud",
    "dashscope",
    "dashscope_intl",
    "qwen",
    "deepseek",
    "mistral",
    "groq",
    "openrouter",
    "together",
    "fireworks",
    "xai",
    "cohere",
    "moonshot",
    "kimi",
    "zai",
    "minimax",
    "nebius",
    "cerebras",
    "github",
];

const OPENAI: Protocol = Protocol::Genai(AdapterKind::OpenAI);

const TABLE: [Provider; 24] = [
    at("openai_compatible", "", OPENAI),
    at("openai", "https://api.openai.com/v1/", OPENAI),
    at("anthropic", "https://api.anthropic.com/v1/", Protocol::Genai(AdapterKind::Anthropic)),
    at("gemini", "https://generativelanguage.googleapis.com/v1beta/", Protocol::Genai(AdapterKind::Gemini)),
    at("ollama", "http://localhost:11434/", Protocol::Ollama),
    at("ollama_cloud", "https://ollama.com/", Protocol::Ollama),
    at("dashscope", "https://dashscope.aliyuncs.com/compatible-mode/v1/", OPENAI),
    at("dashscope_intl", "https://dashscope-intl.aliyuncs.com/compatible-mode/v1/", OPENAI),
    at("qwen", "https://dashscope-intl.aliyuncs.com/compatible-mode/v1/", OPENAI),
    at("deepseek", "https://api.deepseek.com/v1/", OPENAI),
    at("mistral", "https://api.mistral.ai/v1/", OPENAI),
    at("groq", "https://api.groq.com/openai/v1/", OPENAI),
    at("openrouter", "https://openrouter.ai/api/v1/", OPENAI),
    at("together", "https://api.together.xyz/v1/", OPENAI),
    at("fireworks", "https://api.fireworks.ai/inference/v1/", OPENAI),
    at("xai", "https://api.x.ai/v1/", Protocol::Genai(AdapterKind::Xai)),
    at("cohere", "https://api.cohere.ai/compatibility/v1/", OPENAI),
    at("moonshot", "https://api.moonshot.cn/v1/", OPENAI),
    at("kimi", "https://api.moonshot.ai/v1/", OPENAI),
    at("zai", "https://api.z.ai/api/paas/v4/", OPENAI),
    at("minimax", "https://api.minimax.io/anthropic/v1/", Protocol::Genai(AdapterKind::Anthropic)),
    at("nebius", "https://api.studio.nebius.ai/v1/", OPENAI),
    at("cerebras", "https://api.cerebras.ai/v1/", OPENAI),
    at("github", "https://models.github.ai/inference/", OPENAI),
];

const fn at(name: &'static str, base_url: &'static str, protocol: Protocol) -> Provider {
    Provider { name, base_url, protocol }
}

/// The provider with this name.
pub fn provider(name: &str) -> Result<&'static Provider, NotAServer> {
    TABLE.iter().find(|one| one.name == name).ok_or_else(|| NotAServer::Unknown(name.to_owned()))
}

impl Provider {
    /// The address to use, with a trailing slash. An address that is only a host gets the protocol's usual
    /// path, because that is what people mean by it.
    pub fn address(&self, given: Option<&Url>) -> Result<Url, NotAServer> {
        let own = Url::parse(self.base_url).ok();
        let Some(given) = given else { return own.ok_or(NotAServer::NoAddress(self.name)) };
        let mut address = given.clone();
        let path = address.path().trim_end_matches('/').to_owned();
        let path = match self.protocol {
            Protocol::Ollama => path.strip_suffix("/v1").unwrap_or(&path).to_owned(),
            Protocol::Genai(_) if path.is_empty() => self.usual_path().to_owned(),
            Protocol::Genai(_) => path,
        };
        address.set_path(&format!("{path}/"));
        Ok(address)
    }

    fn usual_path(&self) -> &'static str {
        match self.protocol {
            Protocol::Genai(AdapterKind::Gemini) => "/v1beta",
            Protocol::Genai(_) => "/v1",
            Protocol::Ollama => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_to_a_provider_and_an_address() {
        for name in NAMES.into_iter().filter(|name| *name != "none") {
            let found = provider(name).expect(name);
            let address = found.address(None);
            match name {
                "openai_compatible" => assert_eq!(address, Err(NotAServer::NoAddress(name))),
                _ => assert!(address.expect(name).path().ends_with('/')),
            }
        }
        assert!(provider("opneai").is_err());
    }

    #[test]
    fn an_address_is_taken_as_it_was_meant() {
        let address = |name: &str, given: &str| {
            let given = Url::parse(given).expect("an address");
            provider(name).and_then(|one| one.address(Some(&given))).expect("a server").to_string()
        };
        assert_eq!(address("openai_compatible", "http://h:8080"), "http://h:8080/v1/");
        assert_eq!(address("openai_compatible", "http://h:8080/api"), "http://h:8080/api/");
        assert_eq!(address("openai", "http://h/v1/"), "http://h/v1/");
        assert_eq!(address("gemini", "http://h"), "http://h/v1beta/");
        assert_eq!(address("anthropic", "http://h/"), "http://h/v1/");
        assert_eq!(address("ollama", "http://h:11434/v1"), "http://h:11434/");
        assert_eq!(address("ollama", "http://h/behind/"), "http://h/behind/");
    }
}
