import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memberOf } from '@card-checkout/contract/json';
import { paying } from '@card-checkout/testing/checkout-request';
import { freePort } from '@card-checkout/testing/free-port';
import {
  postbackUrlOf,
  startScriptedService,
  type ReceivedRequest,
  type ScriptedAnswer,
  type ScriptedService,
} from '@card-checkout/testing/scripted-service';
import { createProxy } from '../../packages/proxy/src/app.ts';
import type { Claim } from '../../packages/proxy/src/attempt/outcome.ts';
import { readConfig } from '../../packages/proxy/src/config/config.ts';
import { transitionRulesOf } from '../../packages/proxy/src/attempt/transition.ts';
import { openStore } from '../../packages/proxy/src/store/open-store.ts';
import { environmentOf } from '../run/settings.ts';
import type { Plan } from './order-model.ts';

/** A connection that is kept may be closed by a restart in the moment in which it is used again. */
const oneRequest = { Connection: 'close' };

const words = { charged: 'paid', refused: 'refused', exists: 'pending' };

/** A proxy in this process, with a payments service that does what the last press planned. */
export class ModelProxy {
  readonly logLines: string[] = [];
  /** The postback address of each request that the service got. */
  readonly postbackUrls: string[] = [];
  storeFails = false;
  #plan: Plan = 'approve';
  #requestsOfPress = 0;
  #proxy: ReturnType<typeof createProxy> | undefined;
  #url = '';
  #env: Record<string, string> = {};
  readonly #keys = Array.from({ length: 3 }, () => randomUUID());
  readonly #folder = mkdtempSync(join(tmpdir(), 'card-checkout-model-'));
  #service: ScriptedService | undefined;

  async open(): Promise<void> {
    this.#service = await startScriptedService(async (_number, got) => this.#answer(got));
    const databaseUrl = `sqlite:${join(this.#folder, 'checkout.db')}`;
    const servicePort = this.#service.port;
    this.#env = {
      ...environmentOf({ port: await freePort(), databaseUrl, servicePort }),
      UPSTREAM_TIMEOUT_MS: '30000',
      RATE_LIMIT_WAIT_MS: '1',
      RETRY_WAIT_MIN_MS: '1',
      RETRY_WAIT_MAX_MS: '2',
    };
    await this.#start();
  }

  async restart(): Promise<void> {
    await this.#proxy?.close();
    await this.#start();
  }

  async close(): Promise<void> {
    await this.#proxy?.close();
    await this.#service?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Presses with one of three keys; returns the status of the payment, or the refusal's code. */
  async press(number: number, plan: Plan): Promise<string> {
    this.#plan = plan;
    this.#requestsOfPress = 0;
    const seconds = endsInPending(plan) ? 0 : 30;
    const key = this.#keys[number] ?? '';
    const headers = { ...oneRequest, Prefer: `wait=${seconds}` };
    return this.#call('/api/checkout/', await paying({ key, headers }));
  }

  async look(key: number): Promise<string> {
    return this.#call(`/api/checkout/${this.#keys[key]}`);
  }

  /** Posts a claim to the address of the n-th request; returns the answer's HTTP status. */
  async postback(requestNumber: number, claim: Claim, isReadable = true): Promise<number> {
    const url = this.postbackUrls[requestNumber];
    return url ? this.#postback(url, claim, isReadable) : 200;
  }

  /** Posts a claim to an address that belongs to no try. */
  async forge(): Promise<number> {
    return this.#postback(`${this.#url}/api/postback/${randomUUID()}`, 'charged', true);
  }

  async #postback(url: string, claim: Claim, isReadable: boolean): Promise<number> {
    const body = isReadable ? JSON.stringify({ status: words[claim] }) : '<paid/>';
    const response = await fetch(url, { method: 'POST', headers: oneRequest, body });
    await response.text();
    return response.status;
  }

  async #call(path: string, init: RequestInit = { headers: oneRequest }): Promise<string> {
    const response = await fetch(`${this.#url}${path}`, init);
    const body: unknown = await response.json();
    const status = memberOf(body, 'status');
    return String(typeof status === 'string' ? status : memberOf(body, 'code'));
  }

  async #start(): Promise<void> {
    const config = readConfig(this.#env);
    const kept = await openStore(
      config.database,
      transitionRulesOf(config, () => new Date()),
    );
    const store = new Proxy(kept, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        const isNeeded = name === 'close' || name === 'onChange';
        return (...args: unknown[]): unknown =>
          this.storeFails && !isNeeded
            ? Promise.reject(new Error('The disk is full'))
            : Reflect.apply(member, target, args);
      },
    });
    const logStream = { write: (line: string) => void this.logLines.push(line) };
    this.#proxy = createProxy(config, { store, logStream });
    this.#url = await this.#proxy.listen({ host: '127.0.0.1', port: config.port });
  }

  async #answer(got: ReceivedRequest): Promise<ScriptedAnswer> {
    const url = postbackUrlOf(got);
    this.postbackUrls.push(url);
    this.#requestsOfPress += 1;
    const early = /^fail_after_postback_(charged|refused|exists)$/.exec(this.#plan)?.[1];
    if (early) await this.#postback(url, claimOf(early), true);
    const isApproval = this.#plan === 'fail_then_approve' && this.#requestsOfPress > 1;
    return answers.get(isApproval ? 'approve' : this.#plan) ?? { status: 500 };
  }
}

/** The answers to the plans that do not end in a 5xx. */
const answers = new Map<Plan, ScriptedAnswer>([
  ['approve', { status: 200, json: { id: 'pay_1', status: 'approved' } }],
  ['decline', { status: 400, json: { error: 'Recusado' } }],
  ['pending', { status: 201, json: { id: 'pay_1', status: 'pending' } }],
  ['rate_limit', { status: 429 }],
  ['reset', 'reset'],
]);

function endsInPending(plan: Plan): boolean {
  return plan === 'pending' || plan === 'fail_after_postback_exists';
}

function claimOf(name: string): Claim {
  return name === 'charged' || name === 'refused' ? name : 'exists';
}
