/**
 * Where the buyer is during a challenge: the bank hasn't answered, has a page, or has ended. It is
 * `open`, too, when the document has no frame of a bank, and when the browser shows an error or nothing
 * in that frame, which no page can tell.
 */
export const bankStages = ['opening', 'open', 'over'] as const;
export type BankStage = (typeof bankStages)[number];

const lookMs = 250;

/** The shortest side of a challenge, in CSS pixels; EMV 3DS starts at 250. */
const smallestChallengePx = 100;

/**
 * Tells each stage of the bank's page in a realm, and again when that page sends a message: neither
 * providers' scripts nor frames tell all.
 */
export function watchBank(realm: Document, tell: (stage: BankStage) => void): void {
  let stage: BankStage = 'open';
  let wasOpen = false;
  const look = (): void => {
    const frames = challengesIn(realm);
    const isOpen = frames.some(hasPage);
    wasOpen ||= isOpen;
    const isLeft = wasOpen && ![...realm.body.children].some(isChallenge);
    const next = isLeft ? 'over' : isOpen || frames.length === 0 ? 'open' : 'opening';
    if (next !== stage) tell(next);
    stage = next;
  };
  // Both end with the realm.
  realm.defaultView?.setInterval(look, lookMs);
  realm.defaultView?.addEventListener('message', ({ source }) => {
    if (challengesIn(realm).some(({ contentWindow }) => contentWindow === source)) tell(stage);
  });
}

function challengesIn(realm: Document): HTMLIFrameElement[] {
  return [...realm.querySelectorAll('iframe')].filter(isChallenge);
}

/**
 * Whether a frame has left its first, empty document. For `contentDocument` of another origin, WebKit
 * logs an error each time.
 */
function hasPage({ contentWindow }: HTMLIFrameElement): boolean {
  try {
    return contentWindow?.location.href !== 'about:blank';
  } catch {
    // It belongs to another origin.
    return true;
  }
}

/** Whether an element is large enough to be a challenge: scripts use small and hidden frames, too. */
export function isChallenge(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  if (Math.min(width, height) < smallestChallengePx) return false;
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}
