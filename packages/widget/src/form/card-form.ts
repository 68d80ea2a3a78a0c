import type { CardKind, TypedRequest } from '@card-checkout/contract/checkout';
import type { InputFields } from '@card-checkout/contract/payment';
import { withDetails, type PayerDetails } from '@card-checkout/contract/payer';
import { brandName, brandsIn, findBrand, type Brand, type BrandRule } from '../fields/brands.ts';
import type { AskedFields, BuyerField, BuyerFieldName } from '../fields/buyer-fields.ts';
import { checkDocument, documentType, formatDocument, plainDocument } from '../fields/document.ts';
import { checkExpiry, expiryOnWire, formatExpiry } from '../fields/expiry.ts';
import type { FieldError } from '../fields/field-error.ts';
import { checkHolder, formatHolder } from '../fields/holder.ts';
import { cardDigits, checkCardNumber, formatCardNumber } from '../fields/number.ts';
import { checkSecurityCode, formatSecurityCode } from '../fields/security-code.ts';
import { keptInstallments, type InstallmentChoice } from '../order/installments.ts';
import type { Order } from '../order/order.ts';

/** The text fields of the card, from top to bottom. */
export const fieldNames = ['number', 'expiry', 'securityCode', 'holder', 'document'] as const;
export type CardFieldName = (typeof fieldNames)[number];
export type FieldName = CardFieldName | BuyerFieldName;

interface FieldRule {
  format(text: string): string;
  check(text: string, form: CardForm): FieldError | undefined;
}

const cardRules: Record<CardFieldName, FieldRule> = {
  number: { format: formatCardNumber, check: checkCardNumber },
  expiry: {
    format: formatExpiry,
    check: (text) => checkExpiry(text, new Date()),
  },
  securityCode: {
    format: formatSecurityCode,
    check: (text, form) => checkSecurityCode(text, cardDigits(form.text('number'))),
  },
  holder: {
    format: formatHolder,
    check: checkHolder,
  },
  document: { format: formatDocument, check: checkDocument },
};

/**
 * What the buyer has typed, and what is wrong with it.
 * An error is shown once the buyer has left the field or pressed the button, until it is corrected.
 */
export class CardForm {
  kind: CardKind = 'credit';
  installments = 1;
  /** The installments to choose from. */
  choices: readonly InstallmentChoice[] = [];
  /** The rule of the card's brand, once the brand is certain. */
  rule: BrandRule | undefined;
  /** The brands that the shop accepts; all, if it names none. */
  accepted: readonly Brand[] = [];
  /** The fields whose inputs have yet to be emptied. */
  forgotten: readonly FieldName[] = [];
  /** The fields, from top to bottom. */
  names: readonly FieldName[] = fieldNames;
  #rules: Partial<Record<FieldName, FieldRule>> = cardRules;
  /** What the form asks for besides the card. */
  asked: AskedFields | undefined;
  readonly #texts = new Map<FieldName, string>();
  readonly #reported = new Set<FieldName>();
  /** Fields that the payments service refused; typing in the field clears that. */
  readonly #refused = new Set<FieldName>();
  /** Whether the summary lists the errors; until all are corrected. */
  #hasSummary = false;

  /** Takes the attribute `brands`. */
  accept(brands: string): void {
    this.accepted = brandsIn(brands);
  }

  /** Asks for the buyer's details, too. */
  ask(asked: AskedFields): void {
    this.asked = asked;
    this.names = [...fieldNames, ...this.details.map(({ name }) => name)];
    const rules = this.details.map((field) => [field.name, field]);
    this.#rules = { ...cardRules, ...Object.fromEntries(rules) };
  }

  /** The fields of the buyer's details. */
  get details(): readonly BuyerField[] {
    return this.asked?.rows.flat() ?? [];
  }

  text(name: FieldName): string {
    return this.#texts.get(name) ?? '';
  }

  get isValid(): boolean {
    return this.firstInvalid === undefined;
  }

  /** The fields that the summary lists: those still wrong since the button was pressed. */
  get summary(): readonly FieldName[] {
    return this.#hasSummary ? this.names.filter((name) => this.shownError(name)) : [];
  }

  /** The topmost field with an error. */
  get firstInvalid(): FieldName | undefined {
    return this.names.find((name) => this.error(name) !== undefined);
  }

