import { describe, expect, it } from 'vitest';
import type { ThreeDSRequest } from '../adapter.ts';
import { cieloFields } from './cielo-fields.ts';

const request: ThreeDSRequest = {
  order: { id: 'pedido-0001/A', amountCentavos: 12_990, installments: 3 },
  card: {
    number: '4000000000002701',
    holder: 'MARIA DA SILVA',
    expiryMonth: '12',
    expiryYear: '2030',
    kind: 'credit',
    brand: 'visa',
  },
  phone: { country: '55', area: '11', number: '999998888' },
  payer: {
    document: '52998224725',
    name: 'José da Conceição',
    email: 'jose@example.com',
    phone: '(11) 99999-8888',
    address: {
      street: 'Rua São João',
      number: '10',
      city: 'São Paulo',
      state: 'sp',
      zipCode: '01035-000',
    },
  },
  cart: [{ name: 'Café', sku: 'C1', quantity: 2, unitPriceCentavos: 6_495 }],
  clientIp: '203.0.113.7',
  merchantUrl: 'https://shop.example',
};

describe('cieloFields', () => {
  it('writes everything that is known, in the formats of the manual', () => {
    expect(cieloFields(request)).toEqual({
      auth: 'true',
      auth_suppresschallenge: 'false',
      ordernumber: 'pedido0001A',
      currency: '986',
      totalamount: '12990',
      installments: '3',
      paymentmethod: 'Credit',
      cardnumber: '4000000000002701',
      cardexpirationmonth: '12',
      cardexpirationyear: '2030',
      order_productcode: 'PHY',
      transaction_mode: 'S',
      merchant_url: 'https://shop.example',
      device_channel: 'Browser',
      device_ipaddress: '203.0.113.7',
      billto_customerid: '52998224725',
      billto_contactname: 'Jose da Conceicao',
      billto_phonenumber: '5511999998888',
      billto_email: 'jose@example.com',
      billto_street1: 'Rua Sao Joao 10',
      billto_city: 'Sao Paulo',
      billto_state: 'SP',
      billto_zipcode: '01035000',
      billto_country: 'BR',
      shipto_sameasbillto: 'true',
      cart_1_name: 'Cafe',
      cart_1_sku: 'C1',
      cart_1_quantity: '2',
      cart_1_unitprice: '6495',
    });
  });

  it('adds no code of Brazil to a number of another country', () => {
    const payer = { ...request.payer, phone: '+14155552671' };

    expect(cieloFields({ ...request, payer, phone: undefined })).toMatchObject({
      billto_phonenumber: '14155552671',
    });
  });

  it('leaves out what is not known, and takes the name from the card', () => {
    const payer = { document: '52998224725' };
    const fields = cieloFields({ ...request, payer, phone: undefined, cart: [] });

    expect(fields).toMatchObject({ billto_contactname: 'MARIA DA SILVA' });
    expect(Object.keys(fields).filter((name) => /street|phone|email|cart/.test(name))).toEqual([]);
  });
});
