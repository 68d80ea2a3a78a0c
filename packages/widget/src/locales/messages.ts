import type { CheckoutErrorCode } from '../errors.ts';
import type { CheckoutStep } from '../events.ts';

/** Are the sentences under a field; `{n}` is a number of digits. */
export interface FaultMessages {
  numberEmpty: string;
  numberIncomplete: string;
  numberInvalid: string;
  expiryEmpty: string;
  expiryInvalid: string;
  expiryPast: string;
  holderEmpty: string;
  holderInvalid: string;
  securityCodeEmpty: string;
  securityCodeLength: string;
  documentEmpty: string;
  cpfInvalid: string;
  cnpjInvalid: string;
  /** The payments service refused a value that looked right. */
  refused: string;
}

/** Are all texts of the element; a merchant may replace any of them. */
export interface Messages {
  number: string;
  expiry: string;
  expiryHint: string;
  holder: string;
  securityCode: string;
  securityCodeHint: string;
  securityCodeHintFront: string;
  securityCodeHintBack: string;
  retiredBrand: string;
  summary: string;
  installmentsChanged: string;
  approvedDetail: string;
  brand: string;
  document: string;
  kind: string;
  credit: string;
  debit: string;
  installments: string;
  /** `{n}` instalments of `{amount}`. */
  inFull: string;
  inInstallments: string;
  /** The button; `{amount}` is what will be charged. */
  pay: string;
  cancel: string;
  challengeTitle: string;
  challengeFrame: string;
  approved: string;
  declined: string;
  pending: string;
  /** Nothing was sent, so another press is safe. */
  tryLater: string;
  faults: FaultMessages;
  steps: Record<CheckoutStep, string>;
  errors: Record<CheckoutErrorCode, string>;
}

type Nested = 'faults' | 'steps' | 'errors';

/** Is any part of the texts. */
export type MessageOverrides = Partial<Omit<Messages, Nested>> & {
  [Group in Nested]?: Partial<Messages[Group]>;
};

/** Puts a merchant's texts over those of the locale. */
export function mergeMessages(messages: Messages, overrides: MessageOverrides): Messages {
  return {
    ...messages,
    ...overrides,
    faults: { ...messages.faults, ...overrides.faults },
    steps: { ...messages.steps, ...overrides.steps },
    errors: { ...messages.errors, ...overrides.errors },
  };
}
