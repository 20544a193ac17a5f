# gorkd in a container: built once with the whole toolchain, run with nothing but the binary.
#
#   docker build -t gorkd .
#   docker run --rm -v gorkd:/data -v ~/notes:/notes:ro gorkd library add /notes
#   docker run --rm -v gorkd:/data -v ~/notes:/notes:ro gorkd ask --privacy local_only "..."
#
# Today a container works through questions (`serve`, the default) and answers them from a shell. It opens no port: the
# HTTP interface and the chat platforms are not there yet.

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
