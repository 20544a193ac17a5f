//! One file a provider: how it is asked, and how its answer becomes hits.
//!
//! A provider asks its server once a search (where its interface needs two calls, `calls` says so) and fails with
//! a sentence; waiting, trying again and caching are decorators.

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
