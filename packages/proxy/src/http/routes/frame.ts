import { createHash } from 'node:crypto';
import { html, type Html } from '@card-checkout/contract/html';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../refusal.ts';
import { addAnswerHeaders, type Sources } from '../answer-headers.ts';

interface FrameSettings {
  allowedOrigins: readonly string[];
  threeDSTokenUrl: string;
  /** Empty if the adapter loads no script. */
  threeDSScriptUrl: string;
  threeDSEnvironment: 'sandbox' | 'production';
  /** Another origin of this proxy, for `realm`; without it, that has the origin of `frame`. */
  threeDSFrameOrigin?: string | undefined;
  hasPaymentPage: boolean;
  shopName: string;
  shopColor?: string | undefined;
  shopCnpj?: string | undefined;
  logo: { type: 'image/png' | 'image/svg+xml'; content: Buffer } | undefined;
  font: Buffer | undefined;
  declinedUrl: string | undefined;
  /** How to reach the shop, where the element has its slot `help`. */
  helpText: string;
  helpUrl: string | undefined;
}

/**
 * Serves the documents of the isolated form, which a shop's page shows in a frame: `frame`, which holds
 * the card, and inside it `realm`, in which the 3DS provider's script runs under a policy of its own.
 * `pay` is a page with the same form, for an order in the address's fragment.
 */
