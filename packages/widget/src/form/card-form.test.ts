import { describe, expect, it } from 'vitest';
import { CardForm } from './card-form.ts';

/** A form of a shop that accepts these brands. */
function formOf(brands: string): CardForm {
  const form = new CardForm();
  form.accept(brands);
  return form;
}

describe('a shop that names its brands', () => {
  it('refuses a card of another one as soon as that is certain, and says which', () => {
    const form = formOf('visa, mastercard');
    form.type('number', '37');

    expect(form.shownError('number')).toEqual({ key: 'brandRefused', brand: 'Amex' });
    expect(form.isValid).toBe(false);
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
