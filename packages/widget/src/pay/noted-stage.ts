/** Stands before an order's id in `sessionStorage`. */
export const notePrefix = 'card-checkout:';

/** Returns how far an order's payment in this tab has come, as `noteStage` has noted it. */
export function notedStage(orderId: string): string | null {
  try {
    return sessionStorage.getItem(notePrefix + orderId);
  } catch {
    // Browsers throw if storage is forbidden.
    return null;
  }
}
