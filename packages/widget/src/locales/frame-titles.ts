import type { Translated } from '../browser/language.ts';

/** Names the isolated form's frame for screen readers. */
export const frameTitles: Translated<string> = {
  'pt-BR': 'Pagamento com cartão',
  en: 'Card payment',
  es: 'Pago con tarjeta',
};
