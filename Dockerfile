# syntax=docker/dockerfile:1

# The image brings Node 26 itself, so the one that npm would install as an optional dependency stays out of it.
FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:26-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY src/protocol ./src/protocol
COPY src/lib/graphemes.ts ./src/lib/graphemes.ts
COPY server ./server
# Without DATABASE_URL everything is kept here; with it nothing is written at all.
RUN mkdir -m 700 /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/livez').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not by npm, which would not pass on the signal to end.
CMD ["node", "--max-semi-space-size=32", "server/launch.mjs"]
