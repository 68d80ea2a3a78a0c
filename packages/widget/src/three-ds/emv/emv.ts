import type { ThreeDSecure } from '@card-checkout/contract/checkout';
import type { ThreeDSAdapter, ThreeDSContext, ThreeDSRequest } from '../adapter.ts';
import { browserData, type BrowserData } from './browser-data.ts';
import { postInFrame } from './form-frame.ts';
import type { ThreeDSOutcome } from '../outcome.ts';
import type { Realm } from '../realm.ts';
import { outcomeOfTransStatus, type TransStatus } from './trans-status.ts';

/** An authentication that is over, as the merchant's server knows it. */
export interface EmvResult {
  transStatus: TransStatus;
  data?: ThreeDSecure;
}

/** What the merchant's server answers when it was asked to authenticate. */
export type EmvAnswer =
  | ({ next: 'done' } & EmvResult)
  /** The issuer wants to look at the browser first; then `lookup` is asked again. */
  | { next: 'method'; threeDSServerTransID: string; methodUrl: string; notificationUrl: string }
  /** The issuer wants to ask the buyer; `creq` is the finished message, base64url. */
  | {
      next: 'challenge';
      threeDSServerTransID: string;
      acsUrl: string;
      creq: string;
      threeDSSessionData?: string;
      notificationUrl: string;
    };

/** What the merchant's server needs for its authentication request (AReq). */
export interface EmvLookup {
  request: ThreeDSRequest;
  browser: BrowserData;
  /** Whether the 3DS Method has ended in its time; `U` before it was wanted. */
  threeDSCompInd: 'Y' | 'N' | 'U';
  /** There when `lookup` is asked again. */
  threeDSServerTransID: string | undefined;
  /** Aborts when the authentication ends before the answer. */
  signal: AbortSignal;
}

/** The two calls to the merchant's server, which speaks with its 3DS Server. */
export interface EmvCallOuts {
  lookup(lookup: EmvLookup): Promise<EmvAnswer>;
  /** Asks how a challenge has ended; the browser is not believed (EMV 3DS 2.2: the RReq decides). */
  result(threeDSServerTransID: string, signal: AbortSignal): Promise<EmvResult>;
}

/**
 * Makes an adapter for any 3DS Server: 3DS Method, challenge, and their windows and limits are ours
 * (EMV 3DS 2.2, browser flow); what the server is asked is the merchant's.
 */
export function emvThreeDS(callOuts: EmvCallOuts): ThreeDSAdapter {
  return {
    async authenticate(context, request): Promise<ThreeDSOutcome> {
      const { signal, host } = context;
      const realm = await host.openRealm();
      const asked = { request, browser: browserData(realm.window), signal };
      const first = { ...asked, threeDSCompInd: 'U', threeDSServerTransID: undefined } as const;
      let answer = await callOuts.lookup(first);
      if (answer.next === 'method') {
        const { threeDSServerTransID } = answer;
        const threeDSCompInd = await runMethod(realm, answer, context);
        answer = await callOuts.lookup({ ...asked, threeDSCompInd, threeDSServerTransID });
      }
      if (answer.next === 'method') throw new Error('the 3DS Method was wanted twice');
      if (answer.next === 'done') return outcomeOf(answer);
      host.show();
      await runChallenge(realm, answer, signal);
      return outcomeOf(await callOuts.result(answer.threeDSServerTransID, signal));
    },
  };
}

/** Lets the issuer look at the browser, unseen, for 10 s at most. */
async function runMethod(
  realm: Realm,
  method: Extract<EmvAnswer, { next: 'method' }>,
  { within, signal }: ThreeDSContext,
): Promise<'Y' | 'N'> {
  const { threeDSServerTransID, notificationUrl } = method;
  const message = { threeDSServerTransID, threeDSMethodNotificationURL: notificationUrl };
  const ended = new AbortController();
  const posting = postInFrame(
    realm,
    {
      url: method.methodUrl,
      fields: { threeDSMethodData: base64url(JSON.stringify(message)) },
      isVisible: false,
      title: '',
      notificationUrl,
      threeDSServerTransID,
    },
    AbortSignal.any([signal, ended.signal]),
  );
  try {
    await within('method', posting);
    return 'Y';
  } catch {
    signal.throwIfAborted();
    return 'N';
  } finally {
    ended.abort();
  }
}

async function runChallenge(
  realm: Realm,
  challenge: Extract<EmvAnswer, { next: 'challenge' }>,
  signal: AbortSignal,
): Promise<void> {
  const { acsUrl, creq, threeDSSessionData, notificationUrl, threeDSServerTransID } = challenge;
  await postInFrame(
    realm,
    {
      url: acsUrl,
      fields: { creq, ...(threeDSSessionData !== undefined && { threeDSSessionData }) },
      isVisible: true,
      // What the frame around it is called.
      title: realm.window.frameElement?.getAttribute('title') ?? '',
      notificationUrl,
      threeDSServerTransID,
    },
    signal,
  );
}

function outcomeOf({ transStatus, data }: EmvResult): ThreeDSOutcome {
  return { status: outcomeOfTransStatus[transStatus], ...(data && { data }) };
}

/** Writes a text as base64url without padding (RFC 4648, 5), as the protocol wants its messages. */
function base64url(text: string): string {
  const bytes = String.fromCodePoint(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
