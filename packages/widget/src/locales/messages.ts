import type { Locale } from '../browser/language.ts';
import type { CheckoutErrorCode } from '../errors.ts';
import type {
  BuyerFault,
  BuyerFieldName,
  FieldError,
  FieldErrorKey,
} from '../fields/card-fields.ts';
import type { CheckoutStep } from '../state/checkout-state.ts';

/** A language tag (attribute `locale`), e.g. `'pt-BR'` or `'en-US'`; empty for the page's. */
export type LanguageTag = '' | Locale | 'pt' | `${'pt' | 'en' | 'es'}-${string}`;

/**
 * The texts of the installments. The first three are options: `{n}` installments of `{amount}`, short
 * enough for a phone. `onButton` stands in `pay` for more than one. Each of the others is a line below
 * the select, used if the order gives a value for it: all that the law wants shown (CDC art. 52 and
 * 54-B).
 */
export interface PlanMessages {
  inFull: string;
  withoutInterest: string;
  withInterest: string;
  onButton: string;
  total: string;
  /** If the first installment is larger than `{amount}`. */
  first: string;
  /** Also has the interest per `{month}` and `{year}`, unabbreviated (Decreto 5.903, art. 3). */
  cet: string;
  /** Who finances. */
  agent: string;
  /** The price if paid in full (Lei 10.962, art. 2). */
  cash: string;
}

interface ReceiptMessages {
  /** What was paid, if the order says it. */
  description: string;
  card: string;
  /** The value of that line, with the `{brand}` and the last four `{digits}`. */
  cardValue: string;
  order: string;
  date: string;
  payment: string;
  /** The button that copies the payment's number, and what it says then. */
  copy: string;
  copied: string;
}

/**
 * All texts of the element; the page may replace any of them. Those for the buyer's details load with
 * their fields.
 */
export interface Messages extends Partial<Record<BuyerFieldName, string>> {
  number: string;
  /** Names the accepted `{brands}` for screen readers. */
  accepted: string;
  /** Names the `{brand}` for screen readers, since a logo is not enough (WCAG 1.4.1). */
  brand: string;
  /** For a card of a brand that was discontinued. */
  retiredBrand: string;
  expiry: string;
  /** Stands in the empty field. */
  expiryHint: string;
  holder: string;
  securityCode: string;
  /** Stands in the empty field: `{n}` digits. */
  securityCodeDigits: string;
  /** Where they are, for who does not see the picture; while the brand is unknown. */
  securityCodeHint: string;
  /** For three digits on the back; `{name}` is the brand's name for the code. */
  securityCodeHintBack: string;
  /** For American Express: four digits on the front. */
  securityCodeHintFront: string;
  document: string;
  /** Switches to a keyboard with letters. */
  letters: string;
  kind: string;
  credit: string;
  debit: string;
  installments: string;
  /** The order has changed and no longer offers the buyer's choice. */
  installmentsChanged: string;
  /** The button; `{amount}` is what will be charged. */
  pay: string;
  /** Stands before the shop's name on the card statement. */
  statement: string;
  /** The line of trust below the button. */
  trust: string;
  cancel: string;
  approved: string;
  /** `{amount}` was charged. */
  approvedDetail: string;
  /** The first sentence of this and of every error is its title. */
  declined: string;
  /** The first sentence is the title. */
  pending: string;
  /** Below the text of a pending payment. */
  pendingDetail: string;
  /** Nothing was submitted, so trying again is safe. */
  tryLater: string;
  /** The button that loads the page anew. */
  reload: string;
  /** The button after a decline that empties the card's fields. */
  otherCard: string;
  /** Stands with an error before which no card was sent. */
  notCharged: string;
  /** Stands with a step that takes long. */
  slow: string;
  /** Stands with a step while the browser is offline. */
  offline: string;
  /** Stands in the challenge: it may be in the bank's app. */
  challengeInApp: string;
  /** Heading of the list of `{n}` errors, also read aloud. */
  summary: string;
  summaryOfOne: string;
  challengeTitle: string;
  /** How to leave the bank's page, which keeps Escape to itself. */
  challengeLeave: string;
  challengeFrame: string;
  plan: PlanMessages;
  receipt: ReceiptMessages;
  /** Errors of the fields; `{n}` is a number of digits. */
  faults: Record<Exclude<FieldErrorKey, BuyerFault>, string> & Partial<Record<BuyerFault, string>>;
  /** The button says them up to the `…`; what follows stands below it. */
  steps: Record<CheckoutStep, string>;
  /** Codes without a text of their own, such as mistakes of the page, are shown as `unexpected`. */
  errors: Partial<Record<CheckoutErrorCode, string>> & Record<'unexpected', string>;
}

type Nested = 'plan' | 'receipt' | 'faults' | 'steps' | 'errors';

export type MessageOverrides = Partial<Omit<Messages, Nested>> & {
  [Group in Nested]?: Partial<Messages[Group]>;
};

/** Returns the locale's texts with those that the page replaces. */
export function mergeMessages(messages: Messages, overrides: MessageOverrides): Messages {
  return {
    ...messages,
    ...overrides,
    plan: { ...messages.plan, ...overrides.plan },
    receipt: { ...messages.receipt, ...overrides.receipt },
    faults: { ...messages.faults, ...overrides.faults },
    steps: { ...messages.steps, ...overrides.steps },
    errors: { ...messages.errors, ...overrides.errors },
  };
}

export function fieldErrorText(
  { key, n, brand }: FieldError,
  { faults }: Pick<Messages, 'faults'>,
): string {
  const text = faults[key] ?? '';
  return text.replace('{n}', String(n)).replace('{brand}', String(brand));
}

export function summaryText(
  count: number,
  { summary, summaryOfOne }: Pick<Messages, 'summary' | 'summaryOfOne'>,
): string {
  return count === 1 ? summaryOfOne : summary.replace('{n}', String(count));
}
