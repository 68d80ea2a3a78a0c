import { describe, expect, it } from 'vitest';
import { parsedSettings } from './element-properties.ts';

const wellFormed = {
  order: 'a.b.c',
  threeDSTimeoutMs: 90_000,
  payer: { name: 'Maria', address: { city: 'São Paulo' } },
  cart: [{ name: 'Café', quantity: 1, unitPriceCentavos: 100 }],
  disabled: true,
  brands: 'visa elo',
};

describe('the settings that a page sends into the frame', () => {
  it('are taken where they are well-formed', () => {
    expect(parsedSettings(wellFormed)).toEqual(wellFormed);
  });

  it.each([
    ['an address of another proxy', { proxyUrl: 'https://evil.example' }],
    ['an adapter', { threeDSAdapter: {}, fraudAdapter: {} }],
    ['what only the frame sets', { surroundings: { realmUrl: 'https://evil.example' } }],
    ['words for the form', { messages: { pay: 'Pagar R$ 1,00' } }],
    ['a property of every element', { innerHTML: '<img>', onclick: 'x', style: 'color: red' }],
    ['a number for a text', { order: 4, payer: { name: 4 } }],
    ['a text for a number', { threeDSTimeoutMs: '90000' }],
    ['an object for a text', { locale: { toString: 'pt' }, payer: { name: {} } }],
    ['a cart that is no list', { cart: { length: 1, 0: 'x' } }],
    ['an item without a price', { cart: [{ name: 'x', quantity: 1 }] }],
    ['no number at all', { threeDSTimeoutMs: Number.NaN }],
    ['what every object has', Object.create({ order: 'inherited' })],
  ])('are ignored if they are %s', (_case, values) => {
    expect(parsedSettings(values)).toEqual({});
  });
});
