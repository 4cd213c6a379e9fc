# For one or several platforms: docker buildx build --platform linux/amd64,linux/arm64 -t recollect .

# What is compiled is the same on every platform, so it is compiled once, on the platform of the builder.
FROM --platform=$BUILDPLATFORM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json packages/client/
COPY scripts scripts
RUN npm ci
COPY tsconfig.json ./
COPY src src
COPY test test
COPY campaigns campaigns
COPY acceptance acceptance
COPY bench bench
COPY examples examples
RUN npm run build \
 && rm -rf dist/src/console \
 && find dist/src -name '*.test.*' -delete \
 && find dist/src \( -name '*.map' -o -name '*.d.ts' \) -delete
# So that `docker exec <container> recollect doctor` works; and a folder whose owner a new volume takes over.
RUN mkdir bin data \
 && printf '#!/bin/sh\nexec node /app/dist/src/main.js "$@"\n' > bin/recollect \
 && chmod 755 bin/recollect

# Dependencies with binaries, for the platform of the image.
FROM node:20-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json packages/client/
COPY scripts/trim-onnxruntime.mjs scripts/
# The script of package.json removes onnxruntime's binaries of other platforms; those of SQLite, its source and what only developers read go here.
RUN npm ci --omit=dev \
 && rm -rf node_modules/recollect-client node_modules/@photostructure/sqlite/src \
 && find node_modules/@photostructure/sqlite/prebuilds -mindepth 1 -maxdepth 1 ! -name "linux-$(node -p process.arch)" -exec rm -rf {} + \
 && find node_modules \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM node:20-bookworm-slim
LABEL org.opencontainers.image.title="Recollect" \
      org.opencontainers.image.description="Memory for AI agents" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=7326 \
    RECOLLECT_DATA_DIR=/data \
    RECOLLECT_MODEL_CACHE=/data/models \
    PATH=/app/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
WORKDIR /app
COPY LICENSE package.json ./
# The models are inside: nothing is downloaded at the start.
COPY models models
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist/src dist/src
COPY --from=build /app/dist/console dist/console
COPY --from=build /app/bin bin
COPY --from=build --chown=1000:1000 /app/data /data
# By number, so that Kubernetes can tell that it is not root. Nothing but /data is written to: the root file system may be read-only.
USER 1000:1000
VOLUME /data
EXPOSE 7326
STOPSIGNAL SIGTERM
# Loading the model takes seconds on a slow machine. With TLS in the process: this is the loopback address, which no certificate names.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; fetch(`${process.env.RECOLLECT_TLS_CERT ? 'https' : 'http'}://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The admin credential is not printed into the log: `docker exec <container> cat /data/admin-key`.
CMD ["node", "/app/dist/src/main.js", "serve"]
