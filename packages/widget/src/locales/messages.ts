import type { CheckoutErrorCode } from '../errors.ts';
import type { Numbers } from '../order/money.ts';
import type { BuyerFieldName, FieldError, FieldErrorKey } from '../fields/card-fields.ts';

/** A language tag (attribute `locale`), e.g. `'pt-BR'` or `'en-US'`; empty for the page's. */
export type LanguageTag = string;

/** All texts of the element, which `messages` replaces one by one; `pt-br.json` has those in Portuguese. */
export interface Messages extends Record<
  BuyerFieldName | 'number' | 'expiry' | 'holder' | 'document' | 'kind' | 'credit' | 'debit',
  string
> {
  /** Names the accepted `{brands}` for screen readers. */
  accepted: string;
  /** Names the `{brand}` for screen readers, since a logo isn't enough (WCAG 1.4.1). */
  brand: string;
  /** For a card of a brand that was discontinued. */
  retiredBrand: string;
  /** The placeholder. */
  expiryHint: string;
  securityCode: string;
  /** The placeholder: `{n}` digits. */
  securityCodeDigits: string;
  /** For three digits on the back; `{name}` is the brand's name for the code. */
  securityCodeHintBack: string;
  /** For American Express: four digits on the front. */
  securityCodeHintFront: string;
  /** Where they are, for buyers who don't see the picture; while the brand is unknown. */
  securityCodeHint: string;
  /** Switches to a keyboard with letters. */
  letters: string;
  installments: string;
  /** The order has changed and no longer offers the buyer's choice. */
  installmentsChanged: string;
  /** The button; `{amount}` is what will be charged. */
  pay: string;
  /** Precedes the shop's name on the card statement. */
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
  /** The payments API was away. */
  tryLater: string;
  /** The button that reloads the page. */
  reload: string;
  /** The button that empties the card's fields, after what another card may solve. */
  otherCard: string;
  /** The button after a declined debit card, if the shop takes credit, too. */
  tryCredit: string;
  /** Shown after a reload while the bank was being asked. */
  wasAtBank: string;
  /** Shown with an error or a decline if that is proved. */
  notCharged: string;
  /** Shown with a step that takes long, once the card is sent. */
  slow: string;
  /** The same, before the card is sent. */
  slowBefore: string;
  /** Shown with a step while the browser is offline. */
  offline: string;
  /** Heading of the list of `{n}` errors, also read aloud. */
  summary: string;
  summaryOfOne: string;
  challengeTitle: string;
  /** Shown beside the bank's page, because the bank may ask in its app. */
  challengeInApp: string;
  /** How to leave the bank's page, which keeps Escape to itself. */
  challengeLeave: string;
  challengeFrame: string;
  /** What the dialog says while the bank's page isn't there, or its time is ending. */
  challengeOpening: string;
  challengeSlow: string;
  challengeAgain: string;
  challengeReturning: string;
  challengeEnding: string;
  challengeMoreTime: string;
  /**
   * The texts of the installments. The first three are options: `{n}` installments of `{amount}`, short
   * enough for a phone; with interest, their `{total}`, too. `onButton` replaces the amount in `pay` if
   * there are several. Each of the others is a line below the select, used if the order gives a value for
   * it: all that the law wants shown (CDC art. 52 and 54-B).
   */
  plan: Record<'inFull' | 'withoutInterest' | 'withInterest' | 'onButton' | 'total', string> & {
    /** If the first installment is larger than `{amount}`. */
    first: string;
    /** Also has the interest per `{month}` and `{year}`, unabbreviated (Decreto 5.903, art. 3). */
    cet: string;
    /** Who finances. */
    agent: string;
    /** The price if paid in full (Lei 10.962, art. 2). */
    cash: string;
  };
  receipt: Record<'card' | 'order' | 'date' | 'payment', string> & {
    /** What was paid, if the order says it. */
    description: string;
    /** The value of that line, with the `{brand}` and the last four `{digits}`. */
    cardValue: string;
    /** The button that copies the payment's number. */
    copy: string;
    /** What it says then. */
    copied: string;
  };
  /** Errors of the fields; `{n}` is a number of digits. */
  faults: Record<FieldErrorKey, string>;
  /** The button shows the text up to the `…`; the rest is shown below it. */
  steps: Record<'fraud' | 'token' | 'challenge' | 'submit' | 'waiting', string>;
  /** A code without a text is shown as `later` if the buyer may try again, otherwise as `unexpected`. */
  errors: Partial<Record<CheckoutErrorCode, string>> & Record<'later' | 'unexpected', string>;
}

type Nested = 'plan' | 'receipt' | 'faults' | 'steps' | 'errors';

export type MessageOverrides = Partial<Omit<Messages, Nested>> & {
  [Group in Nested]?: Partial<Messages[Group]>;
};

/** All that the element needs to speak a language. */
export interface Language extends Messages {
  readonly numbers: Numbers;
}

/** Returns the language with the texts that the page replaces. */
export function mergeMessages(messages: Language, overrides: MessageOverrides): Language {
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

export function fieldErrorText({ key, n, brand }: FieldError, { faults }: Messages): string {
  return faults[key].replace('{n}', String(n)).replace('{brand}', String(brand));
}

export function summaryText(count: number, { summary, summaryOfOne }: Messages): string {
  return count === 1 ? summaryOfOne : summary.replace('{n}', String(count));
}
