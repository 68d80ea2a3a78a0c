import { CardCheckout } from '@card-checkout/widget';
import '@card-checkout/widget/define';
import { createElement } from 'react';
import { renderToString as renderReact } from 'react-dom/server';
import { createSSRApp, h } from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';

const attributes = { 'proxy-url': 'https://pay.example', order: 'a.b.c' };

CardCheckout.define();
process.stdout.write(`${renderReact(createElement('card-checkout', attributes))}\n`);
const app = createSSRApp({ render: () => h('card-checkout', attributes) });
process.stdout.write(`${await renderVue(app)}\n`);
