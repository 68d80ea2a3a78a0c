import type { ClientConfig } from '@card-checkout/contract/client-config';
import { membersOf } from '@card-checkout/contract/json';
import { mistakeIn, tell } from '../browser/mistakes.ts';
import { baseUrl } from '../browser/network.ts';
import { CheckoutError } from '../errors.ts';
import { callProxy, readProblem } from './call.ts';

const configTimeoutMs = 10_000;

/** When the developer is told that nothing has answered so far. */
const slowAfterMs = 1_500;

/** Configuration set by the page; empty texts leave it to the proxy. */
export interface PageSettings {
  readonly proxyUrl: string;
  readonly apiUrl: string;
  readonly provider: string;
  readonly fraudScriptUrl: string;
}

/** The shop's configuration: the proxy's, with what the page overrides. */
export class CheckoutSettings {
  readonly #page: PageSettings;
  #config: Promise<ClientConfig> | undefined;

  constructor(page: PageSettings) {
    this.#page = page;
  }

  /**
   * Loads the configuration once; after a failure, the next call tries again.
   * @throws CheckoutError `misconfigured` without a proxy, `proxy_unreachable`, or the code of the
   * proxy's refusal.
   */
  async load(signal: AbortSignal): Promise<ClientConfig> {
    const { proxyUrl, apiUrl, provider, fraudScriptUrl } = this.#page;
    if (proxyUrl.trim() === '') throw new CheckoutError('misconfigured');
    const loading = (this.#config ??= fetchConfig(proxyUrl, signal));
    try {
      return {
        ...(await loading),
        ...(apiUrl && { apiUrl }),
        ...(provider && { provider }),
        ...(fraudScriptUrl && { fraudScriptUrl }),
      };
    } catch (error) {
      if (this.#config === loading) this.#config = undefined;
      throw error;
    }
  }
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
