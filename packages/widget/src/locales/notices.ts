import type { Translated } from '../browser/language.ts';

/** Why the isolated form has no frame. */
export const notices: Translated<Record<'closed' | 'unreachable' | 'reload', string>> = {
  en: {
    closed: 'We could not complete the payment. Contact the store.',
    unreachable: 'We cannot reach the store. Check your connection and try again.',
    reload: 'Reload the page',
  },
  es: {
    closed: 'No pudimos completar el pago. Contacta a la tienda.',
    unreachable: 'No pudimos contactar a la tienda. Revisa tu conexión e inténtalo de nuevo.',
    reload: 'Recargar la página',
  },
  'pt-BR': {
    closed: 'Não foi possível concluir o pagamento. Entre em contato com a loja.',
    unreachable: 'Não conseguimos falar com a loja. Verifique a sua conexão e tente de novo.',
    reload: 'Atualizar a página',
  },
};
