import { html, type Html } from '../../web/html.ts';

/** Something to look at, and how the page gets there: by filling in and pressing the button. */
interface LookState {
  title: string;
  note: string;
  /** Typed as the card's number, alone unless there is a `name`. */
  number?: string;
  /** Typed as the name on the card, with everything else that a payment needs. */
  name?: string;
  /** A fault of the payments service (`token-routes.ts`). */
  fault?: 'token-slow';
  /** Chosen among the plans of an order that has some. */
  installments?: number;
  /** Goes to `setCustomValidity`. */
  refusal?: string;
  isPressed?: boolean;
}

const frictionless = '4000000000002701';
const paid = { number: frictionless, isPressed: true } as const;

const states: Readonly<Record<string, LookState>> = {
  empty: { title: 'Vazio', note: 'Como chega ao comprador.' },
  filled: { title: 'Preenchido', note: 'Pronto para pagar.', number: frictionless, name: 'MARIA' },
  amex: {
    title: 'Bandeira',
    note: 'A dica do código muda com ela.',
    number: '378282246310005',
  },
  retired: { title: 'Bandeira encerrada', note: 'Avisa sem impedir.', number: '6062826786276634' },
  interest: { title: 'Com juros', note: 'Total, taxa e CET à vista.', installments: 12 },
  fault: { title: 'Campo errado', note: 'Ao sair do campo.', number: '4111111111111112' },
  summary: { title: 'Resumo dos erros', note: 'Botão com campos vazios.', isPressed: true },
  refusal: {
    title: 'Motivo da loja',
    note: 'Faltou aceitar os termos.',
    ...paid,
    name: 'MARIA',
    refusal: 'Aceite os termos de venda para pagar.',
  },
  connecting: {
    title: 'Conectando',
    note: 'Com o botão de cancelar.',
    ...paid,
    name: 'MARIA',
    fault: 'token-slow',
  },
  challenge: {
    title: 'Desafio do banco',
    note: 'O código é 1234.',
    number: '4000000000002503',
    name: 'MARIA',
    isPressed: true,
  },
  processing: { title: 'Processando', note: 'Por 8 segundos.', ...paid, name: 'SLOW_8S' },
  approved: { title: 'Aprovado', note: 'E quanto foi pago.', ...paid, name: 'APPROVED' },
  declined: { title: 'Recusado', note: 'Os campos ficam, o código não.', ...paid, name: 'RISK' },
  pending: { title: 'Sem resposta', note: 'Não se paga de novo.', ...paid, name: 'RESET' },
  retryable: {
    title: 'Erro, pode repetir',
    note: 'O banco não autenticou.',
    number: '4000000000002925',
    name: 'MARIA',
    isPressed: true,
  },
  final: { title: 'Erro, sem botão', note: 'É com a loja.', ...paid, name: 'SELLER' },
};

/** Lists the states; each button is told by its `data-` attributes how to get there. */
export function stateList(): Html {
  return html`<ul class="states">
    ${Object.entries(states).map(stateButton)}
    <li>
      <a class="choice" id="slow" href="/looks?slow"
        ><strong>Carregando</strong><span>Abre a página de novo, com a rede lenta.</span></a
      >
    </li>
  </ul>`;
}

function stateButton([id, state]: [string, LookState]): Html {
  const { title, note, number = '', name = '', fault = '', refusal = '', isPressed } = state;
  const { installments = '' } = state;
  return html`<li>
    <button
      class="choice"
      type="button"
      data-state="${id}"
      data-number="${number}"
      data-name="${name}"
      data-fault="${fault}"
      data-installments="${installments}"
      data-refusal="${refusal}"
      data-press="${isPressed ? 'true' : ''}"
      aria-pressed="false"
    >
      <strong>${title}</strong><span>${note}</span>
    </button>
  </li>`;
}
