import type { CheckoutRequest } from '@card-checkout/contract';
import type { Order } from '../order/order.ts';
import { requestOf, type RequestRules } from '../payments-api/payment-request.ts';
import { templatePaths } from '../payments-api/template-values.ts';
import { columns } from './terminal.ts';

/** The order of examples. */
export const exampleOrder: Order = { id: 'order-1', amountCentavos: 12_990, maxInstallments: 12 };

/** A payment of Cielo's sandbox, with every member. */
export const examplePayment: CheckoutRequest = {
  order: '',
  card: {
    number: '4000000000002701',
    holder: 'MARIA DA SILVA',
    expiry: '2030-12',
    securityCode: '123',
    kind: 'credit',
  },
  payer: {
    docType: 'cpf',
    document: '52998224725',
    name: 'Maria da Silva',
    email: 'maria@example.com',
    phone: '+5511987654321',
    address: { street: 'Rua A', number: '1', city: 'São Paulo', state: 'SP', zipCode: '01001000' },
  },
  installments: 3,
  threeDSecure: {
    Cavv: 'AAABBBEAUAAAAAAAAAAAAAAAAAA=',
    Eci: '05',
    Version: '2.2.0',
    Xid: 'Y2FyZGluYWxjb21tZXJjZWF1dGg=',
    ReferenceId: '6d8e1b5c-1f0a-4a7e-9b1d-0a5f6a7b8c9d',
  },
  fraud: { sessionId: '0b7f6f7e-7a55-4a1e-8a0f-3f0f5e0d7c21', completed: true },
};

/** Describes the request template in use: its JSON, every `$path`, and a request that it makes. */
export function templateReport(rules: RequestRules, isJson: boolean): string {
  const { source } = rules.template;
  const example = requestOf(rules, exampleOrder, examplePayment, { secret: '…' });
  if (isJson) return jsonOf({ template: source, paths: templatePaths, example });
  const rows = Object.entries(templatePaths).map(([path, meaning]) => [`$${path}`, meaning]);
  return [
    `The template:\n${jsonOf(source)}`,
    columns(['PATH', 'MEANING'], rows),
    `The request of a buyer who typed everything:\n${jsonOf(example)}`,
  ].join('\n\n');
}

/** Writes JSON for people. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
