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

FROM rust:1.95-slim-bookworm AS build
# The slim image has a C compiler and the headers of libc, which is all that SQLite and ring need.
WORKDIR /src
COPY . .
RUN cargo build --release --locked --workspace --bins && cp target/release/gorkd /gorkd

FROM debian:bookworm-slim AS base
# Certificates for searches on the web; a question with --privacy local_only never uses them.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /data gorkd && install -d -o gorkd -g gorkd -m 0700 /data
COPY --from=build /gorkd /usr/local/bin/gorkd
ENV HOME=/data
# Inside a container this machine is nobody's: listen to the outside, where a key is asked for.
ENV GORKD__WEB__BIND=0.0.0.0
EXPOSE 8484
# Stopped, gorkd lets running calls end for a few seconds; the rest goes on at the next start.
STOPSIGNAL SIGTERM
CMD ["serve"]

# For fly.io, where a fresh volume belongs to root: hand it over, then go on without root's rights.
FROM base AS fly
ENTRYPOINT ["sh", "-c", "chown gorkd:gorkd /data && exec setpriv --reuid=gorkd --regid=gorkd --init-groups gorkd --data /data \"$@\"", "gorkd"]

FROM base
USER gorkd
# Everything that gorkd keeps. On a local disk, please: the locks that show who is alive do not hold on network shares.
VOLUME /data
ENTRYPOINT ["gorkd", "--data", "/data"]
