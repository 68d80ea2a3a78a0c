import older from './older-cards.json' with { type: 'json' };

export type CardBrand = 'visa' | 'mastercard' | 'elo' | 'amex';

export const threeDSScenarios = [
  'frictionlessPasses',
  'frictionlessFails',
  'challengePasses',
  'challengeFails',
  'challengeUnavailable',
  'systemError',
  'dataOnly',
] as const;
export type ThreeDSScenario = (typeof threeDSScenarios)[number];

/**
 * Card numbers by 3DS scenario and brand: Cielo's sandbox cards (docs.cielo.com.br, "Cartões de teste
 * 3DS") and one Amex card.
 *
 * @example
 * await page.getByLabel('Número do cartão').fill(testCards.challengePasses.visa);
 */
export const testCards = {
  /** Authenticates without a challenge. */
  frictionlessPasses: {
    visa: '4000000000002701',
    mastercard: '5200000000002235',
    elo: '6505290000002000',
    amex: '378282246310005',
  },
  /** Refuses without a challenge. */
  frictionlessFails: {
    visa: '4000000000002925',
    mastercard: '5200000000002276',
    elo: '6505290000002018',
  },
  /** Asks for a code; 1234 is right. */
  challengePasses: {
    visa: '4000000000002503',
    mastercard: '5200000000002151',
    elo: '6505290000002190',
  },
  /** Asks for a code and refuses every one. */
  challengeFails: {
    visa: '4000000000002370',
    mastercard: '5200000000002490',
    elo: '6505290000002208',
  },
  /** Can't reach the bank. */
  challengeUnavailable: {
    visa: '4000000000002420',
    mastercard: '5200000000002664',
    elo: '6505290000002257',
  },
  /** Returns an error. */
  systemError: {
    visa: '4000000000002644',
    mastercard: '5200000000002656',
    elo: '6505290000002265',
  },
  /** Data Only: informs the bank and authenticates nobody. */
  dataOnly: { visa: '4000000000002024', mastercard: '5200000000002805' },
} as const satisfies Record<ThreeDSScenario, Partial<Record<CardBrand, string>>>;

/** Older numbers that some acquirers still publish. */
const olderCards: Partial<Record<ThreeDSScenario, readonly string[]>> = older;

/** Finds a card's scenario; an unknown card is authenticated without a challenge. */
export function findThreeDSScenario(number: string): ThreeDSScenario {
  const isOf = (name: ThreeDSScenario): boolean =>
    [...Object.values(testCards[name]), ...(olderCards[name] ?? [])].includes(number);
  return threeDSScenarios.find(isOf) ?? 'frictionlessPasses';
}

const prefixes: readonly (readonly [CardBrand, RegExp])[] = [
  [
    'elo',
    /^(401178|401179|431274|438935|451416|457393|45763[12]|504175|5067|5090|627780|636297|636368|650[4-9]|651[67]|6550)/,
  ],
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
];

/** Finds the brand by the first digits; `undefined` if 3DS doesn't support it. */
export function cardBrand(number: string): CardBrand | undefined {
  return prefixes.find(([, prefix]) => prefix.test(number))?.[0];
}
