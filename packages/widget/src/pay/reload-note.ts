/** How far an order's payment had come: the bank was being asked, or the card was sent. */
type Stage = 'bank' | 'card';

const prefix = 'card-checkout:';

/**
 * Notes how far an order's payment has come; `undefined` once it can't be charged. A reload in the same
 * tab reads the note until the proxy, which knows, has answered.
 */
export function noteStage(orderId: string, stage: Stage | undefined): void {
  inStorage((storage) => {
    if (stage) storage.setItem(prefix + orderId, stage);
    else storage.removeItem(prefix + orderId);
  });
}

export function notedStage(orderId: string): Stage | undefined {
  const note = inStorage((storage) => storage.getItem(prefix + orderId));
  return note === 'bank' || note === 'card' ? note : undefined;
}

/** Uses the storage; returns undefined if it is forbidden or full, which browsers throw. */
function inStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
