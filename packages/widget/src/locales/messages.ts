import type { Locale, Translated } from '../browser/language.ts';
import type { CheckoutErrorCode } from '../errors.ts';
import type { BuyerFault, BuyerFieldName, FieldError } from '../fields/card-fields.ts';
import type { ChallengeText } from './challenge-texts.ts';
import type { ptBR } from './pt-br.ts';

/** A language tag (attribute `locale`), e.g. `'pt-BR'` or `'en-US'`; empty for the page's. */
export type LanguageTag = '' | Locale | 'pt' | `${'pt' | 'en' | 'es'}-${string}`;

/**
 * All texts of the element, as `pt-br.ts` describes them; the page may replace any. Those of the bank's
 * dialog and of the buyer's details load with what shows them.
 */
export interface Messages
  extends
    Omit<typeof ptBR, 'faults' | 'errors'>,
    Partial<Record<BuyerFieldName | ChallengeText, string>> {
  faults: (typeof ptBR)['faults'] & Partial<Record<BuyerFault, string>>;
  errors: Partial<Record<CheckoutErrorCode, string>> & Record<'later' | 'unexpected', string>;
}

type Nested = 'plan' | 'receipt' | 'faults' | 'steps' | 'errors';

export type MessageOverrides = Partial<Omit<Messages, Nested>> & {
  [Group in Nested]?: Partial<Messages[Group]>;
};

/** The texts of the element, in the language of the moment. */
export interface Texts {
  readonly messages: Messages;
  /** Adds the texts of what has loaded. */
  add(texts: Translated<MessageOverrides>): void;
}

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
