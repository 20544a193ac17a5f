# gorkd: `make run` is a demo, `make test` runs the tests. Both set up everything they need; `make help` lists the rest.
#
# Every build uses one profile, one set of features and the whole workspace, so that all targets share one set of
# compiled dependencies.

SHELL := bash
.DEFAULT_GOAL := help
.PHONY: help run test check docs soak eval bench dist build page page-if clients need

# The demo asks about gorkd itself, answers from the documents in this repository, and stores its data here.
DEMO := data/demo
DEMO_DOCUMENTS := ARCHITECTURE.md CONTRIBUTING.md docs
DEMO_QUESTION := Where does gorkd keep its data?

# The web page, in Svelte.
PAGE := adapters/web/ui

# CI passes settings of its own (.ci/run).
CARGO_TEST := cargo $(CARGO_ARGS) test --workspace --locked
# Where cargo puts the binary: the target folder may be somewhere else.
TARGET = $(shell cargo metadata --no-deps --offline --locked --format-version 1 | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')
GORKD = $(patsubst $(CURDIR)/%,%,$(TARGET))/debug/gorkd

help: ## show this list
	@echo "make TARGET, where TARGET is one of:"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1|\2/p' Makefile | while IFS='|' read -r name words; do printf '  %-8s %s\n' "$${name// /}" "$$words"; done

run: build page-if ## build gorkd, let it read its own documentation, and ask it a question
	@"$(GORKD)" --data $(DEMO) library add $(DEMO_DOCUMENTS)
	@echo
	@echo '> $(DEMO_QUESTION)'
	@echo
	@"$(GORKD)" --data $(DEMO) ask --privacy local_only '$(DEMO_QUESTION)'
	@echo
	@echo 'Every sentence above is a quotation that gorkd has checked against the stored text. Next:'
	@echo
	@echo '  $(GORKD) --data $(DEMO) ask --privacy local_only "What happens to a job after kill -9?"'
	@echo '  $(GORKD) library add ~/Documents      # your own folder; gorkd reads it and never changes it'
	@[ ! -e $(PAGE)/dist/index.html ] || echo '  $(GORKD) --data $(DEMO) serve          # the same in a browser'
	@echo '  $(GORKD) ask --privacy local_only "What do my notes say about ...?"'

test: need clients page-if ## run all tests
ifeq ($(CI),true)
	@# A skipped test fails here, because nobody notices a number in the middle of a log. One failure hides no other.
	@set -euo pipefail; log=$$(mktemp); trap 'rm -f "$$log"' EXIT; \
	$(CARGO_TEST) --no-fail-fast 2>&1 | tee "$$log"; \
	if grep -Eq '[^0-9][1-9][0-9]* ignored;' "$$log"; then \
	  echo "A test was skipped (see \"ignored\" above). Fix it or delete it." >&2; exit 1; \
	fi
else
	@$(CARGO_TEST)
endif

check: need page ## run all checks that a commit must pass
	@cd $(PAGE) && npm run --silent check
	cargo fmt --all -- --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	@$(MAKE) --no-print-directory test
	@if cargo deny --version >/dev/null 2>&1; then cargo deny check; else \
	  echo "cargo-deny is not installed, so licenses and known vulnerabilities were not checked (cargo install --locked cargo-deny)."; fi

# The last test reads what the others have written.
docs: need page-if ## write the parts of the documentation that are generated (docs/settings.md, docs/slack, the README)
	@GORKD_WRITE_DOCS=1 $(CARGO_TEST) --lib the_page_of_settings_is_up_to_date
	@GORKD_WRITE_DOCS=1 $(CARGO_TEST) --test all the_page_shows_messages_as_they_are
	@GORKD_WRITE_DOCS=1 $(CARGO_TEST) --test all the_readme_shows_what_make_run_prints

soak: need clients ## run the long tests: more kills, three processes over 300 jobs, 200 stream readers, a hundred concurrent questions in a chat, cables pulled between network namespaces, 2,000 requests generated from the API's description, twenty times the random plays, with seeds, every conversation over both transports of a chat
	@set -euo pipefail; log=$$(mktemp); trap 'rm -f "$$log"' EXIT; \
	GORKD_SOAK=1 $(CARGO_TEST) --test all -- --nocapture kill replicas properties streams rush contract over_a_connection over_http 2>&1 | tee "$$log"; \
	if ! grep -Eq '[^0-9][1-9][0-9]* passed;' "$$log"; then \
	  echo "No test of tests/kills.rs, tests/properties or tests/web/streams.rs ran. Have they been renamed?" >&2; exit 1; \
	fi

eval: build ## measure quality on data: make eval DATA=/path/to/data [LIBRARY=/path/to/pages] [ARGS='--limit 100']
	@: $${DATA:?Say where the data is: make eval DATA=/path/to/data (see docs/quality.md for the suites)}
	@set -euo pipefail; \
	suite() { \
	  if [ -e "$$DATA/$$2" ]; then echo "== $$1: $$2"; "$(GORKD)" eval "$$1" "$$DATA/$$2" "$${@:3}" $(ARGS); \
	  else echo "== $$1: skipped, because $$DATA has no $$2"; fi; \
	}; \
	suite answers languages-xquad/xquad.en.json; \
	suite multihop multihop; \
	suite retrieval retrieval-cranfield; \
	suite articles articles; \
	for claims in wice factcheck healthver; do suite claims "claims/$$claims.jsonl"; done; \
	suite abstain abstain/questions.jsonl; \
	suite edits edits/summaries.jsonl; \
	suite turns turns/turns.jsonl; \
	if [ -n "$${LIBRARY:-}" ]; then \
	  for suite in questions drafts; do suite "$$suite" questions/smallweb.jsonl --library "$$LIBRARY"; done; \
	else echo "== questions, drafts: skipped, because LIBRARY is not set"; fi

bench: need ## measure what gorkd costs, as a table: make bench DATA=/path/to/folder [ARGS='engine --store postgres']
	@GORKD_BENCH_DATA="$(DATA)" cargo bench --profile dev --workspace --locked --bench figures --quiet -- $(ARGS)

dist: need page ## build an archive, a Python wheel that contains the binary, and their checksums in dist/; static ones too, if rustup has musl
	@command -v python3 >/dev/null || { echo "Packing the archives needs Python 3, which is not on the PATH." >&2; exit 1; }
	@cargo build --release --locked
	@python3 deploy/dist.py "$(dir $(patsubst %/,%,$(dir $(GORKD))))release/gorkd" dist
	@musl=$$(uname -m)-unknown-linux-musl; \
	if rustc --print target-libdir --target "$$musl" 2>/dev/null | xargs -r test -d && command -v musl-gcc >/dev/null; then \
	  cargo build --release --locked --target "$$musl" && \
	  python3 deploy/dist.py "$(dir $(patsubst %/,%,$(dir $(GORKD))))$$musl/release/gorkd" dist/static; \
	else echo "Not built: static binaries (rustup target add $$musl, and musl-gcc from the package musl-tools)."; fi

# `--examples` (there are none) makes cargo choose the same features as for tests. Without it, some libraries are built
# with other features than for `make test`, and everything that depends on them is compiled twice.
build: need
	@cargo build --workspace --locked --bins --examples

clients: ## install the third-party clients that check the simulated chat platforms, MCP, and the API (make test does this)
	@bash tests/clients/install
	@bash tests/clients/discord/install
	@bash tests/clients/mcp/install
	@bash tests/clients/contract/install

# Rebuilds what is out of date: the libraries if their pins have changed, the page if its sources have.
page: ## build the page of adapters/web/ui, which needs Node.js 20.19 or newer
	@$(PAGE)/need-node
	@cd $(PAGE) && if ! cmp -s package-lock.json node_modules/.pins; then \
	  echo "Installing the build tools of the page with npm"; \
	  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null && cp package-lock.json node_modules/.pins; fi
	@cd $(PAGE) && if [ -n "$$(find src public index.html vite.config.ts svelte.config.js package-lock.json -newer dist/index.html 2>/dev/null | head -1)" ] || [ ! -e dist/index.html ]; then \
	  npm run --silent build -- --logLevel warn; fi

# For targets that work without the page: if Node.js is missing, the page is left out with a message; in CI, this fails.
page-if:
	@if why=$$($(PAGE)/need-node 2>&1); then $(MAKE) --no-print-directory page; \
	else echo "$$why" >&2; echo "Without it, gorkd has no web page, and the tests of the page are skipped. Everything else works." >&2; \
	  [ "$${CI:-}" != true ]; fi

# Checked before anything is built, with messages that say what to do.
need:
	@cargo --version >/dev/null || { \
	  echo "gorkd is written in Rust, but cargo is missing or doesn't start. Install Rust from https://rustup.rs, open a new terminal, and try again." >&2; exit 1; }
	@have=$$(rustc --version | sed -n 's/^rustc 1\.\([0-9]*\).*/\1/p'); want=$$(sed -n 's/^rust-version = "1\.\([0-9]*\)"/\1/p' Cargo.toml); \
	if [ "$${have:-0}" -lt "$$want" ]; then \
	  echo "gorkd needs Rust 1.$$want or newer, but this is $$(rustc --version). Run: rustup update stable" >&2; exit 1; fi
	@command -v cc >/dev/null || { \
	  echo "gorkd builds SQLite from C, but there is no C compiler (cc) on the PATH. Install one: 'apt-get install gcc libc6-dev' on Debian or Ubuntu, 'dnf install gcc' on Fedora, 'xcode-select --install' on macOS." >&2; exit 1; }
