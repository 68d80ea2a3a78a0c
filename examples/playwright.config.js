import { defineConfig } from '@playwright/test';

const shop = 'http://127.0.0.1:3000';
const proxy = 'http://127.0.0.1:8787';
const secrets = {
  ORDER_SECRET: 'for tests alone, and 32 bytes or longer',
  WEBHOOK_SECRET: 'whsec_c2FuZGJveC13ZWJob29rLXNlY3JldC1vZi0zNi1ieXRl',
};

export default defineConfig({
  use: { baseURL: shop, locale: 'pt-BR' },
  webServer: [
    {
      command: 'npx card-checkout-sandbox',
      url: `${proxy}/readyz`,
      env: { ...secrets, ALLOWED_ORIGINS: shop, PAYMENT_WEBHOOK_URL: `${shop}/webhook` },
    },
    {
      command: 'node node/shop.mjs',
      url: shop,
      env: { ...secrets, PROXY_URL: proxy, PORT: '3000' },
    },
  ],
});
