import { startDeadline, unlessAborted } from '../deadline.ts';
import { membersOf } from '../wire.ts';
import type { ThreeDSAdapter, ThreeDSContext, ThreeDSRequest } from './adapter.ts';
import { watchForChallenge } from './challenge-watch.ts';
import { cieloFields } from './cielo-fields.ts';
import type { ThreeDSOutcome, ThreeDSStatus } from './outcome.ts';
import type { Realm } from './realm.ts';

/** Is how long the script may take until it is ready; when blocked, it never says so. */
const readyTimeoutMs = 20_000;

/**
 * Authenticates with the MPI script of Cielo and Braspag, 2.0 and 2.1 (Cielo's manual, "Autenticação 3DS").
 * The script reads its inputs and its config while it is evaluated, so both are there before it.
 */
export const cieloMpi: ThreeDSAdapter = {
  async authenticate(context: ThreeDSContext, request: ThreeDSRequest): Promise<ThreeDSOutcome> {
    const token = await context.getToken();
    const realm = await context.host.openRealm();
    writeInputs(realm.document, { accesstoken: token, ...cieloFields(request) });
    const stopWatching = watchForChallenge(realm.document, () => context.host.show());
    const ready = startDeadline(readyTimeoutMs, context.signal, () => 'blocked');
    const answer = new Promise<ThreeDSOutcome>((resolve) => {
      const settle: Settle = (status, payload) => resolve({ status, data: readPayload(payload) });
      let isReady = false;
      const onReady = (): void => {
        if (isReady) return;
        isReady = true;
        ready.clear();
        callGlobal(realm, 'bpmpi_authenticate');
      };
      installConfig(realm, context.environment, { onReady, ...outcomeCallbacks(settle) });
      insertScript(realm.document, context, () => settle('blocked'));
    });
    try {
      return await unlessAborted(ready.signal, answer);
    } catch {
      context.signal.throwIfAborted();
      return { status: 'blocked' };
    } finally {
      ready.clear();
      stopWatching();
    }
  },
};

type Settle = (status: ThreeDSStatus, payload?: unknown) => void;

function outcomeCallbacks(settle: Settle) {
  return {
    onSuccess: (payload: unknown) => settle('authenticated', payload),
    onFailure: (payload: unknown) => settle('failed', payload),
    onUnenrolled: (payload: unknown) => settle('not_enrolled', payload),
    onDisabled: () => settle('disabled'),
    onError: (payload: unknown) => settle('error', payload),
    onUnsupportedBrand: (payload: unknown) => settle('unsupported_brand', payload),
    onChallengeSuppression: (payload: unknown) => settle('challenge_suppressed', payload),
  };
}

function installConfig(
  realm: Realm,
  environment: ThreeDSContext['environment'],
  callbacks: Record<string, (payload: unknown) => void>,
): void {
  // Debug makes the script log card data.
  const config = {
    ...callbacks,
    Environment: environment === 'production' ? 'PRD' : 'SDB',
    Debug: false,
  };
  Object.assign(realm.window, { bpmpi_config: () => config });
}

function writeInputs(document: Document, fields: Record<string, string>): void {
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.className = `bpmpi_${name}`;
    input.value = value;
    document.body.append(input);
  }
}

function insertScript(
  document: Document,
  { scriptUrl, nonce }: ThreeDSContext,
  onError: () => void,
): void {
  const script = document.createElement('script');
  if (nonce !== undefined) script.nonce = nonce;
  script.addEventListener('error', onError, { once: true });
  script.src = scriptUrl;
  document.head.append(script);
}

function callGlobal(realm: Realm, name: string): void {
  const callee: unknown = Reflect.get(realm.window, name);
  if (typeof callee === 'function') Reflect.apply(callee, realm.window, []);
}

function readPayload(payload: unknown): NonNullable<ThreeDSOutcome['data']> {
  const members = membersOf(payload);
  const text = (name: string): string | undefined => {
    const value = members.get(name);
    const isText = typeof value === 'string' || typeof value === 'number';
    return isText && value !== '' ? String(value) : undefined;
  };
  return {
    Cavv: text('Cavv'),
    Eci: text('Eci'),
    Version: text('Version'),
    Xid: text('Xid'),
    ReferenceId: text('ReferenceId'),
  };
}
