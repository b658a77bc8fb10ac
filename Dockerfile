# Outdial with its own PostgreSQL inside: one container, one volume. For several nodes set DATABASE_URL and SECRET_KEY.
# Debian and not Alpine: the embedded PostgreSQL and the speech packages are built for glibc.
# Another base of Debian with Node 20 or newer at /usr/local/bin and npm: --build-arg BASE=...
ARG BASE=node:22-bookworm-slim
FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY sdk/package.json sdk/
COPY server/package.json server/
COPY web/package.json web/
COPY stubs/ stubs/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run pack

# The packages that the packed program loads, in the versions of the lock file.
FROM ${BASE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY sdk/package.json sdk/
COPY server/package.json server/
COPY web/package.json web/
COPY stubs/ stubs/
RUN npm ci --no-audit --no-fund --omit=dev -w @outdial/server -w @outdial/sdk
COPY --from=build /app/scripts/slim-packages.mjs /app/build/outdial/package.json /tmp/
RUN node /tmp/slim-packages.mjs /app/node_modules /tmp/package.json

# Of Debian only what Node and PostgreSQL need: C libraries, time zones, and the shell that initdb calls. No package manager and no
# tools. status.d names the packages for scanners.
FROM ${BASE} AS system
WORKDIR /system
RUN set -eu; \
  mkdir -p usr/bin usr/sbin usr/lib usr/lib64 etc var/lib/dpkg/status.d; \
  for folder in bin sbin lib lib64; do ln -s "usr/$folder" "$folder"; done; \
  for package in libc6 libgcc-s1 libstdc++6 dash tzdata base-files; do \
    dpkg-query -s "$package" > "var/lib/dpkg/status.d/$package"; \
    dpkg -L "$package" | grep -Ev '/gconv/|/usr/share/(man|locale|info|lintian|bug|base-files)/|^/(tmp|proc|sys|dev|run|home|root|mnt|opt|srv|boot|media|var)(/|$)' \
      | while read -r file; do if [ -L "$file" ] || [ -f "$file" ]; then cp -a --parents "$file" .; fi; done; \
  done; \
  cp -a /bin/sh usr/bin/sh; \
  chmod -R go+rX usr var; \
  cp -L /usr/local/bin/node usr/bin/node; \
  printf '#!/bin/sh\nexec node /app/server/bin/outdial.mjs "$@"\n' > usr/bin/outdial; \
  chmod 755 usr/bin/outdial; \
  printf 'root:x:0:0::/:/bin/sh\nnode:x:1000:1000::/data:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n' > etc/passwd; \
  printf 'root:x:0:\nnode:x:1000:\nnobody:x:65534:\n' > etc/group; \
  install -d -m 1777 tmp; \
  install -d -o 1000 -g 1000 -m 0700 data

# The program as it is published: no build scripts, no sources. server/test/processes/image.test.ts serves from exactly this layout.
FROM scratch
COPY --from=system /system/ /
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/build/outdial/ ./
COPY --from=packages /app/node_modules/ ./node_modules/
USER 1000:1000
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "server/bin/healthy.mjs"]
# SIGTERM drains: give the container longer than SHUTDOWN_GRACE_SECONDS before it is killed.
STOPSIGNAL SIGTERM
CMD ["node", "server/dist/program/main.js", "serve"]
