/** How long the first frame and the first key have the browser for themselves. */
const quietMs = 100;

/** Resolves some ms after the next frame, for what the buyer neither sees nor needs in it. */
export async function afterFrame(ms = quietMs): Promise<void> {
  return new Promise((resolve) => {
    const whenDrawn = (): void => void setTimeout(resolve, ms);
    // No frame is drawn of a page that nobody sees.
    if (document.hidden) whenDrawn();
    else requestAnimationFrame(whenDrawn);
  });
}
