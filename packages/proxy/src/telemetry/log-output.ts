import { writeSync } from 'node:fs';

/** Maximum length of unwritten lines; further lines are lost. */
const maxKept = 1024 * 1024;

/**
 * Escapes characters that JSON allows but terminals obey or hide: control characters, line separators
 * and changes of text direction.
 */
export function printableLine(line: string): string {
  return line.replaceAll(
    /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const againAfterMs = 100;

/** Returns how many bytes were written. */
type Write = (file: number, bytes: Buffer) => number;

interface LogOutputOptions {
  /** The descriptor; standard output by default. */
  file?: number;
  write?: Write;
  /** Called for each line that is lost. */
  onLost?: () => void;
}

/**
 * Writes the log to a file descriptor. Writes all lines from one turn of the event loop together, and
 * the rest when the process exits. Never throws or waits: lines that can't be written, e.g. on a full
 * disk or into a pipe that nobody reads, are kept and written later. Pino's `sonic-boom` sleeps for a full
 * pipe in `flushSync`, so a proxy that ends would hang until somebody reads its log.
 */
export class LogOutput {
  readonly #file: number;
  readonly #write: Write;
  readonly #onLost: (() => void) | undefined;
  #unwritten = Buffer.alloc(0);
  #lines = '';
  #isDue = false;

  constructor({ file, write = writeSync, onLost }: LogOutputOptions = {}) {
    // Node opens its stream without blocking, so that a full pipe fails (EAGAIN) instead of waiting.
    this.#file = file ?? process.stdout.fd;
    this.#write = write;
    this.#onLost = onLost;
  }

  write(line: string): void {
    const length = this.#unwritten.length + this.#lines.length + line.length;
    if (length <= maxKept) this.#lines += line;
    else this.#onLost?.();
    if (this.#isDue) return;
    this.#isDue = true;
    process.once('exit', this.#writeKept);
    setImmediate(this.#writeKept);
  }

  readonly #writeKept = () => {
    this.#isDue = false;
    process.off('exit', this.#writeKept);
    let rest = Buffer.concat([this.#unwritten, Buffer.from(this.#lines)]);
    this.#lines = '';
    try {
      while (rest.length > 0) rest = rest.subarray(this.#write(this.#file, rest));
    } catch {
      // Nowhere to report this: the log itself fails.
    }
    this.#unwritten = rest;
    if (rest.length === 0) return;
    this.#isDue = true;
    process.once('exit', this.#writeKept);
    setTimeout(this.#writeKept, againAfterMs).unref();
  };
}
