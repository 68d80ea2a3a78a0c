import type { Brand } from '../../fields/brands.ts';
import { membersOf } from '@card-checkout/contract/json';
import { liabilityFor } from '@card-checkout/contract/three-ds';
import type { ThreeDSAdapter, ThreeDSContext, ThreeDSRequest } from '../adapter.ts';
import { isChallenge } from '../bank-page.ts';
import { cieloFields } from './cielo-fields.ts';
import { readOutcome, type ThreeDSOutcome, type ThreeDSStatus } from '../outcome.ts';
import { windowSizeIn } from '../realm.ts';
import { scriptIn } from '../../browser/trusted-script.ts';

/**
 * Adapter for the MPI script of Cielo and Braspag, 2.0 and 2.1 (Cielo's manual, "Autenticação 3DS").
 * The script reads its inputs and its config while it is evaluated, so both exist before it.
 */
export const cieloMpi: ThreeDSAdapter = {
  async authenticate(context: ThreeDSContext, request: ThreeDSRequest): Promise<ThreeDSOutcome> {
    const token = await context.getToken();
    const realm = await context.host.openRealm();
    writeInputs(realm.document, {
      accesstoken: token,
      challenge_window_size: windowSizeIn(realm.window),
      ...cieloFields(request),
    });
    watchForChallenge(realm.document, () => context.host.show());
    const { ready, answer, callbacks, onBlocked } = listen(request.card.brand);
    const Environment = context.environment === 'production' ? 'PRD' : 'SDB';
    // Debug makes the script log card data.
    const config = { ...callbacks, Environment, Debug: false };
    Object.assign(realm.window, { bpmpi_config: () => config });
    const script = scriptIn(realm.document, context.scriptUrl, context.nonce);
    script.addEventListener('error', onBlocked, { once: true });
    realm.document.head.append(script);
    const early = await context.within('script', Promise.race([ready, answer]));
    if (early) return early;
    const begin: unknown = Reflect.get(realm.window, 'bpmpi_authenticate');
    if (typeof begin === 'function') Reflect.apply(begin, realm.window, []);
    return answer;
  },
};

/** Returns the script's eight callbacks; the first that ends the authentication wins. */
export function listen(brand: Brand | undefined) {
  const ready = Promise.withResolvers<undefined>();
  const answer = Promise.withResolvers<ThreeDSOutcome>();
  const ends =
    (status: ThreeDSStatus) =>
    (payload: unknown): void =>
      answer.resolve(readPayload(status, payload, brand));
  const callbacks: Record<string, (payload: unknown) => void> = {
    onReady: () => ready.resolve(undefined),
    onSuccess: ends('authenticated'),
    onFailure: ends('failed'),
    onUnenrolled: ends('not_enrolled'),
    onDisabled: ends('disabled'),
    onError: ends('error'),
    onUnsupportedBrand: ends('unsupported_brand'),
    onChallengeSuppression: ends('challenge_suppressed'),
  };
  const onBlocked = (): void => answer.resolve({ status: 'blocked', cause: 'script' });
  return { ready: ready.promise, answer: answer.promise, callbacks, onBlocked };
}

/**
 * Reads the payload of a callback. The ECI can change the outcome: a success by the brand alone is an
 * attempt, and Mastercard's 04 is Data Only (Cielo's table of ECI).
 */
function readPayload(
  status: ThreeDSStatus,
  payload: unknown,
  brand: Brand | undefined,
): ThreeDSOutcome {
  const members = membersOf(payload);
  const code = members.get('ReturnCode');
  const outcome = readOutcome({
    status,
    data: payload,
    // The message beside it comes from a server and may contain anything.
    cause: typeof code === 'string' && /^\w{1,6}$/.test(code) ? code : undefined,
  });
  const eci = outcome.data?.Eci ?? '';
  if (status === 'authenticated' && liabilityFor(eci, brand) === 'brand') {
    return { ...outcome, status: 'attempted' };
  }
  return status === 'not_enrolled' && eci === '04' ? { ...outcome, status: 'data_only' } : outcome;
}

function writeInputs(document: Document, fields: Record<string, string>): void {
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', className: `bpmpi_${name}`, value });
    document.body.append(input);
  }
}

/**
 * Calls `onChallenge` once an element in the document is large enough to be a challenge: the script has
 * no event for that, and also uses small hidden frames. Ends with the realm.
 */
function watchForChallenge(realm: Document, onChallenge: () => void): void {
  const observer = new MutationObserver(() => {
    if ([...realm.body.children].some(isChallenge)) {
      observer.disconnect();
      onChallenge();
    }
  });
  observer.observe(realm, {
    childList: true,
    subtree: true,
    attributeFilter: ['style', 'class', 'hidden', 'width', 'height'],
  });
}
