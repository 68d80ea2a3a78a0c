import type { Translated } from '../browser/language.ts';

/** Why the isolated form has no frame, or not yet. */
export const notices: Translated<Record<'slow' | 'closed' | 'unreachable' | 'reload', string>> = {
  en: {
    slow: 'The form is taking long to load.',
    closed: 'We could not complete the payment. Contact the store.',
    unreachable: "We can't reach the store. Check your connection and try again.",
    reload: 'Reload the page',
  },
  es: {
    slow: 'El formulario está tardando en cargar.',
    closed: 'No pudimos completar el pago. Contacta a la tienda.',
    unreachable: 'No pudimos contactar a la tienda. Revisa tu conexión e inténtalo de nuevo.',
    reload: 'Recargar la página',
  },
  'pt-BR': {
    slow: 'O formulário está demorando para carregar.',
    closed: 'Não foi possível concluir o pagamento. Entre em contato com a loja.',
    unreachable: 'Não conseguimos falar com a loja. Verifique a sua conexão e tente de novo.',
    reload: 'Atualizar a página',
  },
};
