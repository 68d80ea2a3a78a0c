// A server between the proxy and a payments API that a file alone can't describe: other paths, another
// authentication, two calls for a payment, and one address for the postbacks of all payments.
// It sees cards, so run it on the proxy's machine, and let the internet reach only POST /webhook and
// GET /api/3ds/token/, which is THREE_DS_TOKEN_URL at the proxy.
import { timingSafeEqual, hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { HOST = '127.0.0.1', PORT = '4002', API_URL, API_KEY, PUBLIC_URL } = process.env;
const { API_TOKEN_FILE, API_TOKEN = readFileSync(API_TOKEN_FILE, 'utf8').trim() } = process.env;

/** Less than the proxy's UPSTREAM_TIMEOUT_MS for both calls together. */
const timeoutMs = 12_000;

function callApi(path, body) {
  return fetch(API_URL + path, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa(`${API_KEY}:`)}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/** Charges what the proxy sends, a body of api.json. */
async function pay({ card, payment }) {
  const token = await callApi('/v2/tokens', card).catch(() => undefined);
  // Nothing is charged yet. A 429 lets the proxy send again; it never does that after a lost answer.
  if (!token || token.status >= 500) return [429, {}];
  if (!token.ok) return [token.status, await token.json()];

  const { id } = await token.json();
  const answer = await callApi('/v2/payments', { ...payment, token: id });
  return [answer.status, await answer.json()];
}

/** Gives a postback to the address of the try that it is about, which the API keeps in `metadata`. */
async function passOn({ payment }) {
  const address = String(payment?.metadata?.postbackUrl);
  // Anybody can post here, so only the proxy's own addresses count.
  if (!address.startsWith(`${PUBLIC_URL}/api/postback/`)) return [404, {}];
  const { id, status: said } = payment;
  const body = JSON.stringify({ kind: 'payment', id, status: said });
  const { status } = await fetch(address, { method: 'POST', body });
  return [status, {}];
}

/** Gets the browser's 3-D Secure token with the API's key. Any page may read it: it pays nothing. */
async function threeDSToken(provider) {
  const answer = await callApi('/v2/3ds-tokens', { provider });
  const { token } = await answer.json();
  return [answer.ok ? 200 : answer.status, { access_token: token }, anyPage];
}

const anyPage = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' };

function isProxy({ headers }) {
  const [given, own] = [headers.authorization, `Token ${API_TOKEN}`].map((text) =>
    hash('sha256', String(text), 'buffer'),
  );
  return timingSafeEqual(given, own);
}

/** Reads a body of up to 64 kB: anybody can post to /webhook. */
async function jsonOf(request) {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk;
    if (body.length > 65_536) throw new RangeError('The body is too long');
  }
  return JSON.parse(body);
}

async function serve(request) {
  const route = `${request.method} ${request.url}`;
  const { pathname, searchParams } = new URL(request.url, 'http://adapter');
  if (request.method === 'GET' && pathname === '/api/3ds/token/')
    return threeDSToken(searchParams.get('provider'));
  if (route === 'POST /webhook') return passOn(await jsonOf(request));
  if (route !== 'POST /api/checkout/') return [404, {}];
  return isProxy(request) ? pay(await jsonOf(request)) : [401, { detail: 'Wrong token.' }];
}

createServer((request, response) => {
  serve(request).then(
    ([status, body, headers]) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json', ...headers })
        .end(JSON.stringify(body)),
    // Nobody knows whether the API has charged: without an answer, the proxy never sends again.
    () => response.destroy(),
  );
}).listen(PORT, HOST, () => console.log(`adapter on port ${PORT}`));
