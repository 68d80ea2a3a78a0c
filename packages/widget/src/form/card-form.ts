import type { CardKind } from '@card-checkout/contract/checkout';
import type { InputFields } from '@card-checkout/contract/payment';
import { findBrand, type BrandRule } from '../fields/brands.ts';
import { checkExpiry, expiryOnWire, formatExpiry } from '../fields/expiry.ts';
import { cardDigits, checkCardNumber, formatCardNumber } from '../fields/number.ts';
import { checkHolder, formatHolder } from '../fields/holder.ts';
import { checkSecurityCode, formatSecurityCode } from '../fields/security-code.ts';
import type { Fault } from '../fields/fault.ts';
import { keptInstallments, type InstallmentChoice } from '../order/installments.ts';
import type { Order } from '../order/order.ts';
import type { TypedRequest } from '../pay/pay.ts';
import { checkDocument, documentType, formatDocument, plainDocument } from '../fields/document.ts';

/** Reads the attribute `kinds`; whatever it says, there is one. */
export function kindsIn(kinds: string): readonly [CardKind, ...CardKind[]] {
  if (!/\bdebit\b/.test(kinds)) return ['credit'];
  return /\bcredit\b/.test(kinds) ? ['credit', 'debit'] : ['debit'];
}

/** The text fields, in the order in which they stand. */
export const fieldNames = ['number', 'expiry', 'securityCode', 'holder', 'document'] as const;
export type FieldName = (typeof fieldNames)[number];

interface FieldRule {
  format(text: string): string;
  check(text: string, form: CardForm): Fault | undefined;
}

const rules: Record<FieldName, FieldRule> = {
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

/** Gives a field's name on the wire (contract section 3). */
function nameOnWire(name: FieldName): string {
  return `${name === 'document' ? 'payer' : 'card'}.${name}`;
}

/**
 * Holds what the buyer types and knows what is wrong with it.
 * A fault is shown once the buyer has left the field or pressed the button, and goes as soon as it is mended.
 */
export class CardForm {
  kind: CardKind = 'credit';
  installments = 1;
  /** The installments to choose from. */
  choices: readonly InstallmentChoice[] = [];
  /** What is known of the card's brand, once that is certain. */
  rule: BrandRule | undefined;
  /** The fields whose inputs have to be emptied, because nothing of their text may be left. */
  forgotten: readonly FieldName[] = [];
  readonly #texts = new Map<FieldName, string>();
  readonly #reported = new Set<FieldName>();
  /** Faults that the payments service found; typing in the field takes them away. */
  readonly #refused = new Set<FieldName>();
  /** Whether the button was pressed while something was wrong, and that is not mended yet. */
  #wasRefused = false;

  text(name: FieldName): string {
    return this.#texts.get(name) ?? '';
  }

  get isValid(): boolean {
    return this.firstFault === undefined;
  }

  /** Lists the fields that the summary names: those still wrong since the button was pressed. */
  get summary(): readonly FieldName[] {
    return this.#wasRefused ? fieldNames.filter((name) => this.shownFault(name)) : [];
  }

  /** The first field, from the top, that has a fault. */
  get firstFault(): FieldName | undefined {
    return fieldNames.find((name) => this.fault(name) !== undefined);
  }

  /** What is wrong with a field, shown or not. */
  fault(name: FieldName): Fault | undefined {
    if (this.#refused.has(name)) return { key: 'refused' };
    return rules[name].check(this.text(name), this);
  }

  /** The fault to show under a field, if any. */
  shownFault(name: FieldName): Fault | undefined {
    return this.#reported.has(name) ? this.fault(name) : undefined;
  }

  format(name: FieldName, text: string): string {
    return rules[name].format(text);
  }

  /** Takes what stands in a field now; says what changes by it: nothing else, validity alone, a fault that is shown, the brand. */
  type(name: FieldName, text: string): 'nothing' | 'validity' | 'fault' | 'brand' {
    const { rule } = this;
    const isReported = this.#reported.has(name);
    const former = this.fault(name);
    this.#texts.set(name, text);
    if (name === 'number') this.rule = findBrand(cardDigits(text));
    this.#refused.delete(name);
    const fault = this.fault(name);
    if (!fault) this.#reported.delete(name);
    this.#wasRefused &&= !this.isValid;
    const isSame = fault?.key === former?.key;
    if (isReported && !isSame) return 'fault';
    if (rule !== this.rule) return 'brand';
    return isSame ? 'nothing' : 'validity';
  }

  /** Reports a field that the buyer leaves; one that was never filled waits for the button. */
  leave(name: FieldName): void {
    if (this.text(name) !== '') this.#reported.add(name);
  }

  reportAll(): void {
    for (const name of fieldNames) this.#reported.add(name);
    this.#wasRefused = !this.isValid;
  }

  /** Shows what the proxy or the payments service found wrong. */
  refuse(fields: InputFields): void {
    for (const name of fieldNames.filter((field) => nameOnWire(field) in fields)) {
      this.#refused.add(name);
      this.#reported.add(name);
    }
    this.#wasRefused = !this.isValid;
  }

  /** Offers other installments; tells whether the one that was chosen is not among them any more. */
  offer(choices: readonly InstallmentChoice[]): boolean {
    this.choices = choices;
    const { count, isTakenBack } = keptInstallments(this.installments, choices);
    this.installments = count;
    return isTakenBack;
  }

  /** The installments that are chosen; nothing without an order. */
  get choice(): InstallmentChoice | undefined {
    return this.choices.find(({ count }) => count === this.installments);
  }

  /** Integer centavos that will be charged. */
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

  clear(): void {
    this.kind = 'credit';
    this.installments = this.choices[0]?.count ?? 1;
    this.rule = undefined;
    this.forgotten = fieldNames;
    this.#texts.clear();
    this.#reported.clear();
    this.#refused.clear();
    this.#wasRefused = false;
  }

  /** Writes what was typed as the proxy wants it. */
  toRequest(order: Order, payer: Order['payer']): TypedRequest {
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
      payer: { ...payer, docType: documentType(document), document: plainDocument(document) },
      installments: this.kind === 'debit' ? 1 : this.installments,
    };
  }
}
