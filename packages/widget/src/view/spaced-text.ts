const spacingMs = 1_000;

/** The text of a live region: a screen reader drops a sentence that is replaced too soon. */
export class SpacedText {
  #text = '';
  #endsAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Returns the next text, or the present one until it has stood for a second; then redraws. */
  show(next: string, redraw: () => void): string {
    clearTimeout(this.#timer);
    const leftMs = this.#endsAt - performance.now();
    if (next === this.#text) return next;
    if (next !== '' && leftMs > 0) this.#timer = setTimeout(redraw, leftMs);
    else {
      this.#text = next;
      this.#endsAt = performance.now() + spacingMs;
    }
    return this.#text;
  }
}
