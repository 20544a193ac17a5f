# gorkd in a container: built once with the whole toolchain, run with nothing but the binary.
#
#   docker build -t gorkd .
#   docker run -d --name gorkd -p 8484:8484 -v gorkd:/data -e GORKD_BOOTSTRAP_KEY=$(openssl rand -hex 24) gorkd
#   docker exec gorkd gorkd --data /data doctor
#   docker run --rm -v gorkd:/data -v ~/notes:/notes:ro gorkd library add /notes
#
# Whoever asks over the network needs a key. GORKD_BOOTSTRAP_KEY is one for the first start, as long as none has been
# made; make others with `docker exec gorkd gorkd --data /data key create NAME`. Settings go into the environment, for
# example -e GORKD__WEB__PUBLIC_URL=https://research.example.org (docs/settings.md has them all).
#
# What can be built in, with `docker build --build-arg NAME=VALUE` (docs/operations.md says what each needs):
#
#   CHROMIUM=1            a Chromium, for pages that scripts build
#   RERANKER=reranker     a ranking model that reads question and passage together
#   EMBEDDER=minilm       a ranking model that compares meanings; or multilingual, or bge

ARG CHROMIUM=0
ARG RERANKER=""
ARG EMBEDDER=""

# Dependencies are compiled in a layer of their own, which holds until a manifest changes. A layer is what every builder
# keeps and can export; cache mounts are empty on a new CI machine. cargo-chef makes the same layer, but it is one more
# program to compile and to pin; for this workspace a skeleton of manifests and empty sources is enough. This stage
# runs for every change, takes a moment, and gives the same files as before unless a manifest differs.
FROM debian:bookworm-slim AS skeleton
WORKDIR /src
COPY . .
RUN find . -type f ! -name Cargo.toml ! -name Cargo.lock ! -path '*/src/main.rs' ! -path '*/src/lib.rs' \
        ! -name build.rs -delete \
    && find . -name '*.rs' | while read -r file; do echo 'fn main() {}' > "$file"; done \
    && find . -type d -empty -delete

# The page for people. Its libraries are a layer of their own, which holds until they change.
FROM node:22-slim AS page
WORKDIR /ui
COPY adapters/web/ui/package.json adapters/web/ui/package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY adapters/web/ui .
RUN npm run build

FROM rust:1.95-slim-bookworm AS build
# The slim image has a C compiler and the headers of libc, which is all that SQLite and ring need.
WORKDIR /src
COPY --from=skeleton /src .
RUN cargo build --release --locked --workspace --bins
COPY . .
COPY --from=page /ui/dist adapters/web/ui/dist
# Cargo goes by times, and a source may be older than the empty one that stood in for it: make all of them new.
RUN find . -path ./target -prune -o -name '*.rs' -exec touch {} + \
    && cargo build --release --locked --workspace --bins \
    && cp target/release/gorkd /gorkd

FROM debian:bookworm-slim AS system
# Certificates for searches on the web; a question with --privacy local_only never uses them.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /data gorkd && install -d -o gorkd -g gorkd -m 0700 /data

# Only a stage can set a variable or leave it alone, so CHROMIUM chooses between two.
FROM system AS chromium-0
FROM system AS chromium-1
# The font is for PDFs in Chinese, Japanese, and Korean.
RUN apt-get update && apt-get install -y --no-install-recommends chromium chromium-sandbox fonts-droid-fallback \
    && rm -rf /var/lib/apt/lists/*
ENV GORKD__READER__BROWSER=/usr/bin/chromium

# Models lie beside the data folder and not in it: a volume hides what the image has there. They are fetched again when
# gorkd has changed, and are the same files, so the layers below stay.
FROM system AS models
ARG RERANKER
ARG EMBEDDER
COPY --from=build /gorkd /usr/local/bin/gorkd
RUN mkdir -p /opt/gorkd/models \
    && if [ -n "$RERANKER$EMBEDDER" ]; then \
        gorkd --data /opt/gorkd models get ${RERANKER:+"$RERANKER"} ${EMBEDDER:+"$EMBEDDER"}; \
    fi \
    && rm -rf /opt/gorkd/models/.[!.]* && chmod -R a+rX /opt/gorkd

FROM chromium-${CHROMIUM} AS base
ARG RERANKER
ARG EMBEDDER
COPY --from=models /opt/gorkd /opt/gorkd
# Empty, as without a model, is not set: gorkd then uses what `gorkd models get` has put into the data folder.
ENV GORKD__MODELS__RERANKER=${RERANKER:+/opt/gorkd/models/$RERANKER}
ENV GORKD__MODELS__EMBEDDER=${EMBEDDER:+/opt/gorkd/models/$EMBEDDER}
ENV HOME=/data
# Inside a container this machine is nobody's: listen to the outside, where a key is asked for.
ENV GORKD__WEB__BIND=0.0.0.0
EXPOSE 8484
# Stopped, gorkd lets running calls end for a few seconds; the rest goes on at the next start.
STOPSIGNAL SIGTERM
COPY --from=build /gorkd /usr/local/bin/gorkd

# A stage that sets ENTRYPOINT loses the CMD of the stage it is based on, so each of the two has its own.
#
# For fly.io, where a fresh volume belongs to root: hand it over, then go on without root's rights.
FROM base AS fly
ENTRYPOINT ["sh", "-c", "chown gorkd:gorkd /data && exec setpriv --reuid=gorkd --regid=gorkd --init-groups gorkd --data /data \"$@\"", "gorkd"]
CMD ["serve"]

FROM base
USER gorkd
# Everything that gorkd keeps. On a local disk, please: the locks that show who is alive do not hold on network shares.
VOLUME /data
ENTRYPOINT ["gorkd", "--data", "/data"]
CMD ["serve"]
