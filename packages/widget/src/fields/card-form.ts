import type { CardKind, TypedRequest } from '@card-checkout/contract/checkout';
import type { InputFields } from '@card-checkout/contract/payment';
import { withDetails, type PayerDetails } from '@card-checkout/contract/payer';
import { brandName, findBrand, type Brand, type BrandRule } from './brands.ts';
import { payerOf, type BuyerField } from './buyer-fields.ts';
import { checkDocument, documentType, formatDocument, plainDocument } from './document.ts';
import { checkExpiry, expiryOnWire, formatExpiry } from './expiry.ts';
import {
  type CardFieldName,
  type Field,
  type FieldError,
  type FieldName,
  checkHolder,
  formatHolder,
  cardDigits,
  checkCardNumber,
  formatCardNumber,
  checkSecurityCode,
  formatSecurityCode,
} from './card-fields.ts';
import type { InstallmentChoice } from '../order/installments.ts';
import type { Order } from '../order/order.ts';

/** Describes a field of the card, whose id is its autofill token. */
function cardField(
  name: CardFieldName,
  id: string,
  rules: Pick<Field, 'format' | 'check'> & Partial<Field>,
): Field {
  const onWire = `card.${name}`;
  const keypad = { inputmode: 'numeric', autocapitalize: 'off' } as const;
  return { name, id, onWire, autocomplete: id, ...keypad, ...rules };
}

/** The card's fields from top to bottom; short ones stand side by side. */
const cardRows: readonly (readonly Field[])[] = [
  [cardField('number', 'cc-number', { format: formatCardNumber, check: checkCardNumber })],
  [
    cardField('expiry', 'cc-exp', {
      format: formatExpiry,
      check: (text, { today }) => checkExpiry(text, today),
    }),
    cardField('securityCode', 'cc-csc', {
      format: formatSecurityCode,
      check: (text, typed) => checkSecurityCode(text, cardDigits(typed.text('number'))),
    }),
  ],
  [
    cardField('holder', 'cc-name', {
      inputmode: 'text',
      autocapitalize: 'characters',
      format: formatHolder,
      check: checkHolder,
    }),
  ],
  [
    cardField('document', 'document', {
      onWire: 'payer.document',
      // No browser fills in a CPF, but some would keep it in their form history.
      autocomplete: 'off',
      format: formatDocument,
      check: checkDocument,
    }),
  ],
];

/** Whether a field was typed to its end, so that its error is shown at once. */
function isTypedOut({ key }: FieldError, text: string): boolean {
  // 12/20 may be the beginning of 12/2030.
  const isDate = /^\d\d\/(?!20$)(\d\d|\d{4,})$/.test(text);
  return key.startsWith('brand') || key === 'numberInvalid' || (key.startsWith('expiry') && isDate);
}

/** What the form knows of a field. */
interface Entry {
  text: string;
  isReported: boolean;
  /** Why a payment has refused it, until the buyer types in it. */
  refusal?: 'refused' | 'securityCodeAgain' | undefined;
}

/**
 * What the buyer has typed, and what is wrong with it. An error is shown once the field was typed to its
 * end or left, or the button was pressed, and for as long as it is true.
 */
export class CardForm {
  /** The kinds of cards that the shop accepts. */
  kinds: readonly [CardKind, ...CardKind[]] = ['credit'];
  kind: CardKind = 'credit';
  today: Date | undefined;
  installments = 1;
  choices: readonly InstallmentChoice[] = [];
  /** The rule of the card's brand, once the brand is certain. */
  rule: BrandRule | undefined;
  /** The brands that the shop accepts; empty for all. */
  accepted: readonly Brand[] = [];
  /** The brands that the proxy can name to the payments API, if it has to name one. */
  named: readonly Brand[] | undefined;
  /** Whether the document needs a keypad with letters, which a CNPJ may have. */
  hasLetters = false;
  /** Whether the document may be a CNPJ with letters: it's long, has one, or was left incomplete. */
  get mayHaveLetters(): boolean {
    const plain = plainDocument(this.text('document'));
    const isOpen = plain.length >= 9 && this.error('document') !== undefined;
    return (
      this.hasLetters || isOpen || /\D/.test(plain) || this.shownError('document') !== undefined
    );
  }

