import { createHash } from 'node:crypto';
import type { CheckoutRequest } from './checkout-request.ts';

/** Tells the first call of a payment from the second. */
export interface OnceKeys {
  /** True, false, true, … for the same card, name, document and amount. */
  isFirst(request: CheckoutRequest): boolean;
}

/** Creates a memory of calls; two buyers do not disturb each other in it. */
export function createOnceKeys(): OnceKeys {
  const seen = new Set<string>();
  return {
    isFirst(request) {
      const key = keyOf(request);
      if (seen.delete(key)) return false;
      seen.add(key);
      return true;
    },
  };
}

function keyOf({ card, document, amount }: CheckoutRequest): string {
  const parts = [card.number, card.holder, document, amount].join('|');
  return createHash('sha256').update(parts).digest('hex');
}
