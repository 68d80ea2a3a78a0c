import type { Translated } from '../browser/language.ts';

export type ChallengeText =
  | 'challengeOpening'
  | 'challengeSlow'
  | 'challengeAgain'
  | 'challengeReturning'
  | 'challengeEnding'
  | 'challengeMoreTime';

/** What the bank's dialog says while the bank's page isn't there, or its time is ending. */
export const challengeTexts: Translated<Record<ChallengeText, string>> = {
  'pt-BR': {
    challengeOpening: 'Abrindo a página do seu banco…',
    challengeSlow: 'A página do banco está demorando. Nada foi cobrado ainda.',
    challengeAgain: 'Tentar de novo',
    challengeReturning: 'Voltando para a loja…',
    challengeEnding: 'O tempo para confirmar está acabando.',
    challengeMoreTime: 'Preciso de mais tempo',
  },
  en: {
    challengeOpening: "Opening your bank's page…",
    challengeSlow: "Your bank's page is taking long. Nothing has been charged yet.",
    challengeAgain: 'Try again',
    challengeReturning: 'Returning to the shop…',
    challengeEnding: 'The time to confirm is running out.',
    challengeMoreTime: 'I need more time',
  },
  es: {
    challengeOpening: 'Abriendo la página de tu banco…',
    challengeSlow: 'La página del banco está tardando. Todavía no se cobró nada.',
    challengeAgain: 'Intentar de nuevo',
    challengeReturning: 'Volviendo a la tienda…',
    challengeEnding: 'El tiempo para confirmar se está acabando.',
    challengeMoreTime: 'Necesito más tiempo',
  },
};
