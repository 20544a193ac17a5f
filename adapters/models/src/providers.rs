//! The providers by name: which protocol each speaks, and where.
//!
//! Most speak OpenAI's protocol at an address of their own. A provider that is not in the table is reached as
//! `openai_compatible` with its `base_url`.

use genai::adapter::AdapterKind;
use url::Url;

/// A provider that can be named in the settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Provider {
    pub name: &'static str,
    /// Where it is reached when the settings name no address; empty when they have to.
    pub base_url: &'static str,
    pub(crate) protocol: Protocol,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Protocol {
    /// Spoken by the library.
    Genai(AdapterKind),
    /// Ollama's own. The library sends neither a schema nor the context's length, and a server that is not told the
    /// latter cuts a long prompt without a word.
    Ollama,
}

/// Why settings lead to no server, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAServer {
    #[error("{0:?} is no provider that gorkd knows; openai_compatible with a base_url reaches most others")]
    Unknown(String),
    #[error("{0} has no address of its own: base_url must say where the server is")]
    NoAddress(&'static str),
    #[error("no client for it could be made")]
    NoClient,
}

/// Every value that `models.*.provider` may have; `none` for rules of our own.
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

/// The provider of a name.
pub fn provider(name: &str) -> Result<&'static Provider, NotAServer> {
    TABLE.iter().find(|one| one.name == name).ok_or_else(|| NotAServer::Unknown(name.to_owned()))
}

impl Provider {
    /// The address to use, with a slash at its end. One that names a host alone gets the path that is usual for the
    /// protocol, because that is what people mean by it.
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
