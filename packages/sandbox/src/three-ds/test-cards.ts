/** What the 3DS provider does with a card. */
export type ThreeDSScenario =
  | 'challenge_passes'
  | 'challenge_fails'
  | 'challenge_unavailable'
  | 'system_error'
  | 'frictionless_passes'
  | 'frictionless_fails'
  | 'data_only';

/** One row of Cielo's table of sandbox cards. */
interface TestCards {
  scenario: ThreeDSScenario;
  /** Names the scenario for a reader of the demo shop. */
  title: string;
  numbers: readonly string[];
  /** Cards of an older table, which some acquirers still print. */
  older?: readonly string[];
}

/** Cielo's sandbox cards (docs.cielo.com.br, "Cartões de teste 3DS"), and one Amex card. */
export const testCards: readonly TestCards[] = [
  {
    scenario: 'frictionless_passes',
    title: 'Sem desafio, autenticado',
    numbers: ['4000000000002701', '5200000000002235', '6505290000002000', '378282246310005'],
    older: ['4000000000001000', '5200000000001005', '6505050000001000'],
  },
  {
    scenario: 'frictionless_fails',
    title: 'Sem desafio, recusado',
    numbers: ['4000000000002925', '5200000000002276', '6505290000002018'],
    older: ['4000000000001018', '5200000000001013', '6505050000001018'],
  },
  {
    scenario: 'challenge_passes',
    title: 'Desafio: 1234 autentica',
    numbers: ['4000000000002503', '5200000000002151', '6505290000002190'],
    older: ['4000000000001091', '5200000000001096', '6505050000001091'],
  },
  {
    scenario: 'challenge_fails',
    title: 'Desafio que sempre falha',
    numbers: ['4000000000002370', '5200000000002490', '6505290000002208'],
    older: ['4000000000001109', '5200000000001104', '6505050000001109'],
  },
  {
    scenario: 'challenge_unavailable',
    title: 'Desafio indisponível',
    numbers: ['4000000000002420', '5200000000002664', '6505290000002257'],
    older: [
      '4000000000001117',
      '5200000000001112',
      '6505050000001117',
      '4000000000001125',
      '5200000000001120',
      '6505050000001125',
    ],
  },
  {
    scenario: 'system_error',
    title: 'Erro no emissor',
    numbers: ['4000000000002644', '5200000000002656', '6505290000002265'],
  },
  {
    scenario: 'data_only',
    title: 'Data Only, não autenticado',
    numbers: ['4000000000002024', '5200000000002805'],
  },
];

/** Finds the scenario of a card; an unknown one is authenticated without a challenge. */
export function findThreeDSScenario(number: string): ThreeDSScenario {
  const row = testCards.find(({ numbers, older = [] }) => [...numbers, ...older].includes(number));
  return row?.scenario ?? 'frictionless_passes';
}

/** The brands that the sandbox tells apart. */
export type CardBrand = 'visa' | 'mastercard' | 'elo' | 'amex';

const prefixes: readonly (readonly [CardBrand, RegExp])[] = [
  [
    'elo',
    /^(401178|401179|431274|438935|451416|457393|45763[12]|504175|5067|5090|627780|636297|636368|650[4-9]|651[67]|6550)/,
  ],
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
];

/** Finds the brand by the first digits; absent when 3DS does not support the brand. */
export function cardBrand(number: string): CardBrand | undefined {
  return prefixes.find(([, prefix]) => prefix.test(number))?.[0];
}
