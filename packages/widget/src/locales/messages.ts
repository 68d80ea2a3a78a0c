import type { CheckoutErrorCode } from '../errors.ts';
import type { FieldError, FieldErrorKey } from '../fields/field-error.ts';
import type { CheckoutStep } from '../state/checkout-state.ts';

/**
 * The texts of a choice of installments. The first three are options: `{n}` installments of
 * `{amount}`. Each of the others is a line below the choice, where something fills the gap of its name.
 */
export interface PlanMessages {
  inFull: string;
  withoutInterest: string;
  /** Needs `{total}`, `{month}`, `{year}` and `{cet}`, too (CDC art. 52 and 54-B). */
  withInterest: string;
  total: string;
  /** Where the first installment is larger than `{amount}`; stands in the option, too. */
  first: string;
  /** Has the interest of a `{month}` and a `{year}`, too; in whole words (Decreto 5.903, art. 3). */
  cet: string;
  /** Who finances; stands in the option, too. */
  agent: string;
  /** What the order costs when it is paid in full (Lei 10.962, art. 2). */
  cash: string;
}

/** All texts of the element; a merchant may replace any of them. */
export interface Messages {
  number: string;
  /** Says the `{brand}` in words, since a logo or a color is not enough (WCAG 1.4.1). */
  brand: string;
  /** For a card of a brand that no bank takes any more. */
  retiredBrand: string;
  expiry: string;
  expiryHint: string;
  holder: string;
  securityCode: string;
  /** As long as the brand is not known. */
  securityCodeHint: string;
  /** Where three digits on the back are certain; `{name}` is what the brand calls the code. */
  securityCodeHintBack: string;
  /** American Express. */
  securityCodeHintFront: string;
  document: string;
  kind: string;
  credit: string;
  debit: string;
  installments: string;
  /** The order has changed and no longer offers what the buyer chose. */
  installmentsChanged: string;
  /** The button; `{amount}` is what will be charged. */
  pay: string;
  cancel: string;
  /** Stands above the list of the fields that have a fault. */
  summary: string;
  challengeTitle: string;
  challengeFrame: string;
  approved: string;
  /** `{amount}` was charged. */
  approvedDetail: string;
  declined: string;
  pending: string;
  /** Nothing was sent, so another press is safe. */
  tryLater: string;
  plan: PlanMessages;
  /** The sentences under a field; `{n}` is a number of digits. */
  faults: Record<FieldErrorKey, string>;
  steps: Record<CheckoutStep, string>;
  errors: Record<CheckoutErrorCode, string>;
}

type Nested = 'plan' | 'faults' | 'steps' | 'errors';

/** Any part of the texts. */
export type MessageOverrides = Partial<Omit<Messages, Nested>> & {
  [Group in Nested]?: Partial<Messages[Group]>;
};

/** Puts a merchant's texts over those of the locale. */
export function mergeMessages(messages: Messages, overrides: MessageOverrides): Messages {
  return {
    ...messages,
    ...overrides,
    plan: { ...messages.plan, ...overrides.plan },
    faults: { ...messages.faults, ...overrides.faults },
    steps: { ...messages.steps, ...overrides.steps },
    errors: { ...messages.errors, ...overrides.errors },
  };
}

/** Returns the sentence of a field's error. */
export function fieldErrorText({ key, n }: FieldError, messages: Messages): string {
  return messages.faults[key].replace('{n}', String(n));
}
