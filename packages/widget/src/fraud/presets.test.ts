import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { finishProfile, startProfile } from './profile.ts';

const ourId = expect.stringMatching(/^[\da-f]{32}$/);

/** A script element, as far as it is used here. */
class Script extends EventTarget {
  src = '';
  readonly attributes = new Map<string, string>();

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }
}

let inserted: Script[] = [];
let page: Record<string, unknown> = {};
/** What the vendor's script does when it runs. */
let vendorScript = (): void => {};

/** An input, of which the class is all that is looked at. */
class Input {
  readonly value = 'vendor-1';
}

beforeEach(() => {
  vi.useFakeTimers();
  inserted = [];
  page = {};
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', new URL('https://shop.example/'));
  vi.stubGlobal('HTMLInputElement', Input);
  vi.stubGlobal('document', {
    createElement: () => new Script(),
    getElementById: (id: string) => page[`input ${id}`] ?? null,
    head: {
      append(script: Script) {
        inserted.push(script);
        vendorScript();
        script.dispatchEvent(new Event('load'));
      },
    },
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let addresses = 0;

/** Runs a vendor's script for one payment; returns what goes with it. */
async function profileOf(fragment: string, script = (): void => {}) {
  vendorScript = script;
  const fraudScriptUrl = `https://fraud.example/${++addresses}/{merchantId}/{sessionId}#${fragment}`;
  const started = startProfile({ fraudScriptUrl, merchantId: '7' }, undefined, undefined);
  if (!started) throw new Error('no profile was started');
  const finishing = finishProfile(started, new AbortController().signal);
  await vi.runAllTimersAsync();
  return finishing;
}

/** What ClearSale's function has queued. */
const queued = () => Object(page[String(page['CsdpObject'])]).q;

/** Runs a vendor's script whose id has a length. */
const longId = async (length: number) =>
  profileOf('global=BOX', () => Object.assign(page, { BOX: 'x'.repeat(length) }));

describe('the preset', () => {
  it('threatmetrix puts the id into the address, without hyphens', async () => {
    const { sessionId, completed } = await profileOf('preset=threatmetrix');

    expect(sessionId).toEqual(ourId);
    expect(completed).toBe(true);
    expect(inserted.map(({ src }) => new URL(src).pathname)).toEqual([
      `/${addresses}/7/${sessionId}`,
    ]);
  });

  it('nethone passes on the id and the sensitive fields, and completes the profile', async () => {
    const calls: unknown[] = [];
    const profile = await profileOf('preset=nethone', () => {
      page['dftp'] = {
        init: (options: unknown) => calls.push(options),
        profileCompleted: async () => calls.push('completed'),
      };
    });

    expect(profile).toEqual({ sessionId: ourId, completed: true });
    const sensitiveFields = ['number', 'expiry', 'securityCode', 'holder', 'document'];
    expect(calls).toEqual([{ attemptReference: profile.sessionId, sensitiveFields }, 'completed']);
    expect(inserted[0]?.attributes.get('crossorigin')).toBe('use-credentials');
  });

  it('nethone has no complete profile without its functions', async () => {
    const profile = await profileOf('preset=nethone', () => Object.assign(page, { dftp: {} }));

    expect(profile).toEqual({ sessionId: ourId, completed: false });
  });

  it('clearsale queues the key and the id for the script, beside the calls of the shop', async () => {
    let heard: unknown;
    const { sessionId, completed } = await profileOf('preset=clearsale&key=app-1', () => {
      heard = [...queued()];
    });
    const { csdp } = page;
    if (typeof csdp === 'function') csdp('send', 'checkout');

    expect(completed).toBe(true);
    const calls = [
      ['app', 'app-1'],
      ['sessionid', sessionId],
    ];
    expect(heard).toEqual(calls);
    expect(queued()).toEqual([...calls, ['send', 'checkout']]);
  });

  it('clearsale uses the function that the shop’s own tag has made', async () => {
    const heard: unknown[] = [];
    page['csdp'] = (...call: unknown[]) => heard.push(call);

    const { sessionId } = await profileOf('preset=clearsale&key=app-1');

    expect(heard).toEqual([
      ['app', 'app-1'],
      ['sessionid', sessionId],
    ]);
  });

  it('konduto gives its key, and takes the visitor that comes later', async () => {
    const Konduto = { getVisitorID: () => 'visitor-1' };
    const profile = await profileOf('preset=konduto&key=P123', () => {
      setTimeout(() => Object.assign(page, { Konduto }), 500);
    });

    expect(profile).toEqual({ sessionId: 'visitor-1', completed: true });
    // Without `post_on_load: false`, the script sends its event itself.
    expect(page['__kdt']).toEqual([{ public_key: 'P123' }]);
    expect(inserted[0]?.attributes.get('id')).toBe('kdtjs');
  });

  it.each([
    ['global=MADE_BY_VENDOR', 'MADE_BY_VENDOR', 'vendor-1'],
    ['input=black-box', 'input black-box', new Input()],
  ])('generic reads the id from %s', async (fragment, name, value) => {
    const profile = await profileOf(fragment, () => Object.assign(page, { [name]: value }));

    expect(profile).toEqual({ sessionId: 'vendor-1', completed: true });
  });

  it('generic sets attributes of the tag, with the session’s id', async () => {
    const { sessionId } = await profileOf('attr.view=checkout&attr.data-id=x-{sessionId}');

    expect([...(inserted[0]?.attributes ?? [])]).toEqual([
      ['view', 'checkout'],
      ['data-id', `x-${sessionId}`],
    ]);
  });

  it('generic takes an id of 4,096 characters, and ends at once for a longer one', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const begun = Date.now();

    expect(await longId(4096)).toEqual({ sessionId: 'x'.repeat(4096), completed: true });
    expect(await longId(4097)).toEqual({ sessionId: ourId, completed: false });
    expect(Date.now()).toBe(begun);
    expect(error.mock.lastCall).toEqual([expect.stringContaining('an id of 4097 characters')]);
  });

  it('generic waits 4 s for an id that never comes', async () => {
    const begun = Date.now();

    expect(await profileOf('global=NEVER')).toEqual({ sessionId: ourId, completed: false });
    expect(Date.now() - begun).toBe(4_000);
  });
});
