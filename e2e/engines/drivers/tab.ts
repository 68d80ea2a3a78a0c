/**
 * A browser's only tab, used through real keys and a real pointer, in CSS pixels from the top left.
 */
export interface Tab {
  readonly browser: string;
  /** Warnings, errors and uncaught exceptions so far, if the driver reports them. */
  readonly console: string[];
  /** The folder of the browser's profile, if the test may look into it. */
  readonly profile?: string;
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Goes back in history; the page may come from the back-forward cache. */
  back(): Promise<void>;
  /**
   * Evaluates an expression, awaits its value, and resolves with that as JSON: in the page or, with
   * `depth`, in that many nested frames, always the last frame of a document. Rejects if there is
   * none.
   */
  eval(expression: string, depth?: number): Promise<string>;
  /**
   * Presses a key, named as in `KeyboardEvent.key`, or a combination such as `Shift+Tab`. `depth`
   * is the frame with the focus, for drivers that can't find it.
   */
  key(combination: string, depth?: number): Promise<void>;
  type(text: string, depth?: number): Promise<void>;
  click(x: number, y: number): Promise<void>;
  /** Resizes the window; some browsers have a minimum width. */
  resize(width: number, height: number): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** The page's accessibility tree, if the driver has it. */
  accessible?(): Promise<Accessible>;
  /** Starts a new browser, since long sessions sometimes crash (WebKitGTK). */
  renew?(): Promise<void>;
  close(): Promise<void>;
}

/** A node of the accessibility tree, in the browser's terms. */
export interface Accessible {
  role: string;
  name: string;
  description: string;
  value: string;
  /** States that are true, such as `required`. */
  states: readonly string[];
  children: readonly Accessible[];
}

/** Wraps an expression so that it yields the JSON of its awaited value. */
export function jsonOf(expression: string): string {
  return `(async () => JSON.stringify((await (${expression})) ?? null))()`;
}
