import type { ClientConfig } from '@card-checkout/contract/client-config';
import { CheckoutError } from '../errors.ts';
import { fetchConfig } from './call.ts';

/** What the page says of the shop; '' where it says nothing and the proxy is asked. */
export interface PageSettings {
  readonly proxyUrl: string;
  readonly apiUrl: string;
  readonly provider: string;
  readonly fraudScriptUrl: string;
}

/** Knows how the shop is set up: what the proxy says, with what the page says instead. */
export class CheckoutSettings {
  readonly #page: PageSettings;
  #config: Promise<ClientConfig> | undefined;

  constructor(page: PageSettings) {
    this.#page = page;
  }

  /**
   * Asks the proxy, once for as long as that succeeds.
   * @throws CheckoutError `misconfigured` without a proxy, `proxy_unreachable`, or the proxy's refusal.
   */
  async load(signal: AbortSignal): Promise<ClientConfig> {
    const { proxyUrl, apiUrl, provider, fraudScriptUrl } = this.#page;
    if (proxyUrl === '') throw new CheckoutError('misconfigured');
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
