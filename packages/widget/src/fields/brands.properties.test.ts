import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBrand, type Brand } from './brands.ts';

/** The ranges of six digits that Brazilian sources together give to Elo (November 2026). */
const elo: readonly (readonly [number, number])[] = [
  [401178, 401179],
  [431274, 431274],
  [438935, 438935],
  [451416, 451416],
  [457393, 457393],
  [457631, 457632],
  [504175, 504175],
  [506699, 506778],
  [509000, 509999],
  [627780, 627780],
  [636297, 636298],
  [636368, 636369],
  [650031, 650033],
  [650035, 650051],
  [650057, 650081],
  [650405, 650439],
  [650485, 650538],
  [650541, 650598],
  [650700, 650718],
  [650720, 650727],
  [650901, 650922],
  [650924, 650978],
  [651652, 651704],
  [655000, 655019],
  [655021, 655058],
];

/** The rest of the table, by eight digits, in the order in which a search must go. */
const others: readonly (readonly [Brand, number, number])[] = [
  ['hipercard', 60628200, 60628299],
  ['hipercard', 38410000, 38410099],
  ['hipercard', 38414000, 38414099],
  ['hipercard', 38416000, 38416099],
  ['hipercard', 63709500, 63709599],
  ['hipercard', 63756800, 63756899],
  ['hipercard', 63759900, 63760099],
  ['hipercard', 63760900, 63760999],
  ['hipercard', 63761200, 63761299],
  ['hipercard', 63737423, 63737423],
  ['hipercard', 63743358, 63743358],
  ['cabal', 60420100, 60440099],
  ['cabal', 60352200, 60352299],
  ['cabal', 58965700, 58965799],
  ['cabal', 65008700, 65008700],
  ['cabal', 65027200, 65027299],
  ['aura', 50780000, 50789999],
  ['amex', 34000000, 34999999],
  ['amex', 37000000, 37999999],
  ['diners', 30000000, 30599999],
  ['diners', 30950000, 30959999],
  ['diners', 36000000, 36999999],
  ['diners', 38000000, 39999999],
  ['jcb', 35280000, 35899999],
  ['mastercard', 51000000, 55999999],
  ['mastercard', 22210000, 27209999],
  ['visa', 40000000, 49999999],
  ['unionpay', 62000000, 62999999],
  ['unionpay', 81000000, 81999999],
  ['discover', 60110000, 60119999],
  ['discover', 64400000, 65999999],
  ['maestro', 50000000, 50999999],
  ['maestro', 56000000, 58999999],
  ['maestro', 60000000, 61999999],
  ['maestro', 63000000, 63999999],
  ['maestro', 66000000, 69999999],
];

const isElo = (six: number): boolean => elo.some(([from, to]) => six >= from && six <= to);

function brandOf(eight: number): Brand | undefined {
  if (isElo(Math.floor(eight / 100))) return 'elo';
  return others.find(([, from, to]) => eight >= from && eight <= to)?.[0];
}

const edges = [
  ...elo.flatMap(([from, to]) => [from * 100 - 1, from * 100, to * 100 + 99, to * 100 + 100]),
  ...others.flatMap(([, from, to]) => [from - 1, from, to, to + 1]),
];

const eightDigits = fc.oneof(fc.constantFrom(...edges), fc.nat(99_999_999));
const cardNumber = fc
  .tuple(eightDigits, fc.stringMatching(/^\d{4,11}$/))
  .map(([start, rest]) => String(start).padStart(8, '0') + rest);

describe('findBrand', () => {
  it.each(elo)('knows both edges of Elo from %i to %i', (from, to) => {
    const brands = [from, to].map((six) => findBrand(`${six}0000000000`)?.brand);
    const beside = [from - 1, to + 1].map((six) => findBrand(`${six}0000000000`)?.brand === 'elo');

    expect(brands).toEqual(['elo', 'elo']);
    expect(beside).toEqual([isElo(from - 1), isElo(to + 1)]);
  });

  it('knows every edge of every range', () => {
    const wrong = edges.filter((eight) => {
      const digits = String(eight).padStart(8, '0');
      return findBrand(`${digits}00000000`)?.brand !== brandOf(eight);
    });

    expect(wrong).toEqual([]);
  });

  it('agrees with the table on every number', () => {
    fc.assert(
      fc.property(cardNumber, (digits) => {
        expect(findBrand(digits)?.brand).toBe(brandOf(Number(digits.slice(0, 8))));
      }),
    );
  });

  it('keeps its answer while more digits are typed', () => {
    fc.assert(
      fc.property(cardNumber, (digits) => {
        const full = findBrand(digits)?.brand;

        for (let length = 0; length < digits.length; length++) {
          expect([undefined, full]).toContain(findBrand(digits.slice(0, length))?.brand);
        }
      }),
    );
  });

  it('has decided after eight digits', () => {
    fc.assert(
      fc.property(cardNumber, (digits) => {
        expect(findBrand(digits.slice(0, 8))).toEqual(findBrand(digits));
      }),
    );
  });
});