export async function frameRoutes(app: FastifyInstance, config: FrameSettings): Promise<void> {
  for (const { path, type, content } of shopFiles(config)) {
    app.get(`/${path}`, (_request, reply) =>
      reply
        .headers({ ...forever, 'Content-Security-Policy': asPicture })
        .type(type)
        .send(content),
    );
  }
  const frame = frameSources(config);
  await serve(app, '/widget/frame', frameDocument(config), frame);
  await serve(app, '/widget/realm', realmDocument(config), realmSources(config), 'strict-origin');
  if (!config.hasPaymentPage) return;
  const pay = { ...frame, 'frame-ancestors': ["'none'"], 'img-src': ["'self'", 'data:'] };
  await serve(app, '/pay', paymentPage(config), pay);
  // Links that somebody wrote with a slash, or whose # was encoded. Browsers keep a fragment.
  app.get<{ Params: { '*': string } }>('/pay*', async ({ params }, reply) => {
    const [, slash, token] = /^(?:(\/)|#([\w.-]+))$/.exec(params['*']) ?? [];
    if (!slash && !token) throw new Refusal('not_found');
    return reply.redirect(slash ? '../pay' : `pay#${token}`, 308);
  });
}

const forever = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/** An SVG is a document to whoever opens its address: it may style itself, and nothing else. */
const asPicture =
  "default-src 'none';style-src 'unsafe-inline';img-src data:;frame-ancestors 'none';sandbox";

const fileEnds = { 'font/woff2': 'woff2', 'image/png': 'png', 'image/svg+xml': 'svg' };

/** Lists the files that the settings name, under names with a hash of their content. */
function shopFiles({ font, logo }: FrameSettings) {
  const files = [
    font && ({ name: 'font', type: 'font/woff2', content: font } as const),
    logo && ({ name: 'logo', ...logo } as const),
  ];
  return files
    .filter((file) => file !== undefined)
    .map(({ name, type, content }) => {
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
      return { name, type, content, path: `widget/${name}-${hash}.${fileEnds[type]}` };
    });
}

/** Returns a file's address, relative to the proxy's. */
function pathOf(name: 'font' | 'logo', config: FrameSettings): string | undefined {
  return shopFiles(config).find((file) => file.name === name)?.path;
}

/** What an issuer's page may use, and what no page needs. */
const permissions =
  'payment=*, publickey-credentials-get=*, otp-credentials=*, camera=(), microphone=(), geolocation=(), display-capture=()';

async function serve(
  app: FastifyInstance,
  path: string,
  document: string,
  sources: Sources,
  referrerPolicy = 'no-referrer',
): Promise<void> {
  await app.register(async (page) => {
    addAnswerHeaders(page, sources);
    page.get(path, (_request, reply) =>
      reply
        // `frame-ancestors` takes its place.
        .removeHeader('X-Frame-Options')
        .headers({
          'Referrer-Policy': referrerPolicy,
          'Permissions-Policy': permissions,
          'Cross-Origin-Opener-Policy': 'same-origin',
          'Origin-Agent-Cluster': '?1',
        })
        .type('text/html; charset=utf-8')
        .send(document),
    );
  });
}

/** The card's document: its own files, the proxy and the payments API, and nothing inline. */
function frameSources(config: FrameSettings): Sources {
  const { allowedOrigins, threeDSTokenUrl, threeDSFrameOrigin, font } = config;
  return {
    'script-src': ["'self'"],
    ...(font && { 'font-src': ["'self'"] }),
    'connect-src': ["'self'", new URL(threeDSTokenUrl).origin],
    'frame-src': [threeDSFrameOrigin ?? "'self'"],
    'frame-ancestors': allowedOrigins.length > 0 ? allowedOrigins : ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['card-checkout', 'lit-html'],
  };
}

/** Cardinal's hosts, from which Cielo's script loads what it needs (docs/payment-page.md). */
const cardinal = ['https://*.cardinalcommerce.com', 'https://*.cardinaltrusted.com'];

/**
 * The provider's document: its script may set styles and open the frame of any issuer, whose addresses
 * nobody can list. In the provider's sandbox, issuers may be without TLS.
 */
function realmSources({
  allowedOrigins,
  threeDSScriptUrl,
  threeDSEnvironment,
  threeDSFrameOrigin,
}: FrameSettings): Sources {
  const provider = [...(threeDSScriptUrl ? [new URL(threeDSScriptUrl).origin] : []), ...cardinal];
  const issuers = threeDSEnvironment === 'sandbox' ? ['https:', 'http:'] : ['https:'];
  return {
    'script-src': threeDSFrameOrigin === undefined ? provider : ["'self'", ...provider],
    'style-src': ["'unsafe-inline'", ...provider],
    'img-src': ['data:', 'https:'],
    'connect-src': provider,
    'frame-src': issuers,
    'form-action': issuers,
    // A proxy doesn't know all its own hosts. With one to itself, `realm` holds nothing of its own.
    'frame-ancestors': threeDSFrameOrigin === undefined ? ["'self'", ...allowedOrigins] : issuers,
  };
}

function frameDocument(config: FrameSettings): string {
  const { allowedOrigins, threeDSFrameOrigin } = config;
  const realm = attribute('data-realm', threeDSFrameOrigin);
  const fontUrl = attribute('data-font', pathOf('font', config)?.replace('widget/', ''));
  return html`<!doctype html>
    <html ${attribute('data-origins', allowedOrigins.join(' '))} ${realm} ${fontUrl}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>card-checkout</title>
        <script type="module" src="card-checkout.js"></script>
        <script type="module" src="frame.js"></script>
      </head>
      <body>
        ${templateOf(shopContent(config))}
      </body>
    </html> `.text;
}

/** On its own origin it must load the adapter itself: the card's document can't inject it. */
function realmDocument({ threeDSFrameOrigin, threeDSScriptUrl }: FrameSettings): string {
  const script =
    threeDSFrameOrigin === undefined
      ? undefined
      : html`<script type="module" src="realm.js"></script>`;
  return html`<!doctype html>
    <html>
      <head>
        <meta charset="utf-8" />
        <title>3-D Secure</title>
        ${threeDSScriptUrl && html`<link rel="preload" as="script" href="${threeDSScriptUrl}" />`}
        ${script}
      </head>
      <body></body>
    </html> `.text;
}

/** The script fills it in: the order is in the fragment, which browsers don't send. */
function paymentPage(config: FrameSettings): string {
  const { shopName, shopColor, shopCnpj = '', threeDSFrameOrigin } = config;
  const color = attribute('data-color', shopColor);
  const realm = attribute('data-realm', threeDSFrameOrigin);
  const fontUrl = attribute('data-font', pathOf('font', config));
  const logo = pathOf('logo', config);
  const cnpj = shopCnpj.replace(/^(..)(...)(...)(....)/, 'CNPJ $1.$2.$3/$4-');
  const content = shopContent(config);
  return html`<!doctype html>
    <html lang="pt-BR" ${color} ${realm} ${fontUrl}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${shopName}</title>
        <script type="module" src="widget/pay.js"></script>
        <script type="module" src="widget/card-checkout.js"></script>
      </head>
      <body>
        <h1>${logo ? html`<img src="${logo}" alt="${shopName}" />` : shopName}</h1>
        <main></main>
        <noscript>Para pagar, ative o JavaScript do navegador.</noscript>
        <footer>
          <p>${[shopName, cnpj].filter(Boolean).join(' · ')}</p>
          ${content.help && html`<p>${content.help}</p>`}
        </footer>
        ${templateOf(content)}
      </body>
    </html> `.text;
}

function attribute(name: string, value: string | undefined): Html | undefined {
  return value === undefined ? undefined : html`${name}="${value}"`;
}

/** How to reach the shop, and its other means of payment. */
function shopContent({ helpText, helpUrl, declinedUrl }: FrameSettings) {
  const shown = helpUrl?.replaceAll(/^https:\/\/|\/$/g, '');
  const link = helpUrl && html`<a href="${helpUrl}" target="_blank" rel="noreferrer">${shown}</a>`;
  const help = helpText || link ? html`${helpText} ${link}` : undefined;
  // The script names the link in the buyer's language.
  const declined =
    declinedUrl && html`<a href="${declinedUrl}" target="_top" rel="noreferrer"></a>`;
  return { help, declined: declined || undefined };
}

/** What the script puts into the element's slots. */
function templateOf({ help, declined }: ReturnType<typeof shopContent>): Html | undefined {
  if (!help && !declined) return undefined;
  return html`<template
    >${help && html`<p slot="help">${help}</p>`}${
      declined && html`<p slot="declined">${declined}</p>`
    }</template
  >`;
}
