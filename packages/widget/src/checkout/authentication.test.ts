import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  endOf,
  load,
  payTimed,
  press,
  startCheckout,
  stepsIn,
  usePayingPage,
} from '../../testing/paying-page.ts';
import { config, isForOrder } from '../../testing/scripted-proxy.ts';
import type { ThreeDSContext, ThreeDSRequest } from '../three-ds/adapter.ts';
import type { ThreeDSStatus } from '../three-ds/outcome.ts';

const page = usePayingPage();
const data = { Cavv: 'AAABBZEEBgAAAAAAAAQGAAAAAAA=', Eci: '05', Version: '2.2.0' };
const never = new Promise<never>(() => {});
beforeEach(() => {
  page.proxy.meets = ({ name }) =>
    name.includes('/3ds/token/') ? { json: { token: 'token-1' } } : 'passes';
});

/** A card of that kind, on a page that has set these. */
function authenticated(
  kind: 'credit' | 'debit' = 'credit',
  set: Parameters<typeof startCheckout>[0] = {},
) {
  const pressed = press();
  const card = { ...pressed.request.card, kind };
  const started = startCheckout({ threeDS: 'required', ...set });
  return { started, pressed: { ...pressed, request: { ...pressed.request, card } } };
}

/** Runs a payment with an adapter; returns its end, its steps and when it ended. */
async function payBy(
  authenticate: (context: ThreeDSContext, request: ThreeDSRequest) => Promise<object>,
  { started, pressed } = authenticated(),
) {
  // A merchant's adapter may return anything.
  Object.assign(started.host, { threeDSAdapter: { authenticate } });
  const paid = await payTimed(pressed, started);
  return { ...paid, told: started.told };
}

const sentProofs = () => page.proxy.received.map(({ threeDSecure }) => threeDSecure);
const isForToken = ({ name }: { name: string }) => name.includes('/3ds/token/');
const tokenCalls = () => page.proxy.calls.filter(isForToken);
const abortedTokens = () => tokenCalls().map(({ signal }) => signal?.aborted);

// The whole table is in policy.test.ts; here is each of its rows once, as a payment.
it.each([
  { status: 'authenticated', mode: 'required', kind: 'credit', end: 'approved', proof: data },
  { status: 'attempted', mode: 'preferred', kind: 'debit', end: 'approved', proof: data },
  { status: 'data_only', mode: 'required', kind: 'credit', end: 'three_ds_unavailable' },
  { status: 'data_only', mode: 'preferred', kind: 'credit', end: 'approved' },
  { status: 'unavailable', mode: 'preferred', kind: 'debit', end: 'three_ds_unavailable' },
  { status: 'failed', mode: 'preferred', kind: 'credit', end: 'three_ds_failed' },
  { status: 'cancelled', mode: 'preferred', kind: 'credit', end: 'three_ds_cancelled' },
  { status: 'timeout', mode: 'preferred', kind: 'credit', end: 'three_ds_timeout' },
  { status: 'error', mode: 'required', kind: 'credit', end: 'three_ds_unavailable', asked: 2 },
  { status: 'error', mode: 'preferred', kind: 'credit', end: 'approved', asked: 2 },
  { status: 'blocked', mode: 'off', kind: 'credit', end: 'approved', asked: 0 },
  { status: 'not_enrolled', mode: 'off', kind: 'debit', end: 'three_ds_unavailable' },
] as const)(
  '$status with $kind, where authentication is $mode, ends as $end',
  async ({ status, mode, kind, end, asked = 1, proof }) => {
    const authenticate = vi.fn(async () => ({ status, data: { ...data, Eci: '5' } }));
    const ended = await payBy(authenticate, authenticated(kind, { threeDS: mode }));

    expect(ended.end).toBe(end);
    expect(authenticate).toHaveBeenCalledTimes(asked);
    expect(sentProofs()).toEqual(end === 'approved' ? [proof] : []);
  },
);

