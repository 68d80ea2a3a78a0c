/** Lets some lines through each second, so that a flood of requests is no flood of lines. */
export class LineLimit {
  readonly #linesASecond: number;
  #second = 0;
  #lines = 0;

  constructor(linesASecond: number) {
    this.#linesASecond = linesASecond;
  }

  /** Tells whether one more line may be written in this second, and counts it. */
  allowsOne(): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) this.#lines = 0;
    this.#second = second;
    this.#lines += 1;
    return this.#lines <= this.#linesASecond;
  }
}
