FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts scripts
RUN npm ci
COPY tsconfig.json ./
COPY src src
COPY acceptance acceptance
COPY bench bench
RUN npm run build \
 && find dist/src -name '*.test.*' -delete \
 && rm -rf dist/src/testing
# The runtime library carries the binaries of every platform; those of the other systems are 220 MB.
RUN npm prune --omit=dev \
 && rm -rf node_modules/onnxruntime-node/bin/napi-v*/darwin node_modules/onnxruntime-node/bin/napi-v*/win32

FROM node:20-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=7326 \
    RECOLLECT_DATA_DIR=/data
WORKDIR /app
COPY models models
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/package.json package.json
COPY --from=build /app/dist/src dist/src
COPY --from=build /app/dist/console dist/console
# A new volume takes over the owner of the folder that it is laid on.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 7326
STOPSIGNAL SIGTERM
# Loading the model takes seconds on a slow machine.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The admin credential is not printed into the log: `docker exec <container> cat /data/admin-key`.
CMD ["node", "dist/src/main.js", "serve"]