// Page and proxy each say what a payment needs; `policy.test.ts` has every pair.
it.each([
  { proxy: 'required', page: 'off', end: 'three_ds_unavailable' },
  { proxy: 'off', page: 'required', end: 'three_ds_unavailable' },
  { proxy: 'preferred', page: 'off', end: 'approved' },
] as const)(
  'without a proof, where the proxy says $proxy and the page $page, ends as $end',
  async ({ proxy, page: threeDS, end }) => {
    page.proxy.config = { ...config, threeDS: proxy };
    const authenticate = vi.fn(async () => ({ status: 'unavailable' }));
    const ended = await payBy(authenticate, authenticated('credit', { threeDS }));

    expect(ended.end).toBe(end);
    expect(authenticate).toHaveBeenCalledTimes(1);
  },
);

it('whose proof is an id pays where the API wants that', async () => {
  const ReferenceId = '3DS_15CB7893-4D23-44FA-97B7-AC1BE516D418';
  page.proxy.config = { ...config, threeDS: 'required', proof: 'reference' };
  const { end } = await payBy(async () => ({ status: 'authenticated', data: { ReferenceId } }));

  expect(end).toBe('approved');
  expect(sentProofs()).toEqual([{ ReferenceId }]);
});

describe('an authentication', () => {
  it('tells an adapter what the bank asks about, and where the provider is', async () => {
    const given: unknown[] = [];
    const paying = authenticated('credit', { nonce: 'nonce-1', cart: [] });
    await payBy(async ({ environment, scriptUrl, nonce }, request) => {
      given.push({ environment, scriptUrl, nonce }, request);
      return { status: 'authenticated', data };
    }, paying);

    expect(given).toEqual([
      {
        environment: 'sandbox',
        scriptUrl: 'https://mpi.example/script.js',
        nonce: 'nonce-1',
      },
      {
        order: { id: 'order-1', amountCentavos: 100, installments: 1 },
        card: {
          number: '4000000000002701',
          holder: 'A',
          expiryMonth: '12',
          expiryYear: '2030',
          kind: 'credit',
          brand: 'visa',
        },
        payer: { docType: 'cpf', document: '52998224725' },
        phone: undefined,
        cart: [],
        clientIp: '192.0.2.1',
        merchantUrl: 'https://shop.example',
      },
    ]);
  });

  it('of a card without a known brand goes on, and a page without a nonce has none', async () => {
    const { started, pressed } = authenticated();
    const card = { ...pressed.request.card, number: '9999999999999995' };
    const given: unknown[] = [];
    const { end } = await payBy(
      async ({ nonce }, request) => {
        given.push(nonce, request.card.brand);
        return { status: 'authenticated', data };
      },
      { started, pressed: { ...pressed, request: { ...pressed.request, card } } },
    );

    expect([end, given]).toEqual(['approved', [undefined, undefined]]);
  });

  it("asks for no token before the page's own adapter wants one", async () => {
    await payBy(async () => ({ status: 'authenticated', data }));

    expect(tokenCalls()).toEqual([]);
  });

  it("runs the provider's own adapter in the frame where that needs no other origin", async () => {
    const surroundings = {
      merchantUrl: 'https://shop.example',
      realmUrl: 'https://proxy.example/realm',
      reload: () => undefined,
    };
    const { end } = await payBy(
      async () => ({ status: 'authenticated', data }),
      authenticated('credit', { surroundings }),
    );

    expect(end).toBe('approved');
  });

  it.each([
    ['challenge authenticated', { status: 'authenticated', data }],
    ['challenge error', { status: 'error' }],
  ])('that the page cancels when it hears "%s" charges nothing', async (heard, outcome) => {
    const paying = authenticated();
    paying.started.host.addEventListener('checkout-step', () => {
      if (paying.started.told.at(-1) === heard) paying.started.checkout.cancel();
    });
    const { end, told } = await payBy(async (context) => {
      await context.getToken();
      return outcome;
    }, paying);

    expect([end, told.at(-1)]).toEqual(['three_ds_cancelled', heard]);
    expect(sentProofs()).toEqual([]);
  });

  it('that fails keeps the cause for the page', async () => {
    const cause = new Error('no network');
    const paying = authenticated();
    await payBy(async () => ({ status: 'failed', cause }), paying);

    expect(paying.started.checkout.state).toMatchObject({ error: { cause } });
  });

  it('that fails is told to the page each time; each try has a token of its own', async () => {
    const statuses: ThreeDSStatus[] = ['error', 'authenticated'];
    const { end, told } = await payBy(async (context) => {
      await context.getToken();
      return { status: statuses.shift(), data };
    });

    expect(end).toBe('approved');
    expect(tokenCalls()).toHaveLength(2);
    expect(told.filter((step) => !step.includes('undefined'))).toEqual([
      'fraud completed',
      'token completed',
      'challenge error',
      'token completed',
      'challenge authenticated',
      'submit approved',
    ]);
  });

  it('that is called off says where', async () => {
    const paying = authenticated();
    const { told } = await payBy(async (context) => {
      await context.getToken();
      setTimeout(() => paying.started.checkout.hostDisconnected());
      return never;
    }, paying);

    expect(told.at(-1)).toBe('challenge cancelled');
    expect(sentProofs()).toEqual([]);
  });

  it.each([
    [90_000, 90_000],
    [300_000, 300_000],
    [5_000, 90_000],
    [10_000_000, 900_000],
  ])(
    'with a limit of %i ms ends after %i, and a later answer changes nothing',
    async (timeoutMs, ms) => {
      const late = async () =>
        new Promise<object>((resolve) => {
          setTimeout(() => resolve({ status: 'authenticated', data }), ms + 1_000);
        });
      const { end, afterMs } = await payBy(
        late,
        authenticated('credit', { threeDSTimeoutMs: timeoutMs }),
      );

      expect([end, afterMs]).toEqual(['three_ds_timeout', ms]);
      expect(sentProofs()).toEqual([]);
    },
  );

  it('whose script never answers is given up after 20 s, and not tried again', async () => {
    const authenticate = vi.fn(async ({ within }: ThreeDSContext) => within('script', never));

    expect(await payBy(authenticate)).toMatchObject({
      end: 'three_ds_blocked',
      afterMs: 20_000,
    });
    expect(authenticate).toHaveBeenCalledTimes(1);
  });
});

