/** Stands before an order's id in `sessionStorage`. */
const prefix = 'card-checkout:';

/**
 * How far an order's payment has come in this tab: the bank was being asked, or the card was sent. A reload
 * reads it until the proxy, which knows, has answered.
 */
type Stage = 'bank' | 'card';

export function notedStage(orderId: string): string | null {
  try {
    return sessionStorage.getItem(prefix + orderId);
  } catch {
    // Browsers throw if storage is forbidden.
    return null;
  }
}

/** Notes a stage, or `undefined` once the payment can't be charged. */
export function noteStage(orderId: string, stage: Stage | undefined): void {
  try {
    if (stage) sessionStorage.setItem(prefix + orderId, stage);
    else sessionStorage.removeItem(prefix + orderId);
  } catch {
    // Browsers throw if storage is forbidden or full.
  }
}
