import { membersOf } from '../members.ts';
import type { ThreeDSAdapter, ThreeDSRequest } from './adapter.ts';
import { watchForChallenge } from './challenge-watch.ts';
import type { ThreeDSOutcome, ThreeDSStatus } from './outcome.ts';
import { connectEarly, insertProviderScript } from './provider-script.ts';
import type { Realm } from './realm.ts';
import { outcomeOfTransStatus } from './emv/trans-status.ts';
import { windowSizeIn } from './window-size.ts';

const statuses: ReadonlyMap<unknown, ThreeDSStatus> = new Map(Object.entries(outcomeOfTransStatus));

/**
 * Authenticates with the script of Stone and Pagar.me (`TDS.init`, docs.pagar.me "3DS"), which draws into
 * containers that it is given. It tells the browser no CAVV and no ECI, only an id of the authentication, so
 * there is no proof that the payments API would take (payments-api.md section 2): with `three-ds="required"`
 * such a payment stops.
 */
export const stone: ThreeDSAdapter = {
  prepare: async (settings) => connectEarly(settings),

  async authenticate(context, request): Promise<ThreeDSOutcome> {
    const realm = await context.host.openRealm();
    const { promise: loaded, resolve: onEnd } = Promise.withResolvers<boolean>();
    insertProviderScript(realm, context, {
      onLoad: () => onEnd(true),
      onBlocked: () => onEnd(false),
    });
    if (!(await context.within('script', loaded))) return { status: 'blocked', cause: 'script' };

    const stopWatching = watchForChallenge(realm.document, () => context.host.show());
    try {
      // The token lives for 20 s, so it is fetched last.
      const options = {
        token: await context.getToken(),
        tds_method_container_element: addContainer(realm),
        challenge_container_element: addContainer(realm),
        use_default_challenge_iframe_style: true,
        challenge_window_size: windowSizeIn(realm.window),
      };
      const answers = await callInit(realm, options, orderData(request));
      return outcomeOf(answers);
    } finally {
      stopWatching();
    }
  },
};

function addContainer({ document }: Realm): HTMLElement {
  const container = document.createElement('div');
  document.body.append(container);
  return container;
}

/** Calls `TDS.init`; throws when the script has brought no such function. */
async function callInit(realm: Realm, options: object, order: object): Promise<unknown> {
  const tds: unknown = Reflect.get(realm.window, 'TDS');
  const init: unknown =
    typeof tds === 'object' && tds !== null ? Reflect.get(tds, 'init') : undefined;
  if (typeof init !== 'function') throw new Error('the script has no TDS.init');
  const answers: unknown = await Reflect.apply(init, tds, [options, order]);
  return answers;
}

/** Reads the first entry, of the one payment that was asked about. */
function outcomeOf(answers: unknown): ThreeDSOutcome {
  const first = membersOf(Array.isArray(answers) ? answers[0] : answers);
  if (first.get('challenge_canceled') === true) return { status: 'cancelled' };
  const id = first.get('tds_server_trans_id');
  return {
    status: statuses.get(first.get('trans_status')) ?? 'error',
    ...(typeof id === 'string' && { data: { ReferenceId: id } }),
  };
}

function orderData({ order, card, payer }: ThreeDSRequest): object {
  const { address } = payer;
  const billing = address && {
    country: address.country ?? 'BR',
    state: address.state,
    city: address.city,
    zip_code: address.zipCode?.replaceAll(/\D/g, ''),
    line_1: [address.number, address.street, address.district].filter(Boolean).join(', '),
    line_2: address.complement,
  };
  return {
    payments: [
      {
        payment_method: card.kind === 'debit' ? 'debit_card' : 'credit_card',
        [card.kind === 'debit' ? 'debit_card' : 'credit_card']: {
          card: {
            number: card.number,
            holder_name: card.holder,
            exp_month: card.expiryMonth,
            exp_year: card.expiryYear,
            billing_address: billing,
          },
        },
        amount: order.amountCentavos,
      },
    ],
    customer: { name: payer.name ?? card.holder, email: payer.email, phones: phones(payer.phone) },
  };
}

/** Takes a phone apart as Pagar.me wants it; what is no Brazilian number is left out. */
function phones(phone: string | undefined): object | undefined {
  const digits = phone?.replaceAll(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '');
  const [, area, number] = /^(\d{2})(\d{8,9})$/.exec(digits ?? '') ?? [];
  return area === undefined
    ? undefined
    : { mobile_phone: { country_code: '55', area_code: area, number } };
}
