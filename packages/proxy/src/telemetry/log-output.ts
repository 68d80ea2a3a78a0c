import { writeSync } from 'node:fs';

/** How much is kept of what cannot be written; lines that come after that are lost. */
const maxKeptBytes = 1024 * 1024;

/**
 * Writes the log to an open file, the standard output by default. A disk that is full stops no
 * payment: the lines are kept, and written with the next that can be.
 */
export class LogOutput {
  readonly #file: number;
  #kept: Buffer[] = [];
  #keptBytes = 0;

  constructor(file = 1) {
    this.#file = file;
  }

  /** Writes a line, after those that were kept. */
  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#keptBytes + bytes.length > maxKeptBytes) return this.#writeKept();
    this.#kept.push(bytes);
    this.#keptBytes += bytes.length;
    this.#writeKept();
  }

  #writeKept(): void {
    const [first, ...others] = this.#kept;
    let rest = others.length === 0 ? first : Buffer.concat(this.#kept);
    try {
      while (rest && rest.length > 0) rest = rest.subarray(writeSync(this.#file, rest));
    } catch {
      // There is nowhere left to say so.
    }
    this.#kept = rest && rest.length > 0 ? [rest] : [];
    this.#keptBytes = rest?.length ?? 0;
  }
}
