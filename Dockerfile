# Outdial with its own PostgreSQL inside: one container, one volume. For several nodes set DATABASE_URL and SECRET_KEY.
# Debian and not Alpine: the embedded PostgreSQL and the speech packages are built for glibc.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY sdk/package.json sdk/
COPY server/package.json server/
COPY web/package.json web/
RUN npm install --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:22-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY sdk/package.json sdk/
COPY server/package.json server/
COPY web/package.json web/
RUN npm install --no-audit --no-fund --omit=dev -w @outdial/server -w @outdial/sdk

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/ ./
COPY --from=build /app/scripts/build.mjs scripts/
COPY --from=build /app/sdk/dist sdk/dist
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/server/bin server/bin
COPY --from=build /app/web/ web/
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "server/bin/healthy.mjs"]
# SIGTERM drains: give the container longer than SHUTDOWN_GRACE_SECONDS before it is killed.
STOPSIGNAL SIGTERM
CMD ["node", "server/bin/outdial.mjs", "serve"]
