import dropIn from 'braintree-web-drop-in';

await dropIn.create({
  // Made up, but of the right form.
  authorization: 'sandbox_abcd1234_abcdefgh12345678',
  container: '#form',
  locale: 'pt_BR',
});