  /** The fields whose inputs don't show their texts yet. */
  unshown: readonly FieldName[] = [];
  /** The fields, from top to bottom. */
  rows = cardRows;
  #asked: readonly BuyerField[] = [];
  #entries: Partial<Record<FieldName, Entry>> = {};
  /** The document that the order names. */
  #document = '';
  /** Whether the summary lists the errors; until all are corrected. */
  #hasSummary = false;

  takeKinds(kinds: CardForm['kinds']): void {
    this.kinds = kinds;
    [this.kind] = kinds;
  }

  /** Asks for fields besides those of the card. */
  ask(rows: readonly (readonly BuyerField[])[]): void {
    const before = this.names;
    this.#asked = rows.flat();
    this.rows = [...cardRows, ...rows];
    const { names } = this;
    if (before.join() === names.join()) return;
    this.#forget(...before.filter((name) => !names.includes(name)));
    // The inputs change places.
    this.unshown = names;
  }

  get fields(): readonly Field[] {
    return this.rows.flat();
  }

  get names(): readonly FieldName[] {
    return this.fields.map(({ name }) => name);
  }

  field(name: FieldName): Field | undefined {
    return this.fields.find((field) => field.name === name);
  }

  inputIn(root: ParentNode, name: FieldName): HTMLInputElement | HTMLSelectElement | undefined {
    return root.querySelector<HTMLInputElement>(`#${this.field(name)?.id}`) ?? undefined;
  }

  text(name: FieldName): string {
    return this.#entry(name).text;
  }

  #entry(name: FieldName): Entry {
    return (this.#entries[name] ??= { text: '', isReported: false });
  }

  get isValid(): boolean {
    return this.firstInvalid === undefined;
  }

  /** The fields that are still wrong since the button was pressed. */
  get summary(): readonly FieldName[] {
    return this.#hasSummary ? this.names.filter((name) => this.shownError(name)) : [];
  }

  /** The fields with an error, shown or not. */
  get invalid(): readonly FieldName[] {
    return this.names.filter((name) => this.error(name));
  }

  get firstInvalid(): FieldName | undefined {
    return this.invalid[0];
  }

  /** Returns what is wrong with a field, shown or not. */
  error(name: FieldName): FieldError | undefined {
    const { rule } = this;
    const { refusal } = this.#entry(name);
    if (refusal) return { key: refusal };
    if (name === 'number' && rule && !this.#accepts(rule.brand))
      return { key: 'brandRefused', brand: brandName(rule.brand) };
    const fault = this.field(name)?.check(this.text(name), this);
    return (
      fault ?? (name === 'number' && this.named && !rule ? { key: 'brandUnknown' } : undefined)
    );
  }

  /** Acquirers in Brazil list no Maestro: its cards, which begin with 50, 56 to 58 or 6, are Mastercards. */
  #accepts(brand: Brand): boolean {
    const { accepted, named } = this;
    const listed = brand === 'maestro' && accepted.includes('mastercard') ? 'mastercard' : brand;
    if (named?.includes(brand) === false) return false;
    return accepted.length === 0 || accepted.includes(listed);
  }

  shownError(name: FieldName): FieldError | undefined {
    return this.#entry(name).isReported ? this.error(name) : undefined;
  }

