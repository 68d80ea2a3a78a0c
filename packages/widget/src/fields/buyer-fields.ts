import { memberOf } from '@card-checkout/contract/json';
import type { PayerDetails } from '@card-checkout/contract/payer';
import { mask } from './document.ts';
import {
  type BuyerFault,
  type Field,
  type Typed,
  formatHolder,
  cardDigits,
} from './card-fields.ts';

type Asked = 'email' | 'phone' | 'address';

/** What the form asks for besides the card (attribute `ask`), e.g. `'email phone address'`. */
export type AskList = '' | Asked | `${Asked} ${string}`;

export interface BuyerField extends Field {
  part: Asked;
  /** Its name in the payer, or in the payer's address. */
  member: string;
  /** Whether it shares its row with another such field. */
  isHalf?: boolean;
  /** Returns the text as the proxy expects it. */
  plain: (text: string) => string;
}

/** HTML has no autofill token for a house number: Chromium goes by the label. */
type Definition = Pick<BuyerField, 'name' | 'part' | 'autocomplete'> &
  Partial<BuyerField> & { pattern: RegExp; fault?: BuyerFault };

function field({ pattern, fault, ...definition }: Definition): BuyerField {
  const { name, part, member = name, inputmode = 'text' } = definition;
  const { plain = (text) => text.trim() } = definition;
  return {
    id: name,
    member,
    onWire: `payer.${part === 'address' ? 'address.' : ''}${member}`,
    inputmode,
    autocapitalize: inputmode === 'text' ? 'words' : 'off',
    format: formatHolder,
    ...definition,
    plain,
    check(text, typed) {
      if (text.trim() !== '')
        return pattern.test(plain(text)) ? undefined : { key: fault ?? 'refused' };
      const mayBeEmpty = name === 'houseNumber' && withNumber(typed);
      return name === 'complement' || mayBeEmpty ? undefined : { key: `${name}Empty` };
    },
  };
}

/** Browsers fill a state in by its letters or by its name, and buyers type either. */
const states =
  'AC Acre,AL Alagoas,AP Amapá,AM Amazonas,BA Bahia,CE Ceará,DF Distrito Federal,ES Espírito Santo,' +
  'GO Goiás,MA Maranhão,MT Mato Grosso,MS Mato Grosso do Sul,MG Minas Gerais,PA Pará,PB Paraíba,' +
  'PR Paraná,PE Pernambuco,PI Piauí,RJ Rio de Janeiro,RN Rio Grande do Norte,RS Rio Grande do Sul,' +
  'RO Rondônia,RR Roraima,SC Santa Catarina,SP São Paulo,SE Sergipe,TO Tocantins';

const line = { part: 'address', pattern: /^.{1,60}$/u } as const;

/**
 * From top to bottom. The lengths are those of the proxy's schema. Not marked as `billing`: Chromium fills
 * one section of a form at a time, and would leave out the house number, which has no token.
 */
const buyerFields: readonly BuyerField[] = [
  field({
    name: 'email',
    part: 'email',
    autocomplete: 'email',
    inputmode: 'email',
    format: (text) => text.replaceAll(/[\s\p{C}]/gu, ''),
    pattern: /^(?=.{1,254}$)[^\s@]+@[^\s@]+\.[^\s@]+$/u,
    fault: 'emailInvalid',
  }),
  field({
    name: 'phone',
    part: 'phone',
    autocomplete: 'tel',
    inputmode: 'tel',
    format: formatPhone,
    plain: plainPhone,
    pattern: /^([1-9]{2}\d{8,9}|\+\d{8,15})$/,
    fault: 'phoneInvalid',
  }),
  field({
    name: 'zipCode',
    part: 'address',
    autocomplete: 'postal-code',
    inputmode: 'numeric',
    format: (text) => mask(cardDigits(text), '#####-###'),
    plain: cardDigits,
    pattern: /^\d{8}$/,
    fault: 'zipCodeInvalid',
  }),
  field({ ...line, name: 'street', autocomplete: 'address-line1', pattern: /^.{1,120}$/u }),
  field({
    ...line,
    name: 'houseNumber',
    member: 'number',
    autocomplete: 'on',
    isHalf: true,
    pattern: /^.{1,20}$/u,
  }),
  field({
    ...line,
    name: 'complement',
    autocomplete: 'address-line2',
    isOptional: true,
    isHalf: true,
  }),
  field({ ...line, name: 'district', autocomplete: 'address-level3' }),
  field({ ...line, name: 'city', autocomplete: 'address-level2', isHalf: true }),
  field({
    ...line,
    name: 'state',
    autocomplete: 'address-level1',
    isHalf: true,
    options: states.split(',').map((state) => [state.slice(0, 2), state.replace(' ', ' – ')]),
    pattern: /^[A-Z]{2}$/,
  }),
];

/**
 * Returns the fields for a list of words, without those whose value is known, from top to bottom. Short
 * ones stand side by side.
 */
export function fieldsFor(ask: string, known: PayerDetails): BuyerField[][] {
  const words = ask.split(/\s+/);
  const missing = buyerFields.filter(
    ({ part, member }) =>
      words.includes(part) && !memberOf(part === 'address' ? known.address : known, member),
  );
  // An address without a complement is complete.
  const isAddressKnown = missing.every(({ name }) => name !== 'street');
  const fields = missing.filter(({ isOptional }) => !(isOptional && isAddressKnown));
  return inRows(fields);
}

function inRows(fields: readonly BuyerField[]): BuyerField[][] {
  const rows: BuyerField[][] = [];
  for (const one of fields) {
    const last = rows.at(-1) ?? [];
    if (one.isHalf && last.length === 1 && last[0]?.isHalf) last.push(one);
    else rows.push([one]);
  }
  return rows;
}

/** Returns what was typed, as the proxy expects it. */
export function payerOf(fields: readonly BuyerField[], typed: Typed): PayerDetails {
  const valuesIn = (isIn: (part: Asked) => boolean) =>
    Object.fromEntries(
      fields
        .filter(({ part }) => isIn(part))
        .map(({ name, member, plain }) => [member, plain(typed.text(name))])
        .filter(([, value]) => value !== ''),
    );
  const address = valuesIn((part) => part === 'address');
  const { street, number } = withNumber(typed) ?? address;
  const isAsked = Object.keys(address).length > 0;
  return {
    ...valuesIn((part) => part !== 'address'),
    ...(isAsked && {
      address: { ...address, ...(street && { street, number }), country: 'BR' },
    }),
  };
}

/** Splits the street if its house number stands there, where many browsers fill it in. */
function withNumber(typed: Typed): { street: string; number: string } | undefined {
  if (typed.text('houseNumber').trim() !== '') return undefined;
  const [, street, number] = /^(.+?),\s*(\d[^,]{0,19})$/.exec(typed.text('street').trim()) ?? [];
  return street && number ? { street, number } : undefined;
}

/** Formats a Brazilian number as `11 98765-4321`, and any other as `+` and digits. */
function formatPhone(text: string): string {
  const plain = plainPhone(text);
  if (plain.startsWith('+')) return plain;
  return mask(plain, plain.length > 10 ? '## #####-####' : '## ####-####');
}

/** Returns the digits; without Brazil's code and the zero of long-distance calls. */
function plainPhone(text: string): string {
  const digits = cardDigits(text);
  const isInternational = text.trim().startsWith('+');
  if (isInternational && !digits.startsWith('55')) return `+${digits}`;
  const isWithCode = isInternational || (digits.length > 11 && digits.startsWith('55'));
  return (isWithCode ? digits.slice(2) : digits).replace(/^0/, '');
}
