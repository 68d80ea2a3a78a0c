/** How long other work waits after a frame, so that the first key is answered at once. */
const quietMs = 100;

/** Resolves `ms` after the next frame; for work that the frame does not need. */
export async function afterFrame(ms = quietMs): Promise<void> {
  return new Promise((resolve) => {
    const whenDrawn = (): void => void setTimeout(resolve, ms);
    // A hidden page draws no frames.
    if (document.hidden) whenDrawn();
    else requestAnimationFrame(whenDrawn);
  });
}
