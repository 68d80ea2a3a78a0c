import type * as Explain from './explain.ts';

/** Loads what explains the mistakes of a page, and why there is no form. */
export async function loadExplain(): Promise<typeof Explain> {
  return import('./explain.ts');
}
