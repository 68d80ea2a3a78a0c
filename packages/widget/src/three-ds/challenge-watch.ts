/** The smallest side of a challenge, in CSS pixels; EMV 3DS starts at 250. */
const smallestChallengePx = 100;

/**
 * Calls `onChallenge` once an element in the document is large enough to be a challenge; the
 * provider's script has no event for that, and uses small hidden frames. Returns a function that stops
 * watching.
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
