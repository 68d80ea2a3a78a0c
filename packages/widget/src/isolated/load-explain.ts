import type * as Explain from './explain.ts';

/** Loads what explains the mistakes of a page, and why there is no form; the proxy may be away. */
export async function loadExplain(): Promise<typeof Explain | undefined> {
  return import('./explain.ts').catch(() => undefined);
}
