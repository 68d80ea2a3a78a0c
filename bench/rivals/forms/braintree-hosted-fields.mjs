import client from 'braintree-web/client';
import hostedFields from 'braintree-web/hosted-fields';

await hostedFields.create({
  // Made up, but of the right form.
  client: await client.create({ authorization: 'sandbox_abcd1234_abcdefgh12345678' }),
  // It stops where Braintree would have to answer, so one field will do.
  fields: { number: { selector: '#form' } },
});
