import type { Locale } from '../browser/language.ts';

/** What the frame itself says. The page has no words here: they could name another amount. */
export const texts: Record<
  Locale,
  Record<'changed' | 'confirm' | 'blocked' | 'incomplete', string>
> = {
  'pt-BR': {
    changed: 'O pedido mudou. Confira o valor e as parcelas antes de pagar.',
    confirm: 'Confirmar e pagar {amount}',
    blocked: 'Falta algo nesta página. Confira o que a loja pede antes de pagar.',
    incomplete: 'Confira os dados do cartão.',
  },
  en: {
    changed: 'The order has changed. Check the amount and the installments before you pay.',
    confirm: 'Confirm and pay {amount}',
    blocked: 'Something on this page is missing. Check what the shop asks for before you pay.',
    incomplete: 'Check the card details.',
  },
  es: {
    changed: 'El pedido cambió. Revisa el importe y las cuotas antes de pagar.',
    confirm: 'Confirmar y pagar {amount}',
    blocked: 'Falta algo en esta página. Revisa lo que pide la tienda antes de pagar.',
    incomplete: 'Revisa los datos de la tarjeta.',
  },
};
