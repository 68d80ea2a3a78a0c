/** A card as it is typed, field by field in the order of the form; it is nobody's. */
export const typedFields = [
  { label: 'Número do cartão', text: '4000000000002701' },
  { label: 'Validade', text: '1230' },
  { label: 'Código de segurança', text: '123' },
  { label: 'Nome impresso no cartão', text: 'MARIA DA SILVA' },
  { label: 'CPF ou CNPJ', text: '52998224725' },
] as const;
