import { html, type Html } from '../../web/html.ts';

/** Lists the element's parts and says what each is. */
const parts = {
  form: 'O formulário inteiro',
  skeleton: 'O contorno, antes dos textos',
  summary: 'O resumo dos erros',
  kinds: 'A escolha entre crédito e débito',
  kind: 'Crédito ou débito',
  field: 'Um campo com rótulo e nota',
  label: 'O rótulo de um campo',
  input: 'Um campo de texto ou a lista de parcelas',
  brand: 'A bandeira',
  hint: 'A dica sob um campo',
  fault: 'O erro sob um campo',
  'installment-details': 'Juros e custo das parcelas',
  alert: 'A recusa ou o erro',
  button: 'O botão de pagar',
  cancel: 'O botão de cancelar',
  status: 'O que está acontecendo',
  result: 'Aprovado ou sem resposta',
  challenge: 'A janela do banco',
  'challenge-cancel': 'O botão que fecha a janela',
  'challenge-frame': 'A página do banco',
} as const;

/** Lists the element's states, as CSS names them. */
const cssStates = [
  'loading',
  'ready',
  'paying',
  'approved',
  'declined',
  'pending',
  'error',
  'disabled',
] as const;

/** Lists the parts; each button outlines its part in the preview. */
export function partList(): Html {
  return html`<ul class="parts">
    ${Object.entries(parts).map(
      ([name, what]) =>
        html`<li>
          <button
            type="button"
            class="chip"
            data-part="${name}"
            data-what="${what}"
            aria-pressed="false"
          >
            ${name}
          </button>
        </li>`,
    )}
  </ul>`;
}

/** Lists the states of CSS; the style sheet lights up those that the element is in. */
export function cssStateList(): Html {
  return html`<ul class="css-states" aria-label="Estados do elemento">
    ${cssStates.map((name) => html`<li data-css-state="${name}">:state(${name})</li>`)}
  </ul>`;
}
