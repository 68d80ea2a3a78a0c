import { z } from 'zod';

/** The messages of the payments API for one field each (docs/payments-api.md section 7). */
export type FieldErrors = Record<string, string[]>;

const requiredMessage = 'Este campo é obrigatório.';
const docTypeMessage = 'docType inválido';
const threeDSecureMessage = 'Cavv, Eci e Version são obrigatórios para pagamento 3DS.';

function requiredOr(message: string) {
  return {
    error: ({ input }: { input?: unknown }) => (isMissing(input) ? requiredMessage : message),
  };
}

function isMissing(input: unknown): boolean {
  return input === undefined || input === null || input === '';
}

const text = z.string(requiredOr('Texto inválido.')).min(1, requiredMessage);
const integer = z.int(requiredOr('Um número inteiro válido é exigido.'));
const numeric = z.union([z.string().min(1), z.number()], requiredOr('Valor inválido.'));

const Card = z.object(
  {
    number: text.regex(/^\d{12,19}$/, 'Número de cartão inválido.'),
    holder: text,
    expirationMonth: numeric,
    expirationYear: numeric,
    cvv: numeric,
  },
  requiredOr('Cartão inválido.'),
);

const ThreeDSecure = z.object(
  {
    Cavv: z.string(threeDSecureMessage).min(1, threeDSecureMessage),
    Eci: z.string(threeDSecureMessage).min(1, threeDSecureMessage),
    Version: z.string(threeDSecureMessage).min(1, threeDSecureMessage),
  },
  threeDSecureMessage,
);

/** The body of `POST /api/checkout/`: the members of the proxy's built-in template. */
const CheckoutRequest = z.looseObject({
  user: integer,
  amount: integer.min(1, 'Certifique-se de que este valor seja maior ou igual a 1.'),
  docType: z.enum(['cpf', 'cnpj'], requiredOr(docTypeMessage)),
  document: text,
  card: Card,
  paymentMethod: z.enum(['credit', 'debit'], requiredOr('Opção inválida.')),
  installments: z.int('Um número inteiro válido é exigido.').min(1).default(1),
  threeDSecure: ThreeDSecure.optional(),
  postbackUrl: z.url('Informe uma URL válida.').optional(),
});
export type CheckoutRequest = z.infer<typeof CheckoutRequest>;

/** Reads a body, or says what is wrong with which field. */
export function parseCheckoutRequest(
  body: unknown,
): { request: CheckoutRequest } | { errors: FieldErrors } {
  const parsed = CheckoutRequest.safeParse(body);
  return parsed.success ? { request: parsed.data } : { errors: collectErrors(parsed.error) };
}

function collectErrors({ issues }: z.ZodError): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) {
    const field = String(path[0] ?? 'non_field_errors');
    const messages = (errors[field] ??= []);
    if (!messages.includes(message)) messages.push(message);
  }
  return errors;
}
