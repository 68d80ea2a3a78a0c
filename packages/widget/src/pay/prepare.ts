import { watchPolicy } from '../browser/page-policy.ts';
import type { FraudAdapter } from '../fraud/adapter.ts';
import { startProfile } from '../fraud/profile.ts';
import type { CheckoutSettings, PageSettings } from '../proxy-client/checkout-settings.ts';
import { CheckoutReadyEvent } from '../state/events.ts';
import type { ThreeDSAdapter } from '../three-ds/adapter.ts';
import { adapterFor } from '../three-ds/adapters.ts';
import { prepareLoudly, type ClosableForm, type PageAttributes } from './misuse.ts';

/** What the page has set on the element that pays. */
export interface PayingElement extends EventTarget, PageSettings, PageAttributes {
  /** As TypeScript's DOM types have it, which before 6.0 let it be undefined. */
  readonly nonce?: string | undefined;
  readonly threeDSAdapter: ThreeDSAdapter | undefined;
  readonly fraudAdapter: FraudAdapter | undefined;
}

/**
 * Loads the proxy's configuration, starts the fraud script and prepares the 3DS adapter.
 * @throws as `prepareLoudly`; a payment tries all of it again.
 */
export async function prepare(
  element: PayingElement,
  settings: CheckoutSettings,
  form: ClosableForm,
  life: AbortSignal,
): Promise<void> {
  await prepareLoudly(element, async () => start(element, settings, life), form, life);
}

async function start(
  element: PayingElement,
  settings: CheckoutSettings,
  life: AbortSignal,
): Promise<void> {
  const nonce = element.nonce || undefined;
  const config = await settings.load(life);
  const { provider, threeDSEnvironment: environment, threeDSScriptUrl: scriptUrl } = config;
  const { fraudScriptUrl: urlTemplate, merchantId } = config;
  watchPolicy(config.apiUrl, scriptUrl, urlTemplate ?? '');
  const { fraudAdapter: adapter, threeDSAdapter } = element;
  startProfile({ urlTemplate, merchantId, nonce, adapter });
  element.dispatchEvent(new CheckoutReadyEvent());
  await adapterFor(provider, threeDSAdapter).prepare?.({ environment, scriptUrl, nonce });
}
