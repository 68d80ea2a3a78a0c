/** Limits log lines per second, so that a flood of requests does not flood the log. */
export class LineLimit {
  readonly #linesASecond: number;
  #second = 0;
  #lines = 0;

  constructor(linesASecond: number) {
    this.#linesASecond = linesASecond;
  }

  /** Whether one more line may be written in this second. Counts it. */
  allowsOne(): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) this.#lines = 0;
    this.#second = second;
    this.#lines += 1;
    return this.#lines <= this.#linesASecond;
  }
}
