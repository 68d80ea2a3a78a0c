import type { CheckoutErrorCode } from '../errors.ts';
import type { BuyerFault, FieldErrorKey } from '../fields/card-fields.ts';
import type { CheckoutStep } from '../state/checkout-state.ts';

const bankAway = 'Não conseguimos falar com o banco agora. Tente de novo em alguns minutos.';
const notConfirmed =
  'A autenticação com o banco não foi concluída. Tente de novo ou use outro cartão.';
const noProof =
  'Não foi possível confirmar este cartão com o banco. Tente de novo em alguns minutos ou use outro cartão.';

/** The texts in Portuguese; the other languages have the same. */
export const ptBR = {
  number: 'Número do cartão',
  /** Names the accepted `{brands}` for screen readers. */
  accepted: 'Aceitamos {brands}.',
  /** Names the `{brand}` for screen readers, since a logo isn't enough (WCAG 1.4.1). */
  brand: 'Bandeira: {brand}',
  /** For a card of a brand that was discontinued. */
  retiredBrand: 'A bandeira Hipercard foi encerrada em 2025. Use outro cartão.',
  expiry: 'Validade',
  /** The placeholder. */
  expiryHint: 'MM/AA',
  holder: 'Nome impresso no cartão',
  securityCode: 'Código de segurança',
  /** The placeholder: `{n}` digits. */
  securityCodeDigits: '{n} dígitos',
  /** For three digits on the back; `{name}` is the brand's name for the code. */
  securityCodeHintBack: 'No verso do cartão ou no aplicativo do banco ({name}).',
  /** For American Express: four digits on the front. */
  securityCodeHintFront: 'Na frente do cartão ({name}).',
  /** Where they are, for buyers who don't see the picture; while the brand is unknown. */
  securityCodeHint: 'No verso do cartão ou no aplicativo do banco; em alguns, 4 dígitos na frente.',
  document: 'CPF ou CNPJ de quem paga',
  /** Switches to a keyboard with letters. */
  letters: 'CNPJ com letras',
  kind: 'Tipo de cartão',
  credit: 'Crédito',
  debit: 'Débito',
  installments: 'Parcelas',
  /** The order has changed and no longer offers the buyer's choice. */
  installmentsChanged: 'O parcelamento mudou. Confira as parcelas.',
  /** The button; `{amount}` is what will be charged. */
  pay: 'Pagar {amount}',
  /** Precedes the shop's name on the card statement. */
  statement: 'Na fatura',
  /** The line of trust below the button. */
  trust: 'Seus dados são enviados com criptografia.',
  cancel: 'Cancelar',
  approved: 'Pagamento aprovado.',
  /** `{amount}` was charged. */
  approvedDetail: 'Você pagou {amount}.',
  /** The first sentence of this and of every error is its title. */
  declined:
    'O pagamento não foi autorizado. Confira os dados, use outro cartão ou fale com o seu banco.',
  /** The first sentence is the title. */
  pending: 'Ainda não temos a resposta do banco. Não pague de novo: vamos confirmar o resultado.',
  /** Below the text of a pending payment. */
  pendingDetail:
    'Continuamos consultando; o resultado aparecerá aqui. Se falar com a loja, informe o código abaixo.',
  /** The payments API was away. */
  tryLater: bankAway,
  /** The button that reloads the page. */
  reload: 'Atualizar a página',
  /** The button that empties the card's fields, after what another card may solve. */
  otherCard: 'Usar outro cartão',
  /** The button after a declined debit card, if the shop takes credit, too. */
  tryCredit: 'Tentar no crédito',
  /** Shown after a reload while the bank was being asked. */
  wasAtBank: 'A confirmação com o banco não terminou. Nada foi cobrado. Digite o cartão de novo.',
  /** Shown with an error or a decline if that is proved. */
  notCharged: 'Nada foi cobrado.',
  /** Shown with a step that takes long, once the card is sent and before. */
  slow: 'Está demorando mais que o normal. Não pague de novo.',
  slowBefore: 'Está demorando mais que o normal. Nada foi cobrado ainda.',
  /** Shown with a step while the browser is offline. */
  offline: 'Sem internet. Continuamos assim que ela voltar.',
  /** Shown beside the bank's page, because the bank may ask in its app. */
  challengeInApp: 'Se o banco avisar no aplicativo, aprove lá e volte.',
  /** Heading of the list of `{n}` errors, also read aloud. */
  summary: 'Confira {n} campos.',
  summaryOfOne: 'Confira 1 campo.',
  challengeTitle: 'Confirme com o seu banco',
  /** How to leave the bank's page, which keeps Escape to itself. */
  challengeLeave: 'Para sair, use o botão Cancelar.',
  challengeFrame: 'Página do seu banco',
  /**
   * The texts of the installments. The first three are options: `{n}` installments of `{amount}`, short
   * enough for a phone; with interest, their `{total}`, too. `onButton` replaces the amount in `pay` if there are several. Each of the others
   * is a line below the select, used if the order gives a value for it: all that the law wants shown (CDC art. 52 and
   * 54-B).
   */
  plan: {
    inFull: '{n}x de {amount} à vista',
    withoutInterest: '{n}x de {amount} sem juros',
    withInterest: '{n}x de {amount} com juros ({total})',
    onButton: 'em {n}x de {amount}',
    total: 'Total: {total}',
    /** If the first installment is larger than `{amount}`. */
    first: '1ª parcela: {first}',
    /** Also has the interest per `{month}` and `{year}`, unabbreviated (Decreto 5.903, art. 3). */
    cet: 'Juros: {month} ao mês, {year} ao ano. CET (custo efetivo total): {cet} ao ano',
    /** Who finances. */
    agent: 'Financiado por {agent}',
    /** The price if paid in full (Lei 10.962, art. 2). */
    cash: 'Preço à vista: {cash}',
  },
  receipt: {
    /** What was paid, if the order says it. */
    description: 'Compra',
    card: 'Cartão',
    /** The value of that line, with the `{brand}` and the last four `{digits}`. */
    cardValue: '{brand} final {digits}',
    order: 'Pedido',
    date: 'Data',
    payment: 'Código do pagamento',
    /** The button that copies the payment's number, and what it says then. */
    copy: 'Copiar',
    copied: 'Copiado',
  },
  /** Errors of the fields; `{n}` is a number of digits. */
  faults: {
    numberEmpty: 'Informe o número do cartão.',
    numberIncomplete: 'O número do cartão está incompleto.',
    numberInvalid: 'Confira o número do cartão: há algum dígito errado.',
    brandRefused: 'Não aceitamos {brand}. Use um cartão de outra bandeira.',
    expiryEmpty: 'Informe a validade (MM/AA).',
    expiryInvalid: 'Use mês e ano, por exemplo 08/29.',
    expiryPast: 'Este cartão está vencido. Use outro cartão.',
    holderEmpty: 'Informe o nome como está no cartão.',
    holderInvalid: 'Use só o nome, como está no cartão.',
    securityCodeEmpty: 'Informe o código de segurança.',
    securityCodeLength: 'O código deve ter {n} dígitos.',
    documentEmpty: 'Informe o CPF ou CNPJ.',
    cpfIncomplete: 'O CPF está incompleto.',
    cpfInvalid: 'CPF inválido. Confira os 11 dígitos.',
    cnpjIncomplete: 'O CNPJ está incompleto.',
    cnpjInvalid: 'CNPJ inválido. Confira os 14 caracteres (pode ter letras).',
    refused: 'Confira este campo.',
    securityCodeAgain: 'Digite o código de novo.',
  } satisfies Record<Exclude<FieldErrorKey, BuyerFault>, string>,
  /** The button shows the text up to the `…`; the rest is shown below it. */
  steps: {
    fraud: 'Preparando o pagamento…',
    token: 'Conectando ao banco…',
    challenge: 'Confirmando com o banco…',
    submit: 'Processando o pagamento… Não feche esta página.',
    waiting: 'Verificando o pagamento… Isso pode levar alguns minutos. Não feche esta página.',
  } satisfies Record<CheckoutStep, string>,
  /** A code without a text is shown as `later` if the buyer may try again, otherwise as `unexpected`. */
  errors: {
    invalid_input: 'Confira os campos destacados e tente de novo.',
    three_ds_incomplete: notConfirmed,
    unavailable:
      'Não foi possível concluir o pagamento. Confirme com a loja se ele foi feito; não pague de novo aqui.',
    order_invalid: 'Este pedido não pode mais ser pago aqui. Atualize a página e tente de novo.',
    order_expired: 'Este pedido expirou. Atualize a página e tente de novo.',
    order_in_progress:
      'Um pagamento deste pedido ainda está em andamento. Não pague de novo agora: atualize a página em alguns minutos ou fale com a loja.',
    order_already_paid: 'Este pedido já estava pago. Nada foi cobrado deste cartão.',
    order_superseded: 'Este pedido não pode mais ser pago aqui. Atualize a página e tente de novo.',
    too_many_requests: 'Muitas tentativas. Aguarde alguns minutos ou use outro cartão.',
    too_many_attempts: 'Este pedido não aceita mais tentativas. Entre em contato com a loja.',
    file_missing: 'O formulário não carregou por inteiro. Atualize a página e tente de novo.',
    proxy_unreachable: 'Não conseguimos falar com a loja. Verifique a sua conexão e tente de novo.',
    three_ds_failed: notConfirmed,
    three_ds_cancelled: 'Você cancelou a confirmação com o banco.',
    three_ds_timeout: 'A confirmação demorou demais. Tente de novo.',
    three_ds_no_token: bankAway,
    three_ds_unavailable: noProof,
    three_ds_blocked:
      'Não foi possível abrir a página do seu banco. Tente de novo em alguns minutos.',
    three_ds_required: noProof,
    three_ds_used: notConfirmed,
    later: 'Não foi possível concluir o pagamento agora. Tente de novo em alguns minutos.',
    unexpected: 'Não foi possível concluir o pagamento. Entre em contato com a loja.',
  } satisfies Partial<Record<CheckoutErrorCode | 'later', string>>,
};
