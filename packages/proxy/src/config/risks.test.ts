import { expect, it } from 'vitest';
import { environment } from '@card-checkout/testing/proxy-environment';
import { readConfig } from './config.ts';
import { risksOf } from './risks.ts';

const safe = { PUBLIC_URL: 'https://pay.shop.example', TRUST_PROXY: '10.0.0.0/8' };

it.each<[string, Record<string, string>, string[]]>([
  ['a web server that is trusted', {}, []],
  ['no address for postbacks', { PUBLIC_URL: '' }, ['no_postbacks']],
  [
    'the path in the address',
    { API_BASE_URL: 'https://api.example/api/checkout/' },
    ['api_path_twice'],
  ],
  ['TLS in front', { TRUST_PROXY: 'off', HOST: '0.0.0.0' }, ['no_trusted_proxy']],
  [
    'an address that only its own machine reaches',
    { TRUST_PROXY: '', PUBLIC_URL: 'http://localhost:8787' },
    ['no_trusted_proxy'],
  ],
  [
    'no web server',
    { TRUST_PROXY: 'off', PUBLIC_URL: 'http://localhost:8787', HOST: '192.0.2.1' },
    [],
  ],
  ['metrics for this machine alone', { METRICS_PORT: '9464', HOST: '0.0.0.0' }, []],
  ['metrics for others', { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }, ['metrics_on_network']],
  ['clients that may say anything', { TRUST_PROXY: '::1, 0.0.0.0/0' }, ['everybody_trusted']],
])('lists the risks of %s', (_name, changes, events) => {
  const risks = risksOf(readConfig(environment({ ...safe, ...changes })));

  expect(risks.map(({ event }) => event)).toEqual(events);
});
