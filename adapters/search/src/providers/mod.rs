//! One file per provider: how to query it, and how to turn its response into hits.
//!
//! A provider calls its server once per search, unless its interface needs more (`calls` then says how many),
//! and fails with a sentence. Waiting, retrying and caching are decorators.

mod arxiv;
mod brave;
mod crossref;
mod crunchbase;
mod exa;
mod news_api;
mod openalex;
mod pubmed;
mod semantic_scholar;
mod serpapi;
mod tavily;
#[cfg(test)]
mod tests;
mod unpaywall;
mod wikipedia;

pub use arxiv::Arxiv;
pub use brave::Brave;
pub use crossref::Crossref;
pub use crunchbase::Crunchbase;
pub use exa::Exa;
pub use news_api::NewsApi;
pub use openalex::OpenAlex;
pub use pubmed::PubMed;
pub use semantic_scholar::SemanticScholar;
pub use serpapi::{Engine, SerpApi};
pub use tavily::{Depth, Tavily};
pub use unpaywall::Unpaywall;
pub use wikipedia::Wikipedia;
