import { describe, expect, it } from 'vitest';
import { brandsIn } from './brands.ts';
import { CardForm } from './card-form.ts';

/** A form of a shop that accepts these brands. */
function formOf(brands: string): CardForm {
  const form = newForm();
  form.accepted = brandsIn(brands);
  return form;
}

/** A form that knows what day it is. */
function newForm(): CardForm {
  return Object.assign(new CardForm(), { today: new Date() });
}

describe('a shop that names its brands', () => {
  it('refuses a card of another one as soon as that is certain, and says which', () => {
    const form = formOf('visa, mastercard');
    form.type('number', '37');

    expect(form.shownError('number')).toEqual({ key: 'brandRefused', brand: 'Amex' });
    expect(form.isValid).toBe(false);
  });

  it('takes a Maestro for a Mastercard', () => {
    const [mastercard, visa] = [formOf('visa mastercard'), formOf('visa')];
    for (const form of [mastercard, visa]) form.type('number', '5612');

    expect(mastercard.shownError('number')).toBeUndefined();
    expect(visa.shownError('number')).toEqual({ key: 'brandRefused', brand: 'Maestro' });
  });

  it('refuses a card that the proxy can’t name to the payments API, and says so before the press', () => {
    const form = newForm();
    form.named = ['visa', 'mastercard'];
    form.type('number', '37');
    expect(form.shownError('number')).toEqual({ key: 'brandRefused', brand: 'Amex' });

    form.type('number', '9999 9999 9999 9995');
    expect(form.shownError('number')).toEqual({ key: 'brandUnknown' });
    form.type('number', '4000 0000 0000 2701');
    expect(form.error('number')).toBeUndefined();
  });

  it('takes that back with the first digit of a card that it accepts', () => {
    const form = formOf('visa');
    form.type('number', '37');

    expect(form.type('number', '4')).toBe('error');
    expect(form.shownError('number')).toBeUndefined();
  });

  it.each([
    ['a brand that is not certain yet', 'visa', '5'],
    ['every brand where it names none', '', '3782 822463 10005'],
    ['every brand where it names none that is known', 'pix', '3782 822463 10005'],
  ])('takes %s', (_case, brands, number) => {
    const form = formOf(brands);
    form.type('number', number);

    expect(form.shownError('number')).toBeUndefined();
  });
});

describe('an error is shown at the right moment', () => {
  it.each([
    ['number', '4111111111111112', 'numberInvalid'],
    ['expiry', '01/25', 'expiryPast'],
    ['expiry', '01/2025', 'expiryPast'],
    ['expiry', '13/30', 'expiryInvalid'],
  ] as const)('%s %s: with its last digit', (name, text, key) => {
    const form = newForm();
    for (const end of text.split('').keys()) form.type(name, text.slice(0, end));
    expect(form.shownError(name)).toBeUndefined();

    expect(form.type(name, text)).toBe('error');
    expect(form.shownError(name)).toEqual({ key });

    expect(form.type(name, text.slice(0, -1))).toBe('error');
    expect(form.shownError(name)).toBeUndefined();
  });

  it.each([
    ['number', '4111111111111111', 'numberIncomplete'],
    ['expiry', '12/30', 'expiryInvalid'],
    ['securityCode', '123', 'securityCodeLength'],
    ['document', '529.982.247-25', 'cpfIncomplete'],
  ] as const)('%s: when it is left, not while it is corrected', (name, text, key) => {
    const form = newForm();
    form.type(name, text);
    form.leave();
    form.type(name, text.slice(0, -1));
    expect(form.shownError(name)).toBeUndefined();

    form.leave();
    expect(form.shownError(name)).toMatchObject({ key });
  });

  it('12/20: only when it is left, since 12/2030 begins so', () => {
    const form = newForm();
    form.type('expiry', '12/20');
    expect(form.shownError('expiry')).toBeUndefined();

    form.leave();
    expect(form.shownError('expiry')).toEqual({ key: 'expiryPast' });
  });

  it('a security code that the number has made wrong: when the number is left', () => {
    const form = newForm();
    form.type('securityCode', '123');
    form.leave();
    form.type('number', '3782 822463 10005');
    form.leave();

    expect(form.shownError('securityCode')).toEqual({ key: 'securityCodeLength', n: 4 });
  });
});

describe('the document of an order', () => {
  it('fills its field in, until the buyer types another', () => {
    const form = newForm();
    form.fillIn('52998224725');
    expect(form.text('document')).toBe('529.982.247-25');
    form.fillIn('12ABC34501DE35');
    expect(form.text('document')).toBe('12.ABC.345/01DE-35');
    expect(form.hasLetters).toBe(true);

    form.type('document', '111.444.777-35');
    form.fillIn('52998224725');
    expect(form.text('document')).toBe('111.444.777-35');

    form.clear();
    expect(form.text('document')).toBe('529.982.247-25');
    expect(form.unshown).toContain('document');
  });
});
