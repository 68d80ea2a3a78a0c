/** Is what the payments service answers with; `payment` is its 201 with that status. */
export type Answer =
  | { kind: 'payment'; status: 'paid' | 'pending' | 'refused' }
  | { kind: 'error'; status: number; body: Record<string, string> }
  | { kind: 'html'; status: number }
  | { kind: 'hang' }
  | { kind: 'reset' };

/** Is what the payments service does with a checkout when the card bears a certain name. */
export interface Scenario {
  /** Names it for a reader of the demo shop. */
  title: string;
  /** Says what the buyer and the ledger should see. */
  expectation: string;
  answer: Answer;
  /** Whether the buyer's money moves, and when. Default: it does not. */
  charges?: 'at once' | 'with the postback';
  /** Is what the postback says; without it there is none. */
  postback?: 'paid' | 'refused';
  /** Whether the answer is late, so that a client must wait. */
  isSlow?: boolean;
  /** Whether only the first call answers so, and the next is approved. */
  isOnce?: boolean;
}

const paid = { kind: 'payment', status: 'paid' } as const;
const serverError = {
  kind: 'error',
  status: 500,
  body: { detail: 'Internal server error.' },
} as const;
const badGateway = { kind: 'error', status: 502, body: { detail: 'Bad gateway.' } } as const;
const throttled = {
  kind: 'error',
  status: 429,
  body: { detail: 'Request was throttled.' },
} as const;

/** Lists what each name on the card does (contract section 8); any other name is approved. */
export const scenarios = {
  APPROVED: {
    title: 'Aprovado',
    expectation: 'Pagamento aprovado, uma cobrança.',
    answer: paid,
    charges: 'at once',
    postback: 'paid',
  },
  RISK: {
    title: 'Recusado por risco',
    expectation: 'Recusa genérica, nenhuma cobrança.',
    answer: { kind: 'error', status: 400, body: { error: 'Recusado por análise de risco' } },
  },
  REFUSED: {
    title: 'Recusado no corpo',
    expectation: 'Um 201 cujo corpo diz “refused”.',
    answer: { kind: 'payment', status: 'refused' },
    postback: 'refused',
  },
  PENDING: {
    title: 'Pendente, depois pago',
    expectation: 'Espera até o postback confirmar.',
    answer: { kind: 'payment', status: 'pending' },
    charges: 'with the postback',
    postback: 'paid',
  },
  SELLER: {
    title: 'Lojista desconhecido',
    expectation: 'Erro de configuração.',
    answer: { kind: 'error', status: 400, body: { error: 'Seller not found' } },
  },
  LIMIT_ONCE: {
    title: 'Limite, depois aprovado',
    expectation: 'Um 429 e uma nova tentativa.',
    answer: throttled,
    isOnce: true,
  },
  LIMIT: {
    title: 'Limite para sempre',
    expectation: 'Um 429 em todas as tentativas.',
    answer: throttled,
  },
  ERROR_502_ONCE: {
    title: 'Erro 502, depois aprovado',
    expectation: 'Nova tentativa após 5 a 10 s.',
    answer: badGateway,
    isOnce: true,
  },
  ERROR_500: {
    title: 'Erro 500 para sempre',
    expectation: 'Indisponível, nenhuma cobrança.',
    answer: serverError,
  },
  CHARGED_THEN_500: {
    title: 'Cobra e responde 500',
    expectation: 'O postback prova a cobrança: só uma.',
    answer: serverError,
    charges: 'at once',
    postback: 'paid',
  },
  CHARGED_THEN_500_SILENT: {
    title: 'Cobra, responde 500 e cala',
    expectation: 'Sem postback: risco de cobrar de novo.',
    answer: serverError,
    charges: 'at once',
  },
  SLOW_8S: {
    title: 'Lento, depois aprovado',
    expectation: 'Responde após 8 s.',
    answer: paid,
    charges: 'at once',
    postback: 'paid',
    isSlow: true,
  },
  HANG: {
    title: 'Nunca responde',
    expectation: 'Resultado desconhecido após 30 s.',
    answer: { kind: 'hang' },
  },
  RESET: {
    title: 'Conexão cortada',
    expectation: 'Resultado desconhecido, sem repetir.',
    answer: { kind: 'reset' },
  },
  HTML_502: {
    title: 'Erro 502 em HTML',
    expectation: 'A resposta não é JSON.',
    answer: { kind: 'html', status: 502 },
  },
} as const satisfies Record<string, Scenario>;

const byName = new Map<string, Scenario>(Object.entries(scenarios));

/** Finds the scenario for a name on a card, in any case. */
export function findScenario(holder: string): Scenario {
  return byName.get(holder.trim().toUpperCase()) ?? scenarios.APPROVED;
}
