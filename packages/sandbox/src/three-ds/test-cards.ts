import type { CardBrand } from './card-brand.ts';

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
export interface TestCards {
  scenario: ThreeDSScenario;
  /** Names it for a reader of the demo shop. */
  title: string;
  numbers: Partial<Record<CardBrand, string>>;
}

/** Lists Cielo's sandbox cards (docs.cielo.com.br, "Cartões de teste 3DS"), and one Amex card. */
export const testCards: readonly TestCards[] = [
  {
    scenario: 'frictionless_passes',
    title: 'Sem desafio, autenticado',
    numbers: {
      visa: '4000000000002701',
      mastercard: '5200000000002235',
      elo: '6505290000002000',
      amex: '378282246310005',
    },
  },
  {
    scenario: 'frictionless_fails',
    title: 'Sem desafio, recusado',
    numbers: { visa: '4000000000002925', mastercard: '5200000000002276', elo: '6505290000002018' },
  },
  {
    scenario: 'challenge_passes',
    title: 'Desafio: 1234 autentica',
    numbers: { visa: '4000000000002503', mastercard: '5200000000002151', elo: '6505290000002190' },
  },
  {
    scenario: 'challenge_fails',
    title: 'Desafio que sempre falha',
    numbers: { visa: '4000000000002370', mastercard: '5200000000002490', elo: '6505290000002208' },
  },
  {
    scenario: 'challenge_unavailable',
    title: 'Desafio indisponível',
    numbers: { visa: '4000000000002420', mastercard: '5200000000002664', elo: '6505290000002257' },
  },
  {
    scenario: 'system_error',
    title: 'Erro no emissor',
    numbers: { visa: '4000000000002644', mastercard: '5200000000002656', elo: '6505290000002265' },
  },
  {
    scenario: 'data_only',
    title: 'Data Only, não autenticado',
    numbers: { visa: '4000000000002024', mastercard: '5200000000002805' },
  },
];

/** Lists the older cards, which resellers still print. */
const olderCards: readonly (readonly [ThreeDSScenario, ...string[]])[] = [
  ['frictionless_passes', '4000000000001000', '5200000000001005', '6505050000001000'],
  ['frictionless_fails', '4000000000001018', '5200000000001013', '6505050000001018'],
  ['challenge_passes', '4000000000001091', '5200000000001096', '6505050000001091'],
  ['challenge_fails', '4000000000001109', '5200000000001104', '6505050000001109'],
  ['challenge_unavailable', '4000000000001117', '5200000000001112', '6505050000001117'],
  ['challenge_unavailable', '4000000000001125', '5200000000001120', '6505050000001125'],
];

const scenarioByNumber = new Map<string, ThreeDSScenario>([
  ...testCards.flatMap(({ scenario, numbers }) => withNumbers(scenario, Object.values(numbers))),
  ...olderCards.flatMap(([scenario, ...numbers]) => withNumbers(scenario, numbers)),
]);

/** Finds what the 3DS provider does with a number; any other one is authenticated without a challenge. */
export function findThreeDSScenario(number: string): ThreeDSScenario {
  return scenarioByNumber.get(number) ?? 'frictionless_passes';
}

function withNumbers(scenario: ThreeDSScenario, numbers: string[]): [string, ThreeDSScenario][] {
  return numbers.map((number) => [number, scenario]);
}
