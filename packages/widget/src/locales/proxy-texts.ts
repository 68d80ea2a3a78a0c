import type { Translated } from '../browser/language.ts';

/** What the frame itself says. The page has no words here: they could name another amount. */
export const frameTexts: Translated<
  Record<'changed' | 'confirm' | 'blocked' | 'incomplete' | 'trust', string>
> = {
  'pt-BR': {
    changed: 'O pedido mudou. Confira o valor e as parcelas antes de pagar.',
    confirm: 'Confirmar e pagar {amount}',
    blocked: 'Falta algo nesta página. Confira o que a loja pede antes de pagar.',
    incomplete: 'Confira os dados do cartão.',
    trust: 'A loja não vê nem guarda o número do seu cartão.',
  },
  en: {
    changed: 'The order has changed. Check the amount and the installments before you pay.',
    confirm: 'Confirm and pay {amount}',
    blocked: 'Something on this page is missing. Check what the shop asks for before you pay.',
    incomplete: 'Check the card details.',
    trust: 'The store neither sees nor keeps your card number.',
  },
  es: {
    changed: 'El pedido cambió. Revisa el importe y las cuotas antes de pagar.',
    confirm: 'Confirmar y pagar {amount}',
    blocked: 'Falta algo en esta página. Revisa lo que pide la tienda antes de pagar.',
    incomplete: 'Revisa los datos de la tarjeta.',
    trust: 'La tienda no ve ni guarda el número de tu tarjeta.',
  },
};

/** What the payment page says beside the form. */
export const payPageTexts: Translated<
  Record<'title' | 'refused' | 'expired' | 'unanswered', string>
> = {
  'pt-BR': {
    title: 'Pagamento',
    refused: 'Este link está incompleto ou foi alterado. Peça um novo à loja.',
    expired: 'Este link expirou. Peça um novo à loja.',
    unanswered: 'Não conseguimos falar com a loja. Tentaremos de novo em instantes.',
  },
  en: {
    title: 'Payment',
    refused: 'This link is incomplete or has been changed. Ask the shop for a new one.',
    expired: 'This link has expired. Ask the shop for a new one.',
    unanswered: "We can't reach the shop. We'll try again in a moment.",
  },
  es: {
    title: 'Pago',
    refused: 'Este enlace está incompleto o fue alterado. Pida uno nuevo a la tienda.',
    expired: 'Este enlace ha caducado. Pida uno nuevo a la tienda.',
    unanswered: 'No pudimos contactar a la tienda. Lo intentaremos de nuevo en unos instantes.',
  },
};

/** The link to other means of payment, after a decline. */
export const otherMeans: Translated<string> = {
  'pt-BR': 'Outras formas de pagamento',
  en: 'Other ways to pay',
  es: 'Otras formas de pago',
};
