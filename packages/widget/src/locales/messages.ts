import type { CheckoutErrorCode } from '../errors.ts';
import type { FieldError, FieldErrorKey } from '../fields/field-error.ts';
import type { CheckoutStep } from '../state/checkout-state.ts';

/**
 * The texts of the installments. The first three are options: `{n}` installments of `{amount}`. Each of
 * the others is a line below the select, used if the order gives a value for it.
 */
export interface PlanMessages {
  inFull: string;
  withoutInterest: string;
  /** Must also have `{total}`, `{month}`, `{year}` and `{cet}` (CDC art. 52 and 54-B). */
  withInterest: string;
  total: string;
  /** If the first installment is larger than `{amount}`; also part of the option. */
  first: string;
  /** Also has the interest per `{month}` and `{year}`, unabbreviated (Decreto 5.903, art. 3). */
  cet: string;
  /** Who finances; also part of the option. */
  agent: string;
  /** The price if paid in full (Lei 10.962, art. 2). */
  cash: string;
}

/** All texts of the element; the page may replace any of them. */
export interface Messages {
  number: string;
  /** Names the `{brand}` for screen readers, since a logo is not enough (WCAG 1.4.1). */
  brand: string;
  /** For a card of a brand that was discontinued. */
  retiredBrand: string;
  expiry: string;
  expiryHint: string;
  holder: string;
  securityCode: string;
  /** Shown while the brand is unknown. */
  securityCodeHint: string;
  /** For three digits on the back; `{name}` is the brand's name for the code. */
  securityCodeHintBack: string;
  /** For American Express: four digits on the front. */
  securityCodeHintFront: string;
  document: string;
  kind: string;
  credit: string;
  debit: string;
  installments: string;
  /** The order has changed and no longer offers the buyer's choice. */
  installmentsChanged: string;
  /** The button; `{amount}` is what will be charged. */
  pay: string;
  cancel: string;
  /** Heading of the list of errors. */
  summary: string;
  challengeTitle: string;
  /** How to leave the bank's page, which keeps Escape to itself. */
  challengeLeave: string;
  challengeFrame: string;
  approved: string;
  /** `{amount}` was charged. */
  approvedDetail: string;
  declined: string;
  pending: string;
  /** Nothing was submitted, so trying again is safe. */
  tryLater: string;
  plan: PlanMessages;
  /** Errors of the fields; `{n}` is a number of digits. */
  faults: Record<FieldErrorKey, string>;
  steps: Record<CheckoutStep, string>;
  /** Codes without a text of their own, such as mistakes of the page, are shown as `unexpected`. */
  errors: Partial<Record<CheckoutErrorCode, string>> & Record<'unexpected', string>;
}

type Nested = 'plan' | 'faults' | 'steps' | 'errors';

/** Any part of the texts. */
export type MessageOverrides = Partial<Omit<Messages, Nested>> & {
  [Group in Nested]?: Partial<Messages[Group]>;
};

/** Returns the locale's texts with those that the page replaces. */
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
