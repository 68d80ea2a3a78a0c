/** The smallest side, in CSS pixels, of anything that a buyer could answer; EMV 3DS starts at 250. */
const smallestChallengePx = 100;

/**
 * Calls `onChallenge` once something in the document becomes large enough to be a challenge.
 * The provider's script has no event for that, and keeps small hidden frames of its own.
 * Returns what ends the watch.
 */
export function watchForChallenge(realm: Document, onChallenge: () => void): () => void {
  const observer = new MutationObserver(() => {
    if ([...realm.body.children].some(isChallenge)) {
      observer.disconnect();
      onChallenge();
    }
  });
  observer.observe(realm, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['style', 'class', 'hidden', 'width', 'height'],
  });
  return () => observer.disconnect();
}

function isChallenge(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  if (Math.min(width, height) < smallestChallengePx) return false;
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}
