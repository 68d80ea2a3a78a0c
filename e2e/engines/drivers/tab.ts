/** A browser's only tab, and what a person does with it: by real keys and a real pointer, in CSS pixels from its top left. */
export interface Tab {
  readonly browser: string;
  /** Warnings, errors and uncaught exceptions so far, if the driver tells. */
  readonly console: string[];
  /** Resolves once the page has loaded. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Goes back in the history; the page may come from the back-forward cache. */
  back(): Promise<void>;
  /**
   * Evaluates an expression, which may be a promise, and resolves with the JSON of its value: in the
   * page, or so many frames further in, each the last one of its document. Rejects while there is none.
   */
  eval(expression: string, depth?: number): Promise<string>;
  /**
   * Presses a key, named as in `KeyboardEvent.key`, perhaps with others: `Shift+Tab`. `depth` tells
   * drivers that cannot find it out which frame has the focus.
   */
  key(combination: string, depth?: number): Promise<void>;
  type(text: string, depth?: number): Promise<void>;
  click(x: number, y: number): Promise<void>;
  /** Sets the size of the window; some have a width below which they do not go. */
  resize(width: number, height: number): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** The page as screen readers get it, if the driver tells. */
  accessible?(): Promise<Accessible>;
  /** Begins with a new browser, where a long session crashes now and then (WebKitGTK). */
  renew?(): Promise<void>;
  close(): Promise<void>;
}

/** A part of a page as a screen reader gets it, in the browser's own words. */
export interface Accessible {
  role: string;
  name: string;
  description: string;
  value: string;
  /** What is true of it, such as `required`. */
  states: readonly string[];
  children: readonly Accessible[];
}

/** Writes an expression whose value is the JSON of another one's, awaited. */
export function jsonOf(expression: string): string {
  return `(async () => JSON.stringify((await (${expression})) ?? null))()`;
}
