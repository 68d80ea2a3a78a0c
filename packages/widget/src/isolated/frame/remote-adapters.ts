import { isObject } from '@card-checkout/contract/json';
import type { FraudAdapter, FraudProfile, FraudSettings } from '../../fraud/fraud-adapter.ts';
import {
  anyOf,
  objectOf,
  oneOf,
  optional,
  recordOf,
  text,
  type Guard,
  type Guarded,
} from '../guards.ts';
import type { FraudAnswer, FraudMessage } from '../port.ts';
import type { ThreeDSAdapter, ThreeDSRequest } from '../../three-ds/adapter.ts';
import { bankStages } from '../../three-ds/bank-page.ts';
import { threeDSStatuses, type ThreeDSOutcome } from '../../three-ds/outcome.ts';

/** Not checked further: a wrong request fails in the adapter, and affects only its sender. */
const isThreeDSRequest: Guard<ThreeDSRequest> = (value): value is ThreeDSRequest => isObject(value);

/**
 * The first message to the realm; a port comes with it. It has what the provider needs, so never the
 * security code.
 */
export const isAuthenticationStart = objectOf({
  type: oneOf('authenticate'),
  provider: text,
  environment: oneOf('sandbox', 'production'),
  scriptUrl: text,
  token: text,
  request: isThreeDSRequest,
});
export type AuthenticationStart = Guarded<typeof isAuthenticationStart>;

/** What the realm says; the provider's script could forge it. */
const isRealmMessage = anyOf(
  objectOf({ type: oneOf('begun') }),
  objectOf({ type: oneOf('show') }),
  objectOf({ type: oneOf('bank'), stage: oneOf(...bankStages) }),
  /** Escape was pressed in the realm. */
  objectOf({ type: oneOf('cancel') }),
  objectOf({
    type: oneOf('outcome'),
    status: oneOf(...threeDSStatuses),
    data: recordOf(optional(text)),
  }),
);
export type RealmMessage = Guarded<typeof isRealmMessage>;

/** Runs a provider's adapter in the realm's document, whose `origin` keeps it away from this one. */
export function remoteThreeDS(provider: string, origin: string): ThreeDSAdapter {
  return {
    async authenticate(context, request) {
      const { host, environment, scriptUrl } = context;
      // The step `challenge` begins with the window, so the token comes first.
      const token = await context.getToken();
      const realm = await host.openWindow();
      const { port1: port, port2 } = new MessageChannel();
      const heard = Promise.withResolvers<undefined>();
      const ended = Promise.withResolvers<ThreeDSOutcome>();
      port.addEventListener('message', ({ data }) => {
        if (!isRealmMessage(data)) return;
        heard.resolve(undefined);
        if (data.type === 'show') host.show();
        else if (data.type === 'bank') host.tellBank(data.stage);
        else if (data.type === 'cancel') ended.resolve({ status: 'cancelled' });
        else if (data.type === 'outcome') ended.resolve(data);
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

/** Has the page run the fraud script, whose vendor could read the card if it ran in the frame. */
export class RemoteFraud implements FraudAdapter {
  readonly needsScript = true;
  readonly #send: (message: FraudMessage) => void;
  readonly #waiting = new Map<number, (answer: FraudAnswer) => void>();
  #lastId = 0;

  constructor(send: (message: FraudMessage) => void) {
    this.#send = send;
  }

  start({ scriptUrl, options, sessionId }: FraudSettings): FraudProfile {
    let reference: string | undefined;
    const ask = async (stage: FraudMessage['stage']): Promise<void> => {
      const id = ++this.#lastId;
      const answer = new Promise<FraudAnswer>((resolve) => this.#waiting.set(id, resolve));
      const script = { scriptUrl, options: Object.fromEntries(options), sessionId };
      this.#send({ type: 'fraud', id, stage, ...script });
      const { isDone, reference: given } = await answer;
      if (!isDone) throw new Error('the page has no profile');
      reference = given;
    };
    return {
      loaded: ask('load'),
      complete: async () => ask('complete'),
      reference: () => reference,
    };
  }

  /** Takes the page's answer; ignores one that nothing waits for. */
  receive(answer: FraudAnswer): void {
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
  }
}
