import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { Agent } from 'node:http';

const { PORT, UPSTREAM_URL } = process.env;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
express()
  .use(createProxyMiddleware({ target: UPSTREAM_URL, agent }))
  .listen(Number(PORT), '127.0.0.1');
