# syntax=docker/dockerfile:1
# Images of Quartet. The default target, `app`, has everything but PostgreSQL's client programs; `app-postgres` adds them for backups of PostgreSQL.

FROM node:24.21.0-trixie-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
COPY engine/package.json engine/package.json
COPY packages/client/package.json packages/client/package.json
COPY scripts/prepare.mjs scripts/prepare.mjs
COPY app/server/preflight app/server/preflight
RUN --mount=type=cache,target=/root/.npm node --eval "import('./scripts/prepare.mjs').then(({ install }) => install())"
COPY . .
RUN node scripts/prepare.mjs && node scripts/make-release.ts /release

# Only the runtime of Node: the image of Node itself also has npm, yarn and headers.
FROM debian:trixie-slim AS app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
RUN groupadd --system --gid 1000 quartet \
  && useradd --system --uid 1000 --gid quartet --home-dir /data --shell /usr/sbin/nologin quartet \
  && install --directory --owner=quartet --group=quartet --mode=0700 /data /data/models /data/runtimes /backups
WORKDIR /app
COPY --from=build /release ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
USER quartet
VOLUME ["/data"]
EXPOSE 3000
# The process needs up to 30 seconds to stop: give it 40.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/v1/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/host/serve.js"]

FROM app AS app-postgres
USER root
RUN apt-get update \
  && apt-get install --yes --no-install-recommends postgresql-client \
  && rm -rf /var/lib/apt/lists/*
USER quartet

FROM app
