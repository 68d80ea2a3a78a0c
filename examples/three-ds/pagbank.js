/**
 * Authenticates by PagBank's script, with these settings of the proxy: THREE_DS_PROVIDER=pagbank,
 * THREE_DS_SCRIPT_URL=https://assets.pagseguro.com.br/checkout-sdk-js/rc/dist/browser/pagseguro.min.js,
 * the API_FILE of ../api/pagbank, and a THREE_DS_TOKEN_URL that answers with the `session` of PagBank's
 * POST /checkout-sdk/sessions. PagBank keeps the proof; the browser gets its id.
 *
 * @type {import('@card-checkout/widget').ThreeDSAdapter}
 */
export const pagbank = {
  async authenticate(context, { order, card, payer, phone }) {
    const session = await context.getToken();
    const { window: realm, document } = await context.host.openRealm();
    const script = document.createElement('script');
    script.src = context.scriptUrl;
    const loaded = new Promise((resolve, reject) => {
      script.addEventListener('load', resolve);
      script.addEventListener('error', () => reject(new Error('the script is blocked')));
    });
    document.head.append(script);
    await context.within('script', loaded);

    const env = context.environment === 'production' ? 'PROD' : 'SANDBOX';
    realm.PagSeguro.setUp({ session, env });
    const { street, number, complement, city, state, zipCode } = payer.address ?? {};
    const billingAddress = { street, number, complement, city, regionCode: state, country: 'BRA' };
    const { status, id, authenticationStatus } = await realm.PagSeguro.authenticate3DS({
      data: {
        customer: {
          name: payer.name ?? card.holder,
          email: payer.email,
          phones: phone && [{ ...phone, type: 'MOBILE' }],
        },
        paymentMethod: {
          type: card.kind === 'debit' ? 'DEBIT_CARD' : 'CREDIT_CARD',
          installments: order.installments,
          card: {
            number: card.number,
            expMonth: card.expiryMonth,
            expYear: card.expiryYear,
            holder: { name: card.holder },
          },
        },
        amount: { value: order.amountCentavos, currency: 'BRL' },
        billingAddress: street && { ...billingAddress, postalCode: zipCode },
        dataOnly: false,
      },
      beforeChallenge: (challenge) => {
        context.host.show();
        challenge.open();
      },
    });
    const isAuthenticated = authenticationStatus === 'AUTHENTICATED';
    const statuses = {
      AUTH_FLOW_COMPLETED: isAuthenticated ? 'authenticated' : 'failed',
      AUTH_NOT_SUPPORTED: 'unavailable',
      CHANGE_PAYMENT_METHOD: 'failed',
    };
    return { status: statuses[status] ?? 'error', data: { ReferenceId: id } };
  },
};
