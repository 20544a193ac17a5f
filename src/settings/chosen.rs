//! Applies `--model`, `--embedder` and `--reranker` for one command.

use super::{Model, Models, Settings};

impl Settings {
    /// Applies `--model`: `none`, the name of a model at a configured server, or `PROVIDER:NAME`. The model
    /// then plans and writes. The error is a sentence for a person.
    pub fn choose_model(&mut self, wanted: Option<&str>) -> Result<(), String> {
        let Some(wanted) = wanted.map(str::trim) else { return Ok(()) };
        let chosen = self.models.chosen(wanted)?;
        self.models.planner = chosen.clone();
        self.models.writer = chosen;
        Ok(())
    }

    /// Applies `--embedder`: `none`, a folder, or `PROVIDER:NAME`.
    pub fn choose_embedder(&mut self, wanted: Option<&str>) {
        if let Some(wanted) = wanted {
            self.models.embedder = Some(wanted.trim().to_owned());
        }
    }

    /// Applies `--reranker`: `none`, or a folder.
    pub fn choose_reranker(&mut self, wanted: Option<&str>) {
        if let Some(wanted) = wanted {
            self.models.reranker = Some(wanted.trim().to_owned());
        }
    }
}

impl Models {
    fn chosen(&self, wanted: &str) -> Result<Model, String> {
        if wanted == "none" {
            return Ok(Model::of("none"));
        }
        let roles = || {
            [&self.writer, &self.planner, &self.checker].into_iter().filter(|role| role.provider != "none")
        };
        if let Some(role) = roles().find(|role| role.model.as_deref() == Some(wanted)) {
            return Ok(role.clone());
        }
        if let Some((provider, name)) = self.provider_and_name(wanted) {
            let known = roles().find(|role| role.provider == provider).cloned();
            let role = Model { model: Some(name), ..known.unwrap_or_else(|| Model::of(&provider)) };
            let reachable = gorkd_models::provider(&role.provider)
                .is_ok_and(|one| one.address(role.base_url.as_ref()).is_ok());
            return if reachable {
                Ok(role)
            } else {
                Err(format!(
                    "{} has no address of its own: set models.writer.base_url as well.",
                    role.provider
                ))
            };
        }
        match roles().next() {
            Some(role) => Ok(Model { model: Some(wanted.to_owned()), ..role.clone() }),
            None => Err(format!(
                "No model server is set up that could have {wanted}. Set models.writer.provider, or say \
                 --model PROVIDER:NAME, for example --model ollama:{wanted}."
            )),
        }
    }

    /// Parses `PROVIDER:NAME`. `provider:NAME` stands for the writer's provider, or else the planner's.
    /// Returns `None` if there is no provider before the colon: model names contain colons too.
    pub fn provider_and_name(&self, text: &str) -> Option<(String, String)> {
        let (provider, name) = text.split_once(':')?;
        let roles = [&self.writer, &self.planner, &self.checker];
        let own = || roles.into_iter().find(|role| role.provider != "none").map(|role| role.provider.clone());
        let provider = match provider {
            "provider" => own()?,
            named => gorkd_models::provider(named).ok()?.name.to_owned(),
        };
        (!name.is_empty()).then(|| (provider, name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use crate::settings::{Settings, Sources};

    fn chosen(options: &[&str], model: &str) -> Result<(String, Option<String>), String> {
        let set = options.iter().map(|&option| option.to_owned()).collect();
        let mut settings = Settings::load(&Sources { set, ..Sources::default() }).expect("right settings");
        settings.choose_model(Some(model))?;
        let writer = settings.models.writer;
        assert_eq!(writer.provider, settings.models.planner.provider);
        Ok((writer.provider, writer.model))
    }

    #[test]
    fn a_model_is_named_with_its_provider_or_at_a_server_that_is_set_up() {
        let writer = ["models.writer.provider=ollama", "models.writer.model=qwen3:8b"];
        let of = |provider: &str, model: &str| Ok((provider.to_owned(), Some(model.to_owned())));
        assert_eq!(chosen(&writer, "none"), Ok(("none".to_owned(), None)));
        assert_eq!(chosen(&writer, "qwen3:8b"), of("ollama", "qwen3:8b"));
        assert_eq!(chosen(&writer, "llama3:8b"), of("ollama", "llama3:8b"));
        assert_eq!(chosen(&writer, "openai:gpt-5"), of("openai", "gpt-5"));
        assert_eq!(chosen(&[], "ollama:qwen3:8b"), of("ollama", "qwen3:8b"));
        assert!(chosen(&[], "qwen3").is_err_and(|why| why.contains("models.writer.provider")));
        assert!(chosen(&[], "openai_compatible:x").is_err_and(|why| why.contains("base_url")));
    }
}
