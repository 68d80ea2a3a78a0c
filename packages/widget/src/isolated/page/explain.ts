import * as ofBoth from '../../browser/mistakes.ts';
import {
  findObstacle,
  misconfigured,
  need,
  noteViolation,
  type Mistake,
} from '../../browser/mistakes.ts';
import { textsAround } from '../../locales/sentences.ts';

export const mistakes = {
  ...ofBoth.mistakes,
  bothForms: misconfigured(
    'comes from card-checkout.js and isolated.js, and the first one wins: load only one of them',
  ),
  parts: misconfigured(
    "has ::part() rules, which don't reach the isolated form: use its --card-checkout-* properties",
  ),
  messages: misconfigured("has messages, which don't reach the isolated form: remove them"),
  removedFrame: misconfigured(
    'has lost its frame to a script of the page: give it data-turbo-permanent, wire:ignore or phx-update="ignore", or write <iframe slot="frame"> into the template that a framework hydrates',
  ),
  heldFrame: misconfigured(
    'has a frame that a script of the page holds back, such as a consent banner: exclude it',
  ),
  embedder: misconfigured(
    'is on a page with Cross-Origin-Embedder-Policy, which blocks the frame: remove that header',
  ),
  inShadow: misconfigured(
    'is in a shadow root, where browsers fill in no saved card: put the isolated form outside',
  ),
  sharedOrigin: misconfigured('needs a proxy on an origin of its own: change proxy-url'),
};

export const mistakeIn = {
  ...ofBoth.mistakeIn,
  adapter: (name: string) =>
    misconfigured(`takes no ${name}, which could read the card: remove it`),
  silentFrame: (url: string): Mistake => [
    'unexpected',
    `gets no answer from the frame of ${url}: does a script, an extension or a policy block it?`,
  ],
  slots: (names: string) =>
    misconfigured(
      `has content for slot="${names}", which the isolated form doesn't show: put it beside the element`,
    ),
};

/** Whether the page's policy has blocked requests, and so perhaps the questions about a silent frame. */
let isMuted = false;

/** Notes what the page's policy blocks. The frame needs no `connect-src`; only questions about it do. */
export function noteBlocked(event: SecurityPolicyViolationEvent, frameUrl: string): void {
  if (event.effectiveDirective === 'connect-src') isMuted = true;
  else need(frameUrl);
  noteViolation(event);
}

/** Finds out why the frame of the proxy at `url` is silent; undefined if the proxy answers. */
export async function findFrameObstacle(
  url: string,
  life: AbortSignal,
): Promise<Mistake | undefined> {
  const found = await findObstacle(url, life);
  if (!isMuted || found?.[0] !== 'proxy_unreachable') return found;
  const line = `gets no frame from proxy-url ${url}: is it the proxy's address, is ${location.origin} in ALLOWED_ORIGINS, and does the proxy run?`;
  return [found[0], line];
}

/** Finds what the page has for the ordinary form, but the isolated one doesn't take. */
export function findPageMistakes(element: Element): Mistake[] {
  const filled = [...element.querySelectorAll(':scope > [slot]:not(iframe)')];
  const names = [...new Set(filled.map(({ slot }) => slot))].join(' ');
  return [
    ...(names === '' ? [] : [mistakeIn.slots(names)]),
    ...(element.querySelector(':scope > :not([slot])') ? [mistakes.swallowed] : []),
    ...(element.getRootNode() instanceof ShadowRoot ? [mistakes.inShadow] : []),
    ...('messages' in element || element.hasAttribute('messages') ? [mistakes.messages] : []),
    ...(hasPartRules(element) ? [mistakes.parts] : []),
    ...(document.querySelector('script[src*="/card-checkout.js"]') ? [mistakes.bothForms] : []),
  ];
}

/** Whether one of the page's style sheets has a rule for the element's parts. */
function hasPartRules(element: Element): boolean {
  const isForParts = (rule: CSSRule): boolean => {
    if (rule instanceof CSSGroupingRule && [...rule.cssRules].some(isForParts)) return true;
    const [host = '', part] =
      rule instanceof CSSStyleRule ? rule.selectorText.split('::part(') : [];
    return part !== undefined && element.matches(host);
  };
  return [...document.styleSheets, ...document.adoptedStyleSheets].some((sheet) => {
    try {
      return [...sheet.cssRules].some(isForParts);
    } catch {
      // Style sheets of other origins can't be read.
      return false;
    }
  });
}

/** Writes why there is no form, or not yet, in a language by its tag. */
export function writeNotice(
  notice: Element,
  why: 'slow' | 'closed' | 'unreachable',
  language: string,
): void {
  const { reload, [why]: text } = textsAround(language);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = reload;
  button.addEventListener('click', () => location.reload());
  const sentence = document.createElement('p');
  sentence.textContent = text;
  notice.replaceChildren(sentence, ...(why === 'unreachable' ? [button] : []));
}
