import type { ThreeDSContext } from '../../three-ds/adapter.ts';
import { adapterFor, statusAfterFault, withinStage } from '../../three-ds/adapters.ts';
import { watchBank } from '../../three-ds/bank-page.ts';
import type { ThreeDSOutcome } from '../../three-ds/outcome.ts';
import {
  isAuthenticationStart,
  type AuthenticationStart,
  type RealmMessage,
} from './remote-adapters.ts';

/**
 * Runs a provider's adapter in this document, for the card's document on another origin. Any parent may
 * connect: this document holds only what the parent sends.
 */
function onMessage({ source, data, ports: [port] }: MessageEvent): void {
  if (source !== parent || parent === self || !isAuthenticationStart(data) || !port) return;
  removeEventListener('message', onMessage);
  void answer(data, port);
}

async function answer(start: AuthenticationStart, port: MessagePort): Promise<void> {
  const say = (message: RealmMessage): void => port.postMessage(message, []);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') say({ type: 'cancel' });
  });
  // The parent ends an attempt by removing this document.
  const { signal } = new AbortController();
  const { environment, scriptUrl, provider, token, request } = start;
  say({ type: 'begun' });
  const context: ThreeDSContext = {
    environment,
    scriptUrl,
    nonce: undefined,
    signal,
    getToken: async () => token,
    host: {
      openRealm: async () => {
        watchBank(document, (stage) => say({ type: 'bank', stage }));
        return { window, document };
      },
      openWindow: async () => window,
      show: () => say({ type: 'show' }),
      tellBank: (stage) => say({ type: 'bank', stage }),
    },
    within: (stage, part) => withinStage(stage, part, signal),
  };
  const outcome = adapterFor(provider, undefined).authenticate(context, request);
  const { status, data } = await outcome.catch((cause: unknown): ThreeDSOutcome => ({
    status: statusAfterFault(cause),
  }));
  say({ type: 'outcome', status, data: { ...data } });
}

addEventListener('message', onMessage);
