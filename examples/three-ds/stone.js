/**
 * Authenticates by the script of Stone and Pagar.me, with the proxy's
 * THREE_DS_SCRIPT_URL=https://3ds-nx-js.stone.com.br/live/v2/3ds2.min.js, and `"proof": "reference"` in its
 * API_FILE: Stone gives the browser no Cavv, but an id.
 *
 * @type {import('@card-checkout/widget').ThreeDSAdapter}
 */
export const stone = {
  async authenticate(context, { order, card, payer }) {
    const { window: realm, document } = await context.host.openRealm();
    const script = document.createElement('script');
    script.src = context.scriptUrl;
    const loaded = new Promise((resolve, reject) => {
      script.addEventListener('load', resolve);
      script.addEventListener('error', () => reject(new Error('the script is blocked')));
    });
    document.head.append(script);
    await context.within('script', loaded);

    const method = document.body.appendChild(document.createElement('div'));
    const challenge = document.body.appendChild(document.createElement('div'));
    new ResizeObserver(([{ contentRect }]) => {
      if (contentRect.height > 100) context.host.show();
    }).observe(challenge);

    const kind = card.kind === 'debit' ? 'debit_card' : 'credit_card';
    const [answer] = await realm.TDS.init(
      {
        // The token expires after 20 s, so fetch it last.
        token: await context.getToken(),
        tds_method_container_element: method,
        challenge_container_element: challenge,
        use_default_challenge_iframe_style: true,
        challenge_window_size: '03',
      },
      {
        payments: [
          {
            payment_method: kind,
            amount: order.amountCentavos,
            [kind]: {
              card: {
                number: card.number,
                holder_name: card.holder,
                exp_month: card.expiryMonth,
                exp_year: card.expiryYear,
              },
            },
          },
        ],
        customer: { name: payer.name ?? card.holder, email: payer.email },
      },
    );
    if (answer.challenge_canceled) return { status: 'cancelled' };
    const statuses = {
      Y: 'authenticated',
      A: 'attempted',
      N: 'failed',
      R: 'failed',
      U: 'unavailable',
    };
    const status = statuses[answer.trans_status] ?? 'error';
    return { status, data: { ReferenceId: answer.tds_server_trans_id } };
  },
};
