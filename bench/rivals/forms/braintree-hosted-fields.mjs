import client from 'braintree-web/client';
import hostedFields from 'braintree-web/hosted-fields';

await hostedFields.create({
  // Made up, but of the right form.
  client: await client.create({ authorization: 'sandbox_abcd1234_abcdefgh12345678' }),
  fields: {
    number: { selector: '#number' },
    expirationDate: { selector: '#expiry' },
    cvv: { selector: '#security-code' },
    cardholderName: { selector: '#holder' },
  },
});
