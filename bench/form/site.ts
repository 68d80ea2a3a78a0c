import { readdirSync, readFileSync } from 'node:fs';
import type { ClientConfig } from '@card-checkout/contract/client-config';
import { startHttpServer, type HttpServer } from '@card-checkout/testing/http-server';
import { pathOf } from '../path-of.ts';

/** One file that a browser may ask for. */
export interface SiteFile {
  type: 'text/html' | 'text/javascript' | 'text/css' | 'application/json';
  body: string;
}

/** A page, and the script that makes its fields. */
export interface Scripted {
  path: string;
  script: string;
}

/** A card as it is typed, field by field in the order of the form; it is nobody's. */
export const typedFields = [
  { label: 'Número do cartão', text: '4000000000002701' },
  { label: 'Validade', text: '1230' },
  { label: 'Código de segurança', text: '123' },
  { label: 'Nome impresso no cartão', text: 'MARIA DA SILVA' },
  { label: 'CPF ou CNPJ', text: '52998224725' },
] as const;

/** The page with the form, and a page whose script puts five inputs there and does nothing else. */
export const form: Scripted = { path: '/form', script: '/script/card-checkout.js' };
export const inputs: Scripted = { path: '/inputs', script: '/inputs.js' };

/** What the proxy tells the widget; there is no fraud script, and nobody pays. */
const config: ClientConfig = {
  apiUrl: 'http://127.0.0.1:9',
  provider: 'cielo',
  threeDSScriptUrl: 'http://127.0.0.1:9/three-ds.js',
  threeDSEnvironment: 'sandbox',
  merchantId: 4711,
  clientIp: '127.0.0.1',
};

const inputTags = typedFields
  .map(({ label }, n) => `<p><label for="input-${n}">${label}</label> <input id="input-${n}"></p>`)
  .join('');
const element =
  '<card-checkout proxy-url="/proxy" order-id="order-1" amount="12990"></card-checkout>';

/** Serves the pages, and more of them, to browsers that may keep nothing. */
export async function openSite(more: readonly [string, SiteFile][]): Promise<HttpServer> {
  const files = new Map<string, SiteFile>([
    ['/blank', pageOf('')],
    [form.path, pageOf(moduleTag(form.script) + element)],
    [inputs.path, pageOf(moduleTag(inputs.script))],
    [inputs.script, scriptOf(`document.body.innerHTML = ${JSON.stringify(inputTags)};`)],
    ['/proxy/api/config', { type: 'application/json', body: JSON.stringify(config) }],
    ...scriptTagFiles(),
    ...more,
  ]);
  return startHttpServer((request, response) => {
    const file = files.get(new URL(request.url ?? '/', 'http://site').pathname);
    const headers = { 'Content-Type': `${file?.type}; charset=utf-8`, 'Cache-Control': 'no-store' };
    if (file) response.writeHead(200, headers).end(file.body);
    else response.writeHead(404).end();
  });
}

function scriptTagFiles(): [string, SiteFile][] {
  const folder = pathOf('../packages/widget/dist/script');
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));
  return scripts.map((file) => [
    `/script/${file}`,
    scriptOf(readFileSync(`${folder}/${file}`, 'utf8')),
  ]);
}

function scriptOf(body: string): SiteFile {
  return { type: 'text/javascript', body };
}

/** Writes a page in Portuguese. */
export function pageOf(content: string): SiteFile {
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bench</title>';
  return {
    type: 'text/html',
    body: `<!doctype html><html lang="pt-BR">${head}${content}</html>`,
  };
}

/** Makes the tag that loads a module. */
export function moduleTag(path: string): string {
  return `<script type="module" src="${path}"></script>`;
}
