/**
 * Keeps a modal dialog above the keyboard on the screen, which covers the viewport without resizing it,
 * until `signal` aborts.
 */
export function fitToView(dialog: HTMLElement, { signal }: { signal: AbortSignal }): void {
  const view = visualViewport;
  const fit = (): void => {
    // A pinch makes the view smaller, too.
    const isCovered = view?.scale === 1 && view.height < innerHeight - 1;
    dialog.style.marginTop = isCovered ? '0' : '';
    dialog.style.top = isCovered ? share(view.offsetTop) : '';
    dialog.style.maxHeight = isCovered ? share(view.height) : '';
  };
  for (const type of ['resize', 'scroll']) view?.addEventListener(type, fit, { signal });
}

/** Returns a share of the viewport's height; pixels would depend on the page's CSS zoom. */
function share(px: number): string {
  return `${(100 * px) / innerHeight}%`;
}
