import type { Locale } from './locale.ts';
import type { LateMessages } from './messages.ts';

type LateTexts = LateMessages & { faults: Record<'notAuthorized', string> };

/** The texts that the first frame doesn't need, in one file for all languages. */
export const lateTexts: Readonly<Record<Locale, LateTexts>> = {
  'pt-BR': {
    notCharged: 'Nada foi cobrado.',
    slow: 'Está demorando mais que o normal. Não pague de novo.',
    offline: 'Sem internet. Continuamos assim que ela voltar.',
    challengeInApp: 'Se o banco avisar no aplicativo, aprove lá e volte.',
    faults: { notAuthorized: 'Não autorizado. Digite o código de novo.' },
  },
  en: {
    notCharged: 'You were not charged.',
    slow: 'This is taking longer than usual. Do not pay again.',
    offline: "You're offline. We'll continue as soon as you're back.",
    challengeInApp: 'If your bank notifies you in its app, approve there and come back.',
    faults: { notAuthorized: 'Not authorized. Type the code again.' },
  },
  es: {
    notCharged: 'No se cobró nada.',
    slow: 'Está tardando más de lo normal. No pagues de nuevo.',
    offline: 'Sin conexión. Continuaremos en cuanto vuelva.',
    challengeInApp: 'Si el banco te avisa en su app, aprueba ahí y vuelve.',
    faults: { notAuthorized: 'No autorizado. Ingresa el código de nuevo.' },
  },
};
