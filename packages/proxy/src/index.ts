import { CheckoutRequest, type Payment } from '@card-checkout/contract';
export function parse(body: unknown): CheckoutRequest {
  return CheckoutRequest.parse(body);
}
export const x: Payment | undefined = undefined;
