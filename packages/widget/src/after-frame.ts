/** How long the first frame and the first key have the browser for themselves. */
const quietMs = 100;

/** Resolves a moment after the next frame, for what the buyer neither sees nor needs in it. */
export async function afterFrame(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const whenDrawn = (): void => void setTimeout(resolve, quietMs);
  // No frame is drawn of a page that nobody sees.
  if (document.hidden) whenDrawn();
  else requestAnimationFrame(whenDrawn);
  return promise;
}
