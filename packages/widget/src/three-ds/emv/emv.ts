import type { ThreeDSecure } from '@card-checkout/contract/checkout';
import type { ThreeDSAdapter, ThreeDSContext, ThreeDSRequest } from '../adapter.ts';
import { postInFrame } from './form-frame.ts';
import type { ThreeDSOutcome } from '../outcome.ts';
import type { Realm } from '../realm.ts';
import { outcomeOfTransStatus, type TransStatus } from './trans-status.ts';
import { windowSizeIn, type WindowSize } from '../window-size.ts';

/** The result of an authentication, as known to the merchant's server. */
export interface EmvResult {
  transStatus: TransStatus;
  data?: ThreeDSecure;
}

/** The merchant's server's answer to a lookup. */
export type EmvAnswer =
  | ({ next: 'done' } & EmvResult)
  /** The issuer runs the 3DS Method first; then `lookup` is called again. */
  | { next: 'method'; threeDSServerTransID: string; methodUrl: string; notificationUrl: string }
  /** The issuer challenges the buyer; `creq` is the complete message, base64url. */
  | {
      next: 'challenge';
      threeDSServerTransID: string;
      acsUrl: string;
      creq: string;
      threeDSSessionData?: string;
      notificationUrl: string;
    };

/** Input of the authentication request (AReq). */
export interface EmvLookup {
  request: ThreeDSRequest;
  browser: BrowserData;
  /** Whether the 3DS Method completed in time; `U` if it has not run. */
  threeDSCompInd: 'Y' | 'N' | 'U';
  /** Set when `lookup` is called again. */
  threeDSServerTransID: string | undefined;
  /** Aborts when the authentication ends before the answer. */
  signal: AbortSignal;
}

/** The two calls to the merchant's server, which uses its 3DS Server. */
export interface EmvCallOuts {
  lookup(lookup: EmvLookup): Promise<EmvAnswer>;
  /** Returns the result of a challenge; the RReq decides, not the browser (EMV 3DS 2.2). */
  result(threeDSServerTransID: string, signal: AbortSignal): Promise<EmvResult>;
}

/**
 * Returns an adapter for any 3DS Server. It runs the browser flow (EMV 3DS 2.2): 3DS Method, challenge,
 * windows and time limits. The merchant's server makes the requests.
 *
 * @example
 * checkout.threeDSAdapter = emvThreeDS({
 *   lookup: ({ signal, ...lookup }) => ask('/3ds/lookup', lookup, signal),
 *   result: (threeDSServerTransID, signal) => ask('/3ds/result', { threeDSServerTransID }, signal),
 * });
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
      if (answer.next === 'method') throw new Error('the 3DS Method was requested twice');
      if (answer.next === 'done') return outcomeOf(answer);
      host.show();
      await runChallenge(realm, answer, signal);
      return outcomeOf(await callOuts.result(answer.threeDSServerTransID, signal));
    },
  };
}

/** Runs the 3DS Method in a hidden frame, for 10 s at most. */
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
      // The same as the frame around it.
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

/** Encodes a message as base64url without padding (RFC 4648, 5). */
function base64url(text: string): string {
  const bytes = String.fromCodePoint(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * Browser Information for the issuer (EMV 3DS 2.2). The merchant's server adds what only it can see:
 * the `Accept` header and the IP address.
 */
export interface BrowserData {
  browserJavaEnabled: boolean;
  browserJavascriptEnabled: true;
  browserLanguage: string;
  browserColorDepth: string;
  browserScreenHeight: string;
  browserScreenWidth: string;
  /** Minutes that the local time is behind UTC: 180 in São Paulo. */
  browserTZ: string;
  browserUserAgent: string;
  challengeWindowSize: WindowSize;
}

/** The color depths of the protocol. */
const colorDepths = [48, 32, 24, 16, 15, 8, 4, 1] as const;

/** Describes the browser; a challenge would be shown in `realm`. */
function browserData(realm: Window): BrowserData {
  const { colorDepth, height, width } = screen;
  return {
    browserJavaEnabled: false,
    browserJavascriptEnabled: true,
    browserLanguage: navigator.language.slice(0, 8),
    browserColorDepth: String(colorDepths.find((depth) => depth <= colorDepth) ?? 1),
    browserScreenHeight: String(height),
    browserScreenWidth: String(width),
    browserTZ: String(new Date().getTimezoneOffset()),
    browserUserAgent: navigator.userAgent.slice(0, 2048),
    challengeWindowSize: windowSizeIn(realm),
  };
}
