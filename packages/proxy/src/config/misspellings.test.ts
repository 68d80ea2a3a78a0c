import { expect, it } from 'vitest';
import { environment } from '@card-checkout/testing/proxy-environment';
import { misspellingsIn } from './misspellings.ts';

it.each([
  ['ALLOWED_ORIGIN', 'ALLOWED_ORIGINS'],
  ['API_TOEKN_FILE', 'API_TOKEN_FILE'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['merchant_key', 'MERCHANT_KEY'],
  ['port', 'PORT'],
])('takes %s for %s', (name, meant) => {
  expect(misspellingsIn({ [name]: 'x' })).toEqual([
    `${name} isn't a setting: did you mean ${meant}?`,
  ]);
});

it.each([
  ['our own', environment()],
  ['a secret in a file', { API_TOKEN_FILE: 'token', API_TOKENS: 'x' }],
  ['a setting that is there', { METRICS_PORT: '9464', METRICS_PROT: 'x' }],
  ['a proxy', { http_proxy: 'x', https_proxy: 'x', no_proxy: 'x', HTTP_PROXY: 'x' }],
  ['the system', { PATH: 'x', HOME: 'x', HOSTNAME: 'x', PWD: 'x', TERM: 'x', POST: 'x' }],
  ['other programs', { PGHOST: 'x', OTEL_EXPORTER_OTLP_HEADERS: 'x', NODE_OPTIONS: 'x' }],
])('says nothing about variables of %s', (_name, env) => {
  expect(misspellingsIn(env)).toEqual([]);
});
