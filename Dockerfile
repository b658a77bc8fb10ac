# Outdial with its own PostgreSQL inside: one container, one volume. For several nodes set DATABASE_URL and SECRET_KEY.
# Debian and not Alpine: the embedded PostgreSQL and the speech packages are built for glibc.
# Another base with Node 20 or newer, npm, and the users `node` and `postgres` or `nobody`: --build-arg BASE=...
ARG BASE=node:22-bookworm-slim
FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY sdk/package.json sdk/
COPY server/package.json server/
COPY web/package.json web/
RUN npm install --no-audit --no-fund
COPY . .
RUN npm run build

FROM ${BASE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY sdk/package.json sdk/
COPY server/package.json server/
COPY web/package.json web/
RUN npm install --no-audit --no-fund --omit=dev -w @outdial/server -w @outdial/sdk

# The program as it was built: no build scripts, no sources. server/test/processes/image.test.ts serves from exactly this layout.
FROM ${BASE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/ ./
COPY --from=build /app/sdk/dist sdk/dist
COPY --from=build /app/server/dist/program server/dist/program
COPY --from=build /app/server/dist/src server/dist/src
COPY --from=build /app/server/bin server/bin
COPY --from=build /app/web/dist web/dist
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "server/bin/healthy.mjs"]
# SIGTERM drains: give the container longer than SHUTDOWN_GRACE_SECONDS before it is killed.
STOPSIGNAL SIGTERM
CMD ["node", "server/dist/program/main.js", "serve"]
