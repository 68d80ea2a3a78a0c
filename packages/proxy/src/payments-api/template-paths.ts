import { phoneIn, withDetails } from '@card-checkout/contract/payer';
import type { Purchase } from '../order/purchase.ts';

/** What a try has besides its purchase. */
export interface TryIds {
  merchantId: string;
  paymentId: string;
  /** Absent without `PUBLIC_URL`. */
  postbackUrl: string | undefined;
}

type Value = string | number | boolean | undefined;

/** Returns a try's value at a path; `undefined` if there is none. */
export type TemplateValues = (path: string) => Value;

type Take = (of: Parts) => Value;

type Parts = ReturnType<typeof partsOf>;

/** What a request may hold as `$path`: its meaning, and where it comes from. */
export const templatePaths = {
  merchantId: ['MERCHANT_ID, a text', (of) => of.merchantId],
  paymentId: ["the payment's id, a UUID; the same in each try", (of) => of.paymentId],
  postbackUrl: ['where to post back to about this try; needs PUBLIC_URL', (of) => of.postbackUrl],
  'order.id': ["the order's id, `sub` of its token", (of) => of.order.id],
  'order.amount': ['what is charged, in centavos, with the interest of a plan', (of) => of.amount],
  'order.amountDecimal': ['what is charged, in reais, a text like 129.90', (of) => reaisOf(of)],
  'order.amountComma': ['the same, like 129,90', (of) => reaisOf(of).replace('.', ',')],
  'order.cashAmount': ['the same in centavos without interest', (of) => of.order.amountCentavos],
  installments: ['how many, a number; 1 is paying at once', (of) => of.installments],
  'plan.amount': ['one installment in centavos, if the order has plans', (of) => of.plan?.amount],
  'plan.monthlyRate': ["the plan's interest per month, in percent", (of) => of.plan?.monthlyRate],
  'card.number': ['the digits of the card number', (of) => of.card.number],
  'card.brand': ['a word like visa or mastercard, if the brand is known', (of) => of.brand],
  'card.holder': ['the name on the card', (of) => of.card.holder.trim()],
  'card.expiry': ['a text like 2030-12', (of) => of.card.expiry],
  'card.expiryMonth': ['a text, 01 to 12', (of) => of.card.expiry.slice(5)],
  'card.expiryYear': ['a text like 2030', (of) => of.card.expiry.slice(0, 4)],
  'card.expiryShortYear': ['a text like 30', (of) => of.card.expiry.slice(2, 4)],
  'card.securityCode': ['three or four digits, a text', (of) => of.card.securityCode],
  'card.kind': ['credit or debit', (of) => of.card.kind],
  'payer.docType': ['cpf or cnpj', (of) => of.payer.docType],
  'payer.document': ['the CPF or CNPJ without punctuation', (of) => of.payer.document],
  'payer.name': ["the buyer's name", (of) => of.payer.name],
  'payer.firstName': ['its first word', (of) => nameOf(of)[1]],
  'payer.lastName': ['the words after it', (of) => nameOf(of)[2]],
  'payer.email': ["the buyer's e-mail address", (of) => of.payer.email],
  'payer.phone': ["the buyer's telephone number, as typed", (of) => of.payer.phone],
  'payer.phone.country': ['55; absent abroad, like the next two', (of) => of.phone?.country],
  'payer.phone.area': ['its area code, two digits', (of) => of.phone?.area],
  'payer.phone.number': ['its eight or nine digits', (of) => of.phone?.number],
  'payer.address.street': ["the buyer's street", (of) => of.address.street],
  'payer.address.number': ['the number in the street', (of) => of.address.number],
  'payer.address.complement': ['such as a flat', (of) => of.address.complement],
  'payer.address.district': ['the bairro', (of) => of.address.district],
  'payer.address.city': ['the city', (of) => of.address.city],
  'payer.address.state': ['two letters', (of) => of.address.state],
  'payer.address.zipCode': ['the CEP', (of) => of.address.zipCode],
  'payer.address.country': ['two letters', (of) => of.address.country],
  'threeDSecure.Cavv': ['the cryptogram of the authentication', (of) => of.threeDSecure?.Cavv],
  'threeDSecure.Eci': ['the result of the authentication', (of) => of.threeDSecure?.Eci],
  'threeDSecure.Version': ['of 3-D Secure, like 2.2.0', (of) => of.threeDSecure?.Version],
  'threeDSecure.Xid': ['the id of the authentication', (of) => of.threeDSecure?.Xid],
  'threeDSecure.ReferenceId': ['another id of it', (of) => of.threeDSecure?.ReferenceId],
  'fraud.sessionId': ["the id of the fraud script's session", (of) => of.fraud?.sessionId],
  'fraud.completed': ['whether the fraud script finished', (of) => of.fraud?.completed],
} as const satisfies Record<string, readonly [meaning: string, Take]>;

export type TemplatePath = keyof typeof templatePaths;

export function isTemplatePath(path: string): path is TemplatePath {
  return Object.hasOwn(templatePaths, path);
}

export function templateValues(purchase: Purchase, ids: TryIds): TemplateValues {
  const parts = partsOf(purchase, ids);
  return (path) => (isTemplatePath(path) ? templatePaths[path][1](parts) : undefined);
}

/** The payer that the shop signed overrides what the buyer typed, but for the document. */
function partsOf({ order, request, amountCentavos, plan, card: { brand } }: Purchase, ids: TryIds) {
  const { document } = request.payer;
  const payer = order.payer
    ? { ...withDetails(request.payer, order.payer), document }
    : request.payer;
  const { address = {} } = payer;
  const phone = phoneIn(payer.phone);
  return { ...request, ...ids, order, plan, brand, amount: amountCentavos, payer, phone, address };
}

function reaisOf({ amount }: Parts): string {
  return (amount / 100).toFixed(2);
}

function nameOf({ payer: { name = '' } }: Parts): readonly string[] {
  return /^(\S+)(?:\s+(.+))?$/.exec(name.trim()) ?? [];
}
