import type { Address } from '@card-checkout/contract/payer';
import type { CartItem, ThreeDSRequest } from '../adapter.ts';

/** ISO 4217 number of the real; Cielo's manual also has `BRL`, but its example uses the number. */
const brazilianReal = '986';

/**
 * Returns a request as fields of the MPI script, by class name without `bpmpi_` (Cielo's manual, table
 * of fields). Omits unknown values. Converts names and addresses to ASCII: some issuers refuse anything
 * else.
 */
export function cieloFields(request: ThreeDSRequest): Record<string, string> {
  const { order, card, payer } = request;
  return withoutBlanks({
    auth: 'true',
    auth_suppresschallenge: 'false',
    ordernumber: order.id.replaceAll(/[^\dA-Za-z]/g, '').slice(0, 50),
    currency: brazilianReal,
    totalamount: String(order.amountCentavos),
    installments: String(order.installments),
    paymentmethod: card.kind === 'debit' ? 'Debit' : 'Credit',
    cardnumber: card.number,
    cardexpirationmonth: card.expiryMonth,
    cardexpirationyear: card.expiryYear,
    order_productcode: 'PHY',
    transaction_mode: 'S',
    merchant_url: request.merchantUrl.slice(0, 100),
    device_channel: 'Browser',
    device_ipaddress: request.clientIp,
    billto_customerid: payer.document,
    billto_contactname: ascii(payer.name ?? card.holder, 120),
    billto_phonenumber: phoneOf(request),
    billto_email: payer.email?.slice(0, 255),
    ...billingAddress(payer.address),
    shipto_sameasbillto: 'true',
    ...cartFields(request.cart),
  });
}

function billingAddress(address: Address = {}): Record<string, string | undefined> {
  const { street, number, district, complement, zipCode } = address;
  return {
    billto_street1: ascii([street, number].filter(Boolean).join(' '), 60),
    billto_street2: ascii([complement, district].filter(Boolean).join(' '), 60),
    billto_city: ascii(address.city, 50),
    billto_state: address.state?.toUpperCase(),
    billto_zipcode: zipCode?.replaceAll(/\D/g, ''),
    billto_country: street === undefined ? undefined : (address.country ?? 'BR'),
  };
}

function cartFields(cart: readonly CartItem[]): Record<string, string | undefined> {
  const fields = cart.flatMap(({ name, sku, quantity, unitPriceCentavos }, index) =>
    Object.entries({
      [`cart_${index + 1}_name`]: ascii(name, 255),
      [`cart_${index + 1}_sku`]: ascii(sku, 255),
      [`cart_${index + 1}_quantity`]: String(quantity),
      [`cart_${index + 1}_unitprice`]: String(unitPriceCentavos),
    }),
  );
  return Object.fromEntries(fields);
}

/** Returns 15 digits at most, with the code 55 for a number of Brazil. */
function phoneOf({ phone, payer }: ThreeDSRequest): string | undefined {
  const text = phone ? phone.country + phone.area + phone.number : payer.phone;
  return text?.replaceAll(/\D/g, '').slice(0, 15);
}

function ascii(text: string | undefined, maxLength: number): string | undefined {
  return text
    ?.normalize('NFD')
    .replaceAll(/[^\u{20}-\u{7E}]/gu, '')
    .slice(0, maxLength);
}

function withoutBlanks(fields: Record<string, string | undefined>): Record<string, string> {
  const filled: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) if (value) filled[name] = value;
  return filled;
}
