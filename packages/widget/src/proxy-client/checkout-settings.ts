import type { ClientConfig } from '@card-checkout/contract/client-config';
import { CheckoutError } from '../errors.ts';
import { fetchConfig } from './call.ts';

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