  /** Returns what is wrong with a field, shown or not. */
  error(name: FieldName): FieldError | undefined {
    if (this.#refused.has(name)) return { key: 'refused' };
    const { accepted, rule } = this;
    if (name === 'number' && rule && accepted.length > 0 && !accepted.includes(rule.brand))
      return { key: 'brandRefused', brand: brandName(rule.brand) };
    return this.#rules[name]?.check(this.text(name), this);
  }

  /** Returns the error to show under a field. */
  shownError(name: FieldName): FieldError | undefined {
    return this.#reported.has(name) ? this.error(name) : undefined;
  }

  format(name: FieldName, text: string): string {
    return this.#rules[name]?.format(text) ?? text;
  }

  /** Takes the text of a field. Returns the most visible change: none, validity alone, a shown error, the brand. */
  type(name: FieldName, text: string): 'nothing' | 'validity' | 'error' | 'brand' {
    const { rule } = this;
    const isReported = this.#reported.has(name);
    const former = this.error(name);
    this.#texts.set(name, text);
    if (name === 'number') this.rule = findBrand(cardDigits(text));
    this.#refused.delete(name);
    const error = this.error(name);
    // No further digit can mend it; a number of another brand has just begun.
    if (error?.key === 'brandRefused') this.#reported.add(name);
    else if (!error || former?.key === 'brandRefused') this.#reported.delete(name);
    this.#hasSummary &&= !this.isValid;
    const isSame = error?.key === former?.key;
    if (isReported && !isSame) return 'error';
    if (rule?.brand !== this.rule?.brand) return 'brand';
    return isSame ? 'nothing' : 'validity';
  }

  /** Reports a field that the buyer leaves; an empty one waits for the button. */
  leave(name: FieldName): void {
    if (this.text(name) !== '') this.#reported.add(name);
  }

  /** Shows every error, and lists them where there is a summary. */
  reportAll(hasSummary: boolean): void {
    for (const name of this.names) this.#reported.add(name);
    this.#hasSummary = hasSummary && !this.isValid;
  }

  /** Shows the errors that the proxy or the payments service found. */
  refuse(fields: InputFields): void {
    for (const name of this.names.filter((field) => this.#nameOnWire(field) in fields)) {
      this.#refused.add(name);
      this.#reported.add(name);
    }
    this.#hasSummary = !this.isValid;
  }

  /** Offers other installments; returns whether the buyer's choice had to be changed. */
  offer(choices: readonly InstallmentChoice[]): boolean {
    this.choices = choices;
    const { count, isTakenBack } = keptInstallments(this.installments, choices);
    this.installments = count;
    return isTakenBack;
  }

  /** The chosen installments; undefined without an order. */
  get choice(): InstallmentChoice | undefined {
    return this.choices.find(({ count }) => count === this.installments);
  }

  /** Returns the integer centavos that will be charged. */
  totalCentavos(order: Order): number {
    const { choice } = this;
    return this.kind === 'credit' && choice ? choice.totalCentavos : order.amountCentavos;
  }

  /** Forgets the security code, which may not outlive an attempt (PCI DSS 3.3.1). */
  forgetSecurityCode(): void {
    this.forgotten = [...this.forgotten, 'securityCode'];
    this.#texts.delete('securityCode');
    this.#reported.delete('securityCode');
  }

  /** Forgets what was typed and chosen. */
  clear(kind: CardKind): void {
    this.kind = kind;
    this.installments = this.choices[0]?.count ?? 1;
    this.rule = undefined;
    this.forgotten = this.names;
    this.#texts.clear();
    this.#reported.clear();
    this.#refused.clear();
    this.#hasSummary = false;
  }

  /** Returns what was typed, as the proxy expects it. */
  toRequest(order: Order, payer: PayerDetails): TypedRequest {
    const document = this.text('document');
    return {
      order: order.onWire,
      card: {
        number: cardDigits(this.text('number')),
        holder: this.text('holder').trim(),
        expiry: expiryOnWire(this.text('expiry')),
        securityCode: this.text('securityCode'),
        kind: this.kind,
      },
      payer: {
        ...withDetails({ ...payer }, this.asked?.payerOf(this)),
        docType: documentType(document),
        document: plainDocument(document),
      },
      installments: this.kind === 'debit' ? 1 : this.installments,
    };
  }

  /** Returns a field's name in the proxy's answers. */
  #nameOnWire(name: FieldName): string {
    const detail = this.details.find((field) => field.name === name);
    return detail?.onWire ?? `${name === 'document' ? 'payer' : 'card'}.${name}`;
  }
}
