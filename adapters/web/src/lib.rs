//! JSON API, event streams, OpenAPI and a plain page.
