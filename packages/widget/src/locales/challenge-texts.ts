import type { Translated } from '../browser/language.ts';

/** What the challenge says besides the bank's page. */
export const challengeTexts: Translated<{
  opening: string;
  slow: string;
  again: string;
  returning: string;
  ending: string;
  moreTime: string;
}> = {
  'pt-BR': {
    opening: 'Abrindo a página do seu banco…',
    slow: 'A página do banco está demorando. Nada foi cobrado ainda.',
    again: 'Tentar de novo',
    returning: 'Voltando para a loja…',
    ending: 'O tempo para confirmar está acabando.',
    moreTime: 'Preciso de mais tempo',
  },
  en: {
    opening: "Opening your bank's page…",
    slow: "Your bank's page is taking long. Nothing has been charged yet.",
    again: 'Try again',
    returning: 'Returning to the shop…',
    ending: 'The time to confirm is running out.',
    moreTime: 'I need more time',
  },
  es: {
    opening: 'Abriendo la página de tu banco…',
    slow: 'La página del banco está tardando. Todavía no se cobró nada.',
    again: 'Intentar de nuevo',
    returning: 'Volviendo a la tienda…',
    ending: 'El tiempo para confirmar se está acabando.',
    moreTime: 'Necesito más tiempo',
  },
};
