import { randomUUID } from 'node:crypto';
import {
  postbackUrlOf,
  type ReceivedRequest,
  type ScriptedAnswer,
} from '@card-checkout/testing/scripted-server';
import type { Claim } from '../../packages/proxy/src/attempt/outcome.ts';
import {
  breakStore,
  retrying,
  startProxy,
  startProxyWith,
  stoppedClock,
  type Answer,
  type RunningProxy,
} from '../../packages/proxy/testing/running-proxy.ts';

const words = new Map([
  ['charged', 'paid'],
  ['refused', 'refused'],
  ['exists', 'pending'],
]);
const merchantKey = 'a-merchant-key-of-at-least-32-bytes';
const settings = { ...retrying, SHUTDOWN_TIMEOUT_MS: '400', MERCHANT_KEY: merchantKey };

/** How long a postback waits for a failing store. */
const storeWaitMs = 10_000;

/** The clock that measures waits jumps whenever the store fails a postback. */
let aheadMs = 0;
const now = performance.now.bind(performance);
performance.now = () => now() + aheadMs;

/** Answers for the plans that don't end in a 5xx. */
const answers = {
  approve: { status: 200, json: { id: 'pay_1', status: 'approved' } },
  decline: { status: 400, json: { error: 'Recusado' } },
  pending: { status: 201, json: { id: 'pay_1', status: 'pending' } },
  rate_limit: { status: 429 },
  reset: 'reset',
} satisfies Record<string, ScriptedAnswer>;

/** What the API does with every request from one press of the button. */
export type Plan =
  keyof typeof answers | 'fail' | 'fail_then_approve' | `fail_after_postback_${Claim}`;

const operations = [
  ...([
    'begin',
    'closeOrder',
    'record',
    'recordPostback',
    'find',
    'findOrder',
    'postbackDelays',
  ] as const),
  ...(['interruptAbandoned', 'raiseOverdue', 'takeMessages', 'postpone', 'check'] as const),
];

/** A proxy in this process, with a payments API that follows the plan of the last press. */
export class ModelProxy {
  #received: readonly ReceivedRequest[] = [];
  #plan: Plan = 'approve';
  #requestsOfPress = 0;
  readonly #proxies: RunningProxy[] = [];
  #env = {};
  /** A stopped clock: otherwise a postback's timing would decide whether a 5xx is retried. */
  readonly #now = stoppedClock().now;
  #broken: { mockRestore(): void }[] = [];
  readonly #keys = Array.from({ length: 3 }, () => randomUUID());

  /** Starts on an empty database, by default a SQLite file. */
  async open(databaseUrl?: string): Promise<void> {
    const { service, env, proxy } = await startProxyWith(
      async (_number, got) => this.#answer(got),
      { ...settings, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
      { now: this.#now },
    );
    this.#received = service.received;
    this.#env = env;
    this.#proxies.push(proxy);
  }

  async restart(): Promise<void> {
    await this.close();
    this.#proxies.push(await startProxy(this.#env, { folder: this.#proxy.folder, now: this.#now }));
  }

  async close(): Promise<void> {
    this.breakStore(false);
    await this.#proxy.close();
  }

  breakStore(fails: boolean): void {
    for (const broken of this.#broken) broken.mockRestore();
    this.#broken = fails ? operations.map((operation) => breakStore(operation)) : [];
    if (!fails) return;
    breakStore('find').mockImplementation(async () => {
      aheadMs += storeWaitMs;
      throw new Error('disk full');
    });
  }

  /** Presses with one of three keys. Returns the payment's status or the error's code. */
  async press(number: number, plan: Plan): Promise<string> {
    this.#plan = plan;
    this.#requestsOfPress = 0;
    const headers = { Prefer: `wait=${endsInPending(plan) ? 0 : 30}` };
    return shownIn(await this.#proxy.pay({ key: this.#keys[number] ?? '', headers }));
  }

  /** Presses for another order, whose request gets no answer. */
  async pressAnother(): Promise<string> {
    this.#plan = 'reset';
    return shownIn(await this.#proxy.pay({ order: { sub: randomUUID() } }));
  }

  /** Requests for the order. */
  get received(): readonly ReceivedRequest[] {
    return this.#received.filter((got) => this.#keyOf(got) >= 0);
  }

  get otherRequests(): number {
    return this.#received.length - this.received.length;
  }

  async look(key: number): Promise<string> {
    return shownIn(await this.#proxy.call(`/api/checkout/${this.#keys[key]}`));
  }

  /** Posts a claim to the postback URL of the n-th request. Returns the HTTP status. */
  async postback(requestNumber: number, claim: Claim, isReadable = true): Promise<number> {
    const request = this.received[requestNumber];
    const body = isReadable ? { status: words.get(claim) } : '<paid/>';
    return request ? (await this.#proxy.postBack(request, body)).status : 200;
  }

  /** Returns the keys of the requests from the n-th on, in their order. */
  keysSince(requestNumber: number): number[] {
    return [...new Set(this.received.slice(requestNumber).map((got) => this.#keyOf(got)))];
  }

  #keyOf(got: ReceivedRequest): number {
    const url = postbackUrlOf(got);
    return this.#keys.findIndex((key) => url.includes(key));
  }

  /** Closes the order. Returns its status, or the code of the refusal. */
  async closeOrder(): Promise<string> {
    const headers = { Authorization: `Bearer ${merchantKey}` };
    return shownIn(
      await this.#proxy.call('/api/orders/order-1/close', { method: 'POST', headers }),
    );
  }

  async forge(): Promise<number> {
    const path = `/api/postback/${randomUUID()}`;
    return (await this.#proxy.call(path, { method: 'POST', body: '{"status":"paid"}' })).status;
  }

  alarms(): unknown[] {
    return this.#proxies.flatMap((proxy) => proxy.alarms());
  }

  get #proxy(): RunningProxy {
    const latest = this.#proxies.at(-1);
    if (!latest) throw new Error('The proxy is not open');
    return latest;
  }

  async #answer(got: ReceivedRequest): Promise<ScriptedAnswer> {
    this.#requestsOfPress += 1;
    const early = words.get(this.#plan.replace('fail_after_postback_', ''));
    if (early) await this.#proxy.postBack(got, { status: early });
    const isApproval = this.#plan === 'fail_then_approve' && this.#requestsOfPress > 1;
    const plan = isApproval ? 'approve' : this.#plan;
    return new Map<string, ScriptedAnswer>(Object.entries(answers)).get(plan) ?? { status: 500 };
  }
}

function endsInPending(plan: Plan): boolean {
  return plan === 'pending' || plan === 'fail_after_postback_exists';
}

function shownIn({ body: { status, code } }: Answer): string {
  return String(typeof status === 'string' ? status : code);
}
