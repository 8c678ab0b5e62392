# The service on one machine as a container image; docs/container.md has the commands.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY bin/trim.js bin/
# Without scripts: the image has its Node, and no package builds anything. The last step deletes other platforms' libraries.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && node bin/trim.js && rm -rf node_modules/node
COPY . .
RUN node bin/run.js build

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app .
RUN mkdir /models /data && chown node:node /data
USER node
# Models of one's own, read only; the response cache and models made of bare files.
VOLUME ["/models", "/data"]
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/run.js", "start", "--host", "0.0.0.0", "--data", "/data", "--log", "stdout"]
CMD ["digits"]