  /** Takes the text of a field. Returns the most visible change. */
  type(name: FieldName, text: string): 'nothing' | 'validity' | 'error' | 'brand' {
    const { rule, mayHaveLetters } = this;
    const shown = this.shownError(name)?.key;
    const former = this.error(name);
    const wasTypedOut = former && isTypedOut(former, this.text(name));
    const entry = Object.assign(this.#entry(name), { text, refusal: undefined });
    if (name === 'number') this.rule = findBrand(cardDigits(text));
    const error = this.error(name);
    if (error && isTypedOut(error, text)) entry.isReported = true;
    else if (wasTypedOut || error?.key !== former?.key) entry.isReported = false;
    this.#hasSummary &&= !this.isValid;
    if (this.shownError(name)?.key !== shown) return 'error';
    if (rule?.brand !== this.rule?.brand || mayHaveLetters !== this.mayHaveLetters) return 'brand';
    return error?.key === former?.key ? 'nothing' : 'validity';
  }

  /** Fills in the document that the order names, unless the buyer has typed another. */
  fillIn(given = ''): void {
    const document = formatDocument(given);
    const isTyped = this.text('document') !== this.#document;
    if (document === this.#document) return;
    this.#document = document;
    if (!isTyped) this.#showDocument();
  }

  #showDocument(): void {
    this.type('document', this.#document);
    this.hasLetters = /[A-Z]/.test(this.#document);
    this.unshown = [...this.unshown, 'document'];
  }

  /**
   * Reports what was typed, when the buyer leaves a field; an empty one waits for the button. Returns the
   * first field whose error is new.
   */
  leave(): FieldName | undefined {
    return this.#report((name) => this.text(name) !== '');
  }

  /** Shows every error, and lists them. */
  reportAll(): void {
    this.#report(() => true);
    this.#hasSummary = !this.isValid;
  }

  #report(isMeant: (name: FieldName) => boolean): FieldName | undefined {
    const news = this.invalid.filter((name) => isMeant(name) && !this.#entry(name).isReported);
    for (const name of news) this.#entry(name).isReported = true;
    return news[0];
  }

  /** Shows the errors that the proxy or the payments API found. */
  refuse(fields: InputFields): void {
    for (const { name } of this.fields.filter(({ onWire }) => onWire in fields))
      Object.assign(this.#entry(name), { isReported: true, refusal: 'refused' });
    this.#hasSummary = !this.isValid;
  }

  /** Asks for the security code again if a payment has emptied it. */
  askForSecurityCode(): void {
    const entry = this.#entry('securityCode');
    if (entry.text === '') Object.assign(entry, { isReported: true, refusal: 'securityCodeAgain' });
  }

  /** Offers other installments; returns whether the buyer's choice had to be changed. */
  offer(choices: readonly InstallmentChoice[]): boolean {
    this.choices = choices;
    if (this.choice) return false;
    const isChosen = this.installments > 1;
    this.installments = choices[0]?.count ?? 1;
    return isChosen;
  }

  /** The chosen installments; undefined without an order. */
  get choice(): InstallmentChoice | undefined {
    return this.choices.find(({ count }) => count === this.installments);
  }

  /** How many installments will be charged; a debit card has none. */
  get chargedInstallments(): number {
    return this.kind === 'debit' ? 1 : this.installments;
  }

  /** Returns the integer centavos that will be charged. */
  totalCentavos(order: Order): number {
    const { choice } = this;
    return this.kind === 'credit' && choice ? choice.totalCentavos : order.amountCentavos;
  }

  /** Forgets the security code, which may not outlive an attempt (PCI DSS 3.3.1). */
  forgetSecurityCode(): void {
    this.#forget('securityCode');
  }

  /** Forgets the card, so that the buyer can use another one. */
  forgetCard(): void {
    this.rule = undefined;
    this.#forget('number', 'expiry', 'securityCode');
  }

  #forget(...names: readonly FieldName[]): void {
    this.unshown = [...this.unshown, ...names];
    for (const name of names) delete this.#entries[name];
  }

  clear(): void {
    [this.kind] = this.kinds;
    this.installments = this.choices[0]?.count ?? 1;
    this.rule = undefined;
    this.unshown = this.names;
    this.#entries = {};
    this.#hasSummary = false;
    this.#showDocument();
  }

  toRequest(order: Order, payer: PayerDetails): TypedRequest {
    const document = this.text('document');
    return {
      order: order.token,
      card: {
        number: cardDigits(this.text('number')),
        holder: this.text('holder').trim(),
        expiry: expiryOnWire(this.text('expiry')),
        securityCode: this.text('securityCode'),
        kind: this.kind,
      },
      payer: {
        ...withDetails({ ...payer }, payerOf(this.#asked, this)),
        docType: documentType(document),
        document: plainDocument(document),
      },
      installments: this.chargedInstallments,
    };
  }
}