describe('a token', () => {
  it('has 10 s', async () => {
    page.proxy.meets = ({ name }) => (name.includes('/3ds/token/') ? 'hangs' : 'passes');

    expect(await payBy(async (context) => ({ token: await context.getToken() }))).toMatchObject({
      end: 'three_ds_no_token',
      afterMs: 10_000,
    });
    expect(tokenCalls()).toHaveLength(1);
  });

  it.each(['required', 'preferred'] as const)(
    'that cannot be had stops a payment where it is %s, whatever the adapter makes of it',
    async (mode) => {
      page.proxy.meets = ({ name }) => (name.includes('/3ds/token/') ? 'request lost' : 'passes');
      const { end, told } = await payBy(
        unavailableWithoutToken,
        authenticated('credit', { threeDS: mode }),
      );

      expect([end, told.at(-1)]).toEqual(['three_ds_no_token', 'token no_token']);
      expect(tokenCalls()).toHaveLength(4);
      expect(sentProofs()).toEqual([]);
    },
  );

  it('that comes after the end brings nothing back', async () => {
    page.proxy.meets = ({ name }) => (name.includes('/3ds/token/') ? 'hangs' : 'passes');
    const { end, told } = await payBy(async (context) => {
      void context.getToken().catch(() => undefined);
      return { status: 'not_enrolled' };
    });

    expect([end, told.at(-1)]).toEqual(['three_ds_unavailable', 'token not_enrolled']);
    expect(tokenCalls().map(({ signal }) => signal?.aborted)).toEqual([true]);
  });
});

