import { notePrefix } from './noted-stage.ts';

/**
 * Notes how far an order's payment has come: the bank was being asked, or the card was sent; `undefined`
 * once it can't be charged. A reload in the same tab reads the note until the proxy, which knows, has
 * answered.
 */
export function noteStage(orderId: string, stage: 'bank' | 'card' | undefined): void {
  try {
    if (stage) sessionStorage.setItem(notePrefix + orderId, stage);
    else sessionStorage.removeItem(notePrefix + orderId);
  } catch {
    // Browsers throw if storage is forbidden or full.
  }
}
