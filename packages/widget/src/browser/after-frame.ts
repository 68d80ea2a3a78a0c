/** How long other work waits after a frame, so that the first key is answered at once. */
const quietMs = 100;

/** How long a page may take to draw. */
const patienceMs = 800;

/** Resolves `ms` after the next frame; for work that the frame does not need. */
export async function afterFrame(ms = quietMs): Promise<void> {
  return new Promise((resolve) => {
    const whenDrawn = (): void => void setTimeout(resolve, ms);
    requestAnimationFrame(whenDrawn);
    // A hidden page draws no frames, nor does a frame of another origin that is scrolled away.
    setTimeout(whenDrawn, patienceMs);
  });
}
