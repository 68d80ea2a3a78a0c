import dropIn from 'braintree-web-drop-in';

window.startForm = () =>
  dropIn.create({
    // Nobody's, but of the right form.
    authorization: 'sandbox_abcd1234_abcdefgh12345678',
    container: '#form',
    locale: 'pt_BR',
  });
