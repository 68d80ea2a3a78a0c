import { join } from 'node:path';
import { expect, it } from 'vitest';
import { apiFile, temporaryFolder } from '@card-checkout/testing/during-test';
import { environment } from '@card-checkout/testing/proxy-environment';
import { readConfig } from './config.ts';
import { risksOf } from './risks.ts';

const safe = {
  API_BASE_URL: 'https://api.example',
  PUBLIC_URL: 'https://pay.shop.example',
  TRUST_PROXY: '10.0.0.0/8',
  SHUTDOWN_TIMEOUT_MS: '40000',
  THREE_DS: 'required',
};
const local = { API_BASE_URL: 'http://127.0.0.1:1', PUBLIC_URL: 'http://localhost:8787' };
const request = { amount: '$order.amount', card: '$card.number', postbackUrl: '$postbackUrl' };
const placed = {
  answer: { status: { pointers: ['/status'] } },
  postback: { only: { '/type': ['payment'] } },
};

it.each<[string, Record<string, string>, RegExp[], object?]>([
  ['a web server that is trusted', {}, []],
  ['no address for postbacks', { PUBLIC_URL: '' }, [/^PUBLIC_URL isn't set/]],
  [
    'the path in the address',
    { API_BASE_URL: 'https://api.example/api/checkout/' },
    [/^API_BASE_URL ends in/],
  ],
  [
    'the path of postbacks in the address',
    { PUBLIC_URL: 'https://pay.shop.example/api/postback/' },
    [/^PUBLIC_URL ends in/],
  ],
  [
    'an address that no remote API reaches',
    { PUBLIC_URL: 'http://127.0.0.1:8787' },
    [/^PUBLIC_URL is this machine's/],
  ],
  ['TLS in front', { TRUST_PROXY: 'off', HOST: '0.0.0.0' }, [/^TRUST_PROXY is off/]],
  [
    'an address that only its own machine reaches',
    { ...local, TRUST_PROXY: '' },
    [/^TRUST_PROXY is off/],
  ],
  ['no web server', { ...local, TRUST_PROXY: 'off', HOST: '0.0.0.0' }, []],
  ['metrics for this machine alone', { METRICS_PORT: '9464', HOST: '0.0.0.0' }, []],
  ['metrics for others', { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }, [/^METRICS_HOST/]],
  ['clients that may say anything', { TRUST_PROXY: '::1, 0.0.0.0/0' }, [/^TRUST_PROXY lists/]],
  ['another machine', { HOST: '192.0.2.1' }, [/^HOST 192\.0\.2\.1 isn't/]],
  ['a hasty try', { UPSTREAM_TIMEOUT_MS: '999' }, [/^UPSTREAM_TIMEOUT_MS is under 1000/]],
  ['a hasty stop', { SHUTDOWN_TIMEOUT_MS: '29999' }, [/^SHUTDOWN_TIMEOUT_MS is under UPSTREAM/]],
  [
    'a try that outlives the stop',
    { UPSTREAM_TIMEOUT_MS: '60000' },
    [/^SHUTDOWN_TIMEOUT_MS .* use 60000 or more$/],
  ],
  [
    '3-D Secure where it works',
    { THREE_DS: 'preferred' },
    [/^THREE_DS is preferred: .*chargebacks/],
  ],
  ['no 3-D Secure', { THREE_DS: 'off' }, [/^THREE_DS is off: .*chargebacks/]],
  [
    'a second host that is the first',
    { THREE_DS_FRAME_ORIGIN: 'https://Pay.shop.example:443' },
    [/^THREE_DS_FRAME_ORIGIN/],
  ],
  [
    'an unknown preset',
    { FRAUD_SCRIPT_URL: 'https://fraud.example/{merchantId}.js#preset=nethome&key=1' },
    [/^FRAUD_SCRIPT_URL names the preset nethome, .* nethone/],
  ],
  ['a known preset', { FRAUD_SCRIPT_URL: 'https://fraud.example/x.js#preset=nethone' }, []],
  [
    'a socket in no folder',
    { ADMIN_SOCKET: '/no/such/folder/admin.sock' },
    [/^ADMIN_SOCKET .*create \/no\/such\/folder$/],
  ],
  ['a request without anything', {}, [/postbackUrl/, /amount/, /card/], { request: {}, ...placed }],
  ['a request with everything', {}, [], { request, ...placed }],
  [
    'a file that declares no status',
    {},
    [/no answer\.status\.pointers/, /no postback\.only/],
    { request },
  ],
  [
    'a proof that is not sent',
    {},
    [/proof: "reference"/],
    { ...placed, request, proof: 'reference' },
  ],
  [
    'a file by which silence pays',
    {},
    [/absent: "paid"/],
    { ...placed, request, answer: { status: { pointers: ['/status'], absent: 'paid' } } },
  ],
  [
    'the path of a file in the address',
    { API_BASE_URL: 'https://api.example/v1/sales' },
    [/^API_BASE_URL ends in \/v1\/sales: remove that/],
    { ...placed, request, path: '/v1/sales' },
  ],
])('lists the risks of %s', (_name, changes, texts, api) => {
  const ADMIN_SOCKET = join(temporaryFolder(), 'admin.sock');
  const env = environment({ ...safe, ADMIN_SOCKET, ...(api && apiFile(api)), ...changes });

  const risks = risksOf(readConfig(env));

  expect(risks).toEqual(texts.map((text) => expect.stringMatching(text)));
});
