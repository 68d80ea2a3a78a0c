import type { Translated } from '../browser/language.ts';
import type { BuyerFault, BuyerFieldName } from '../fields/card-fields.ts';

type BuyerTexts = Record<BuyerFieldName, string> & { faults: Record<BuyerFault, string> };

/** The texts of the fields for the buyer's details. */
export const buyerTexts: Translated<BuyerTexts> = {
  'pt-BR': {
    email: 'E-mail',
    phone: 'Telefone',
    zipCode: 'CEP',
    street: 'Rua',
    houseNumber: 'Número',
    complement: 'Complemento (opcional)',
    district: 'Bairro',
    city: 'Cidade',
    state: 'UF',
    faults: {
      required: 'Preencha este campo.',
      emailInvalid: 'Confira o e-mail, por exemplo maria@exemplo.com.br.',
      phoneInvalid: 'Informe DDD e número, por exemplo 11 98765-4321.',
      zipCodeInvalid: 'O CEP tem 8 dígitos.',
      stateInvalid: 'Use a sigla do estado, por exemplo SP.',
    },
  },
  en: {
    email: 'Email',
    phone: 'Phone',
    zipCode: 'CEP (postal code)',
    street: 'Street',
    houseNumber: 'Number',
    complement: 'Unit (optional)',
    district: 'Neighborhood',
    city: 'City',
    state: 'State (UF)',
    faults: {
      required: 'Fill in this field.',
      emailInvalid: 'Check the email address, e.g. maria@example.com.',
      phoneInvalid: 'Use area code and number, e.g. 11 98765-4321; outside Brazil, start with +.',
      zipCodeInvalid: 'The CEP has 8 digits.',
      stateInvalid: 'Use the two letters of the state, e.g. SP.',
    },
  },
  es: {
    email: 'Correo electrónico',
    phone: 'Teléfono',
    zipCode: 'CEP (código postal)',
    street: 'Calle',
    houseNumber: 'Número',
    complement: 'Complemento (opcional)',
    district: 'Barrio',
    city: 'Ciudad',
    state: 'Estado (UF)',
    faults: {
      required: 'Completa este campo.',
      emailInvalid: 'Revisa el correo, por ejemplo maria@ejemplo.com.',
      phoneInvalid:
        'Usa código de área y número, por ejemplo 11 98765-4321; fuera de Brasil, empieza con +.',
      zipCodeInvalid: 'El CEP tiene 8 dígitos.',
      stateInvalid: 'Usa las dos letras del estado, por ejemplo SP.',
    },
  },
};
