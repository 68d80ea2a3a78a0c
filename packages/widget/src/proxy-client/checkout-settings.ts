import type { ClientConfig } from '@card-checkout/contract/client-config';
import { membersOf } from '@card-checkout/contract/json';
import { mistakeIn, tell } from '../browser/mistakes.ts';
import { baseUrl } from '../browser/network.ts';
import { CheckoutError } from '../errors.ts';
import { callProxy, readProblem } from './call.ts';

const configTimeoutMs = 10_000;

/** When the developer is told that nothing has answered so far. */
const slowAfterMs = 1_500;

/**
 * Returns a function that loads the proxy's configuration. It asks once; after a failure, the next
 * call asks again.
 * @throws CheckoutError `misconfigured` without a proxy, `proxy_unreachable`, or the code of the
 * proxy's refusal.
 */
export function settingsOf(proxyUrl: string): (signal: AbortSignal) => Promise<ClientConfig> {
  let asked: Promise<ClientConfig> | undefined;
  return async (signal) => {
    if (proxyUrl.trim() === '') throw new CheckoutError('misconfigured');
    asked ??= fetchConfig(proxyUrl, signal).catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
}

async function fetchConfig(proxyUrl: string, signal: AbortSignal): Promise<ClientConfig> {
  const slow = setTimeout(() => tell(mistakeIn.silence(baseUrl(proxyUrl))), slowAfterMs);
  try {
    const body = await callProxy(proxyUrl, '/api/config', {}, configTimeoutMs, signal);
    if (isClientConfig(body)) return body;
    throw readProblem(body);
  } finally {
    clearTimeout(slow);
  }
}

function isClientConfig(body: unknown): body is ClientConfig {
  const members = membersOf(body);
  const texts = ['apiUrl', 'provider', 'threeDSScriptUrl', 'clientIp'];
  return (
    texts.every((name) => typeof members.get(name) === 'string') &&
    typeof members.get('merchantId') === 'number' &&
    typeof (members.get('fraudScriptUrl') ?? '') === 'string' &&
    ['sandbox', 'production'].includes(String(members.get('threeDSEnvironment')))
  );
}
