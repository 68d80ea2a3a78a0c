# The proxy as a container; compose.yaml in deploy/ runs it with PostgreSQL and TLS.
FROM node:24-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS build
WORKDIR /build
ENV CI=1
COPY . .
RUN npx -y pnpm@12.21.0 --filter '@card-checkout/proxy...' install --frozen-lockfile \
 && npx -y pnpm@12.21.0 --config.verify-deps-before-run=false --filter '@card-checkout/proxy...' run bundle \
 && npx -y pnpm@12.21.0 --filter @card-checkout/proxy deploy --prod /app

# Node without npm.
FROM debian:bookworm-slim@sha256:3783cc01769c7b2b1b83a5c5ad96c815348e28ed7da68e2e3687004faa906251
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=8787 DATABASE_URL=sqlite:/data/card-checkout.db ADMIN_SOCKET=/data/admin.sock
COPY --from=build /usr/local/bin/node /usr/local/bin/
COPY --from=build /app /app
# The only folder that the proxy writes to; with PostgreSQL, only the socket of the operator's commands.
RUN node --version && useradd --uid=1000 node \
 && install --directory --owner=node --group=node --mode=0700 /data
VOLUME /data
WORKDIR /data
USER 1000:1000
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Memory contains card numbers: no core dumps, and no signal opens the inspector.
# In a small container, V8 reserves only 1 MB for new objects, and buyers wait for its garbage collection;
# in a large one, it lets garbage pile up to several times what is in use, and
# the C library keeps free memory for each thread.
ENTRYPOINT ["sh", "-c", "ulimit -c 0 && exec node --disable-sigusr1 --max-semi-space-size=6 --heap-growing-percent=40 /app/dist/server.js \"$@\"", "card-checkout-proxy"]
