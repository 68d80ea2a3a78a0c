import type { ThreeDSAdapter } from '../three-ds/adapter.ts';
import { readOutcome, type ThreeDSOutcome } from '../three-ds/outcome.ts';
import { isRealmMessage, type AuthenticationStart } from './realm-messages.ts';

/**
 * Has a provider's adapter run in the realm's document, which is of `origin` and so cannot reach this
 * one. It gets what the provider needs.
 */
export function remoteThreeDS(provider: string, origin: string): ThreeDSAdapter {
  return {
    async authenticate(context, request) {
      const { host, environment, scriptUrl } = context;
      // The step of the challenge begins with the window, so the token comes before it.
      const token = await context.getToken();
      const realm = await host.openWindow();
      const { port1: port, port2 } = new MessageChannel();
      const heard = Promise.withResolvers<undefined>();
      const ended = Promise.withResolvers<ThreeDSOutcome>();
      port.addEventListener('message', ({ data }) => {
        if (!isRealmMessage(data)) return;
        heard.resolve(undefined);
        if (data.type === 'show') host.show();
        else if (data.type === 'cancel') ended.resolve({ status: 'cancelled' });
        else if (data.type === 'outcome') ended.resolve(readOutcome(data));
      });
      port.start();
      const settings = { provider, environment, scriptUrl, token };
      const start = { type: 'authenticate', ...settings, request } as const;
      realm.postMessage(start satisfies AuthenticationStart, origin, [port2]);
      try {
        await context.within('script', heard.promise);
        return await ended.promise;
      } finally {
        port.close();
      }
    },
  };
}