describe("at the press, the provider's own adapter", () => {
  type Fate = ReturnType<typeof page.proxy.meets>;

  /** Presses when the form has loaded; look-up and token then meet this. */
  async function pressed(order: Fate, token: Fate, set: Parameters<typeof startCheckout>[0] = {}) {
    const { started, pressed: typed } = authenticated('credit', set);
    await load(started);
    const { adoptedStyleSheets } = started.host.renderRoot;
    const sheets = adoptedStyleSheets.length;
    page.proxy.calls.length = 0;
    page.proxy.meets = (call) => (isForOrder(call) ? order : isForToken(call) ? token : 'passes');
    void started.submit(typed);
    await vi.advanceTimersByTimeAsync(0);
    return { ...started, hasDialog: () => adoptedStyleSheets.length > sheets };
  }

  it('has its token and its realm before the order is looked up, but not the bank', async () => {
    const paying = await pressed('hangs', { json: { token: 'token-1' } });

    expect(page.proxy.methods.toSorted()).toEqual(['GET', 'order']);
    expect(paying.hasDialog()).toBe(true);
    expect(stepsIn(paying)).toEqual(['fraud']);
  });

  it('begins with the bank once nothing rules the payment out, and drops all when canceled', async () => {
    const paying = await pressed('passes', { json: { token: 'token-1' } });
    expect(stepsIn(paying)).toEqual(['fraud', 'token', 'challenge']);
    paying.checkout.cancel();
    await vi.advanceTimersByTimeAsync(0);

    expect(endOf(paying)).toBe('three_ds_cancelled');
    expect(paying.hasDialog()).toBe(false);
    expect(tokenCalls()).toHaveLength(1);
  });

  it('waits for a token that comes after the look-up, for 10 s', async () => {
    const paying = await pressed('passes', 'hangs');
    await vi.advanceTimersByTimeAsync(9_999);
    expect(stepsIn(paying)).toEqual(['fraud', 'token']);
    await vi.advanceTimersByTimeAsync(1);

    expect(endOf(paying)).toBe('three_ds_no_token');
    expect(paying.hasDialog()).toBe(false);
  });

  it('that gets no token says so after the look-up', async () => {
    const paying = await pressed('passes', { json: {} });

    expect(paying.told).toEqual([
      'fraud undefined',
      'fraud completed',
      'token undefined',
      'token no_token',
    ]);
    expect(endOf(paying)).toBe('three_ds_no_token');
  });

  it.each([
    [
      'approved',
      'another device has paid',
      { json: { config, payment: page.proxy.keep('key-1') } },
    ],
    ['order_invalid', 'the proxy refuses the order', { json: { code: 'order_invalid' } }],
  ] as const)('ends as %s where %s, and all else is dropped', async (end, _why, order) => {
    const paying = await pressed(order, 'hangs');

    expect(endOf(paying)).toBe(end);
    expect(abortedTokens()).toEqual([true]);
    expect(paying.hasDialog()).toBe(false);
    expect(stepsIn(paying)).not.toContain('token');
  });

  it.each(['three_ds_cancelled', 'three_ds_timeout'] as const)(
    'ends as %s while look-up and token hang, and nothing goes on',
    async (end) => {
      const paying = await pressed('hangs', 'hangs');
      if (end === 'three_ds_cancelled') paying.checkout.cancel();
      await vi.advanceTimersByTimeAsync(90_000);

      expect(endOf(paying)).toBe(end);
      expect(abortedTokens()).toEqual([true]);
      expect(paying.hasDialog()).toBe(false);
      expect(sentProofs()).toEqual([]);
    },
  );
});

async function unavailableWithoutToken(context: ThreeDSContext): Promise<object> {
  return context.getToken().then(
    () => ({ status: 'authenticated', data }),
    () => ({ status: 'unavailable' }),
  );
}
