/** How long other work waits after a frame, so that the first key is answered at once. */
const quietMs = 100;

/** How long a page may take to draw. */
const patienceMs = 800;

/** Resolves `ms` after the next frame; for work that the frame doesn't need. */
export async function afterFrame(ms = quietMs): Promise<void> {
  return new Promise((resolve) => {
    const whenDrawn = (): void => void setTimeout(resolve, ms);
    requestAnimationFrame(whenDrawn);
    // Hidden pages draw no frames, and neither do off-screen frames of another origin.
    setTimeout(whenDrawn, patienceMs);
  });
}

/** Returns the nearest `lang` around an element, also outside its shadow roots. */
export function nearestLanguage(element: Element): string {
  const holder = element.closest<HTMLElement>('[lang]');
  if (holder) return holder.lang;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? nearestLanguage(root.host) : '';
}
