import type { ThreeDSecure } from '@card-checkout/contract/checkout';
import { membersOf } from '@card-checkout/contract/json';
import { unlessAborted } from '../browser/pause.ts';
import type { ThreeDSAdapter, ThreeDSContext, ThreeDSRequest } from './adapter.ts';
import type { ThreeDSOutcome, ThreeDSStatus } from './outcome.ts';
import { issuerPermissions, windowSizeIn, type Realm, type WindowSize } from './realm.ts';

/** The issuer's result of an authentication (EMV 3DS 2.3, Transaction Status). */
export type TransStatus = 'Y' | 'A' | 'N' | 'U' | 'R' | 'D' | 'I' | 'S';

export const statusOfTransStatus: Record<TransStatus, ThreeDSStatus> = {
  Y: 'authenticated',
  A: 'attempted',
  N: 'failed',
  R: 'failed',
  U: 'unavailable',
  // Decoupled: the issuer asks the buyer later and elsewhere, which takes too long to wait for.
  D: 'unavailable',
  // By Secure Payment Confirmation, which the merchant's page would have to run.
  S: 'unavailable',
  I: 'data_only',
};

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
  /** Whether the 3DS Method completed in time; `U` if it hasn't run. */
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
      if (answer.next === 'done') return asOutcome(answer);
      host.show();
      const { acsUrl, creq, threeDSSessionData } = answer;
      const fields = { creq, ...(threeDSSessionData !== undefined && { threeDSSessionData }) };
      await postInFrame(realm, acsUrl, fields, answer, signal);
      return asOutcome(await callOuts.result(answer.threeDSServerTransID, signal));
    },
  };
}

/** Runs the 3DS Method in a hidden frame, for 10 s at most. */
async function runMethod(
  realm: Realm,
  method: Extract<EmvAnswer, { next: 'method' }>,
  { within, signal }: ThreeDSContext,
): Promise<'Y' | 'N'> {
  const { threeDSServerTransID, notificationUrl, methodUrl } = method;
  const message = { threeDSServerTransID, threeDSMethodNotificationURL: notificationUrl };
  const fields = { threeDSMethodData: base64url(JSON.stringify(message)) };
  const ended = new AbortController();
  const isOver = AbortSignal.any([signal, ended.signal]);
  try {
    await within('method', postInFrame(realm, methodUrl, fields, method, isOver));
    return 'Y';
  } catch {
    signal.throwIfAborted();
    return 'N';
  } finally {
    ended.abort();
  }
}

/**
 * Posts a form in a new frame of the realm, hidden for the 3DS Method. Waits for the message of the
 * merchant's page that the issuer loads at the end, `{ threeDSServerTransID }` or the same as JSON, to
 * `parent` or `top`, from that page's origin and that frame. Ignores anything else.
 * @throws the reason of `signal` when that aborts.
 */
async function postInFrame(
  { window: realm, document }: Realm,
  url: string,
  fields: Readonly<Record<string, string>>,
  { next, threeDSServerTransID, notificationUrl }: Exclude<EmvAnswer, { next: 'done' }>,
  signal: AbortSignal,
): Promise<void> {
  const frame = document.createElement('iframe');
  frame.name = `three-ds-${next}-${threeDSServerTransID}`;
  // The same as the frame around it.
  frame.title = realm.frameElement?.getAttribute('title') ?? '';
  frame.allow = issuerPermissions;
  frame.hidden = next === 'method';
  Object.assign(frame.style, { width: '100%', height: '100%', border: '0' });
  document.body.append(frame);

  const { promise: notified, resolve } = Promise.withResolvers<void>();
  const origin = new URL(notificationUrl, location.href).origin;
  const listen = (event: MessageEvent): void => {
    if (event.origin !== origin || event.source !== frame.contentWindow) return;
    const said = messageIn(event.data);
    if (membersOf(said).get('threeDSServerTransID') === threeDSServerTransID) resolve();
  };
  for (const heard of [realm, window]) heard.addEventListener('message', listen);
  postForm(document, frame.name, url, fields);
  try {
    await unlessAborted(signal, notified);
  } finally {
    for (const heard of [realm, window]) heard.removeEventListener('message', listen);
    frame.remove();
  }
}

function messageIn(data: unknown): unknown {
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

function postForm(
  document: Document,
  target: string,
  action: string,
  fields: Readonly<Record<string, string>>,
): void {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action, target });
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

function asOutcome({ transStatus, data }: EmvResult): ThreeDSOutcome {
  return { status: statusOfTransStatus[transStatus], ...(data && { data }) };
}

/** Encodes text as base64url without padding (RFC 4648, 5). */
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

/** Leaves out the last subtags of a language tag that is longer than the eight characters of EMV 3DS 2.2. */
export function shortTag(tag: string): string {
  return /^.{1,8}(?=-|$)/.exec(tag)?.[0] ?? '';
}

const colorDepths = [48, 32, 24, 16, 15, 8, 4, 1] as const;

/** Describes the browser; a challenge would be shown in `realm`. */
function browserData(realm: Window): BrowserData {
  const { colorDepth, height, width } = screen;
  return {
    browserJavaEnabled: false,
    browserJavascriptEnabled: true,
    browserLanguage: shortTag(navigator.language),
    browserColorDepth: String(colorDepths.find((depth) => depth <= colorDepth) ?? 1),
    browserScreenHeight: String(height),
    browserScreenWidth: String(width),
    browserTZ: String(new Date().getTimezoneOffset()),
    browserUserAgent: navigator.userAgent.slice(0, 2048),
    challengeWindowSize: windowSizeIn(realm),
  };
}
