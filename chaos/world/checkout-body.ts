import { signOrder, type OrderToSign } from '../../packages/proxy/src/order/order-token.ts';
import { securityCode } from './cards.ts';

export const orderSecret = 'an order secret of chaos, of 32 bytes';

/** Writes the body of `POST /api/checkout/` for an order. */
export async function checkoutBody(
  order: OrderToSign,
  number = '4000000000002701',
): Promise<string> {
  return JSON.stringify({
    order: await signOrder(order, orderSecret),
    card: { number, holder: 'MARIA DA SILVA', expiry: '2035-12', securityCode, kind: 'credit' },
    payer: { docType: 'cpf', document: '52998224725' },
    installments: 1,
  });
}
