import { readdirSync, readFileSync } from 'node:fs';
import type { ClientConfig } from '@card-checkout/contract/client-config';
import { signedOrder } from '@card-checkout/testing/checkout-request';
import { startHttpServer, type HttpServer } from '@card-checkout/testing/http-server';

/** The built script tag. */
const scriptFolder = `${import.meta.dirname}/../../packages/widget/dist/script`;

/** A fictional card, field by field in the form's order. */
export const typedFields = [
  { label: 'Número do cartão', text: '4000000000002701' },
  { label: 'Validade', text: '1230' },
  { label: 'Código de segurança', text: '123' },
  { label: 'Nome impresso no cartão', text: 'MARIA DA SILVA' },
  { label: 'CPF ou CNPJ', text: '52998224725' },
] as const;

/** A page with the form, and one whose script only creates five inputs. */
export const pages = { 'the form': '/form.html', 'inputs alone': '/inputs.html' } as const;

/** The proxy's configuration for the widget, without a fraud script. No payment is made. */
const config: ClientConfig = {
  threeDS: 'required',
  proof: 'cavv',
  tokenUrl: 'http://127.0.0.1:9',
  provider: 'cielo',
  threeDSScriptUrl: 'http://127.0.0.1:9/three-ds.js',
  threeDSEnvironment: 'sandbox',
  merchantId: '4711',
  clientIp: '127.0.0.1',
};
const inputTags = typedFields
  .map(({ label }, n) => `<p><label for="input-${n}">${label}</label> <input id="input-${n}"></p>`)
  .join('');
const order = signedOrder({ sub: 'order-1', amount: 12_990 });
/** The element as in the README. */
const element = `<style>card-checkout:not(:defined) { display: block; min-height: 33.5rem }</style>
<script type="module" src="/card-checkout.js"></script>
<card-checkout proxy-url="/proxy" order="${order}"></card-checkout>`;

export async function openSite(): Promise<HttpServer> {
  const scripts = readdirSync(scriptFolder).filter((file) => file.endsWith('.js'));
  const files = new Map([
    ...scripts.map(
      (file) => [`/${file}`, readFileSync(`${scriptFolder}/${file}`, 'utf8')] as const,
    ),
    ['/blank.html', pageOf('')],
    [pages['the form'], pageOf(element)],
    [pages['inputs alone'], pageOf('<script type="module" src="/inputs.js"></script>')],
    ['/inputs.js', `document.body.innerHTML = ${JSON.stringify(inputTags)};`],
    ['/proxy/api/order', JSON.stringify({ config })],
  ]);
  return startHttpServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const type = pathname.endsWith('.html') ? 'text/html' : 'text/javascript';
    response.writeHead(files.has(pathname) ? 200 : 404, {
      'Content-Type': pathname.includes('.') ? type : 'application/json',
      'Cache-Control': 'no-store',
    });
    response.end(files.get(pathname));
  });
}

function pageOf(content: string): string {
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Bench</title>
<meta name="viewport" content="width=device-width">${content}</html>`;
}
