import { beforeEach, describe, expect, it, vi } from 'vitest';
import { part, payTimed, press, startCheckout, usePayingPage } from '../../testing/paying-page.ts';
import type { ThreeDSContext } from '../three-ds/adapter.ts';
import type { ThreeDSStatus } from '../three-ds/outcome.ts';

const page = usePayingPage();
const data = { Cavv: 'AAABBZEEBgAAAAAAAAQGAAAAAAA=', Eci: '05', Version: '2.2.0' };
const never = new Promise<never>(() => {});

beforeEach(() => {
  vi.stubGlobal('document', { ...part, createElement: () => ({ ...part }) });
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
  authenticate: (context: ThreeDSContext) => Promise<object>,
  { started, pressed } = authenticated(),
) {
  // A merchant's adapter may return anything.
  Object.assign(started.host, { threeDSAdapter: { authenticate } });
  const paid = await payTimed(pressed, started);
  return { ...paid, told: started.told };
}

const sentProofs = () => page.proxy.received.map(({ threeDSecure }) => threeDSecure);
const tokenCalls = () => page.proxy.calls.filter(({ name }) => name.includes('/3ds/token/'));

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

describe('an authentication', () => {
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

async function unavailableWithoutToken(context: ThreeDSContext): Promise<object> {
  return context.getToken().then(
    () => ({ status: 'authenticated', data }),
    () => ({ status: 'unavailable' }),
  );
}
