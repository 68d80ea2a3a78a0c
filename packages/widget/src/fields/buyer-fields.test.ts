import { describe, expect, it } from 'vitest';
import { fieldsFor, payerOf, type BuyerField } from './buyer-fields.ts';
import type { FieldName } from './card-fields.ts';

const everything = 'email phone address';
const fields = fieldsFor(everything, {}).flat();

function namesOf(rows: BuyerField[][]): string[] {
  return rows.flat().map(({ name }) => name);
}

function fieldOf(wanted: FieldName): BuyerField {
  const found = fields.find(({ name }) => name === wanted);
  if (!found) throw new Error(wanted);
  return found;
}

/** Returns the name of what is wrong with a field, beside a street and no house number. */
function fault(name: FieldName, text: string, street = 'Rua A'): string | undefined {
  const texts: Partial<Record<FieldName, string>> = { street, [name]: text };
  return fieldOf(name).check(text, { text: (other) => texts[other] ?? '' })?.key;
}

describe('fieldsFor', () => {
  it.each([
    ['', []],
    ['phone', ['phone']],
    [' phone  email ', ['email', 'phone']],
    ['fax', []],
  ])('asks what "%s" names, in an order of its own', (ask, names) => {
    expect(namesOf(fieldsFor(ask, {}))).toEqual(names);
  });

  it('does not ask what is known', () => {
    const known = { email: 'maria@exemplo.com.br', address: { zipCode: '01310100' } };
    const names = namesOf(fieldsFor(everything, known));

    expect(names).toEqual([
      'phone',
      'street',
      'houseNumber',
      'complement',
      'district',
      'city',
      'state',
    ]);
  });

  it('has short fields side by side, and no longer ones', () => {
    const wide = fieldsFor(everything, {}).filter((row) => row.length > 1);

    expect(wide.map((row) => row.map(({ name }) => name))).toEqual([
      ['houseNumber', 'complement'],
      ['city', 'state'],
    ]);
  });

  it('asks for no complement of an address that is known', () => {
    const address = { street: 'Rua A', number: '1', district: 'B', city: 'C', state: 'SP' };

    expect(namesOf(fieldsFor('address', { address }))).toEqual(['zipCode']);
  });
});

describe('the text of a field', () => {
  it.each([
    ['phone', '11987654321', '11 98765-4321', '11987654321'],
    ['phone', '+55 (11) 98765-4321', '11 98765-4321', '11987654321'],
    ['phone', '5511987654321', '11 98765-4321', '11987654321'],
    ['phone', '011 3456 7890', '11 3456-7890', '1134567890'],
    ['phone', '+1 415 555 2671', '+14155552671', '+14155552671'],
    ['zipCode', '04101000', '04101-000', '04101000'],
    ['zipCode', '04.101-000', '04101-000', '04101000'],
    ['email', ' maria@exemplo.com.br ', 'maria@exemplo.com.br', 'maria@exemplo.com.br'],
    ['street', 'Rua\u202E A ', 'Rua A ', 'Rua A'],
    ['state', 'SP', 'SP', 'SP'],
  ] as const)('%s "%s" is shown as "%s" and sent as "%s"', (name, typed, shown, sent) => {
    const field = fieldOf(name);

    expect(field.format(typed)).toBe(shown);
    expect(field.format(shown)).toBe(shown);
    expect(field.plain(shown)).toBe(sent);
    expect(fault(name, shown)).toBeUndefined();
  });

  it.each([
    ['email', 'maria', 'emailInvalid'],
    ['email', 'maria@exemplo', 'emailInvalid'],
    ['email', `${'m'.repeat(250)}@exemplo.com.br`, 'emailInvalid'],
    ['phone', '987654321', 'phoneInvalid'],
    ['phone', '119876543210', 'phoneInvalid'],
    ['zipCode', '04101-00', 'zipCodeInvalid'],
    ['city', 'a'.repeat(61), 'refused'],
    ['complement', 'a'.repeat(61), 'refused'],
    ['city', ' ', 'cityEmpty'],
    ['state', '', 'stateEmpty'],
    ['houseNumber', '', 'houseNumberEmpty'],
    ['complement', '', undefined],
    ['houseNumber', 's/n', undefined],
  ] as const)('%s "%s" is %s', (name, typed, key) => {
    expect(fault(name, typed)).toBe(key);
  });

  it('needs no house number if a browser has filled it in with the street', () => {
    expect(fault('houseNumber', '', 'Rua 25 de Março, 120')).toBeUndefined();
    expect(fault('houseNumber', '', 'Rua 25 de Março')).toBe('houseNumberEmpty');
  });
});

describe('payerOf', () => {
  it('has nothing that was not asked or not typed', () => {
    const email = fieldsFor('email', {}).flat();

    expect(payerOf(fields, { text: () => ' ' })).toEqual({});
    expect(payerOf(email, { text: () => 'a@b.co' })).toEqual({ email: 'a@b.co' });
  });

  it('has the house number apart from the street', () => {
    const texts: Partial<Record<FieldName, string>> = {
      street: 'Rua das Jabuticabeiras, 120',
      state: 'SP',
    };

    const address = fieldsFor('address', {}).flat();

    expect(payerOf(address, { text: (name) => texts[name] ?? '' })).toEqual({
      address: { street: 'Rua das Jabuticabeiras', number: '120', state: 'SP', country: 'BR' },
    });
  });
});
