import { z } from 'zod';

const threeDSecureMessage = 'Cavv, Eci e Version são obrigatórios para pagamento 3DS.';

/** A required, non-empty member; `message` is the error for a value of the wrong type. */
function required(message: string) {
  return {
    error: ({ input }: { input?: unknown }): string =>
      (input ?? '') === '' ? 'Este campo é obrigatório.' : message,
  };
}

const text = z.string(required('Texto inválido.')).min(1, required(''));
const integer = z.int(required('Um número inteiro válido é exigido.'));
const numeric = z.union([z.string().min(1), z.number()], required('Valor inválido.'));
const proof = z.string().min(1);

/** The body of `POST /api/checkout/` that the proxy makes without an `API_FILE`. */
export const CheckoutRequest = z.looseObject({
  user: integer,
  amount: integer.min(1, 'Certifique-se de que este valor seja maior ou igual a 1.'),
  docType: z.enum(['cpf', 'cnpj'], required('docType inválido')),
  document: text,
  card: z.object(
    {
      number: text.regex(/^\d{12,19}$/, 'Número de cartão inválido.'),
      holder: text,
      expirationMonth: numeric,
      expirationYear: numeric,
      cvv: numeric,
    },
    required('Cartão inválido.'),
  ),
  paymentMethod: z.enum(['credit', 'debit'], required('Opção inválida.')),
  installments: integer.min(1).default(1),
  threeDSecure: z.object({ Cavv: proof, Eci: proof, Version: proof }).optional(),
  /** The order's id. */
  reference: z.string().optional(),
  postbackUrl: z.url('Informe uma URL válida.').optional(),
});
export type CheckoutRequest = z.infer<typeof CheckoutRequest>;

/** Lists errors by field, as the payments API does (docs/payments-api.md). */
export function fieldErrors({ issues }: z.ZodError): Record<string, string[]> {
  const errors: Record<string, Set<string>> = {};
  for (const { path, message } of issues) {
    const field = String(path[0] ?? 'non_field_errors');
    const said = field === 'threeDSecure' ? threeDSecureMessage : message;
    (errors[field] ??= new Set()).add(said);
  }
  return Object.fromEntries(Object.entries(errors).map(([field, said]) => [field, [...said]]));
}
