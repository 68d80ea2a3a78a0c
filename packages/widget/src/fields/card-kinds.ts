import type { CardKind } from '@card-checkout/contract/checkout';

/** The accepted kinds of cards (attribute `kinds`); of both, credit is chosen at the start. */
export type KindList = CardKind | 'credit debit' | 'debit credit';

/** Reads the attribute `kinds`; there is always at least one. */
export function kindsIn(kinds: string): readonly [CardKind, ...CardKind[]] {
  if (!/\bdebit\b/.test(kinds)) return ['credit'];
  return /\bcredit\b/.test(kinds) ? ['credit', 'debit'] : ['debit'];
}
