import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { freePort } from '@card-checkout/testing/free-port';
import type { Evidence } from '../check/evidence.ts';
import { askForAll, buy, securityCode, type Shop } from '../world/buyer.ts';
import { layFaultLine, partition, type FaultLine } from '../world/fault-line.ts';
import { PaymentsApi } from '../world/payments-api.ts';
import { PostbackDelivery } from '../world/postbacks.ts';
import type { Random } from '../world/random.ts';
import { Receiver } from '../world/receiver.ts';
import type { KillPlan } from './kill-plan.ts';
import { heldBackIn } from '../world/held-back.ts';
import { ProxyProcess, type Ending } from './proxy-process.ts';
import { environmentOf, leaseMs, maxOutageMs, unresolvedAlarmMs, waits } from './settings.ts';
import type { LaneStore } from './stores.ts';

export interface LaneOptions {
  name: string;
  random: Random;
  folder: string;
  store: LaneStore;
  plan: KillPlan;
  /** Called with the step, `at_random` or `stopped` when a process has ended. */
  onEnd: (how: string) => void;
}

/** The proxy on one port: one process at a time, with the next already loaded. */
interface Instance {
  env: Record<string, string | undefined>;
  processes: ProxyProcess[];
  standby: ProxyProcess;
}

/** A fault that occurs now and then, until the kills are over. */
interface Trouble {
  random: Random;
  /** The longest pause between two occurrences. */
  maxPauseMs: number;
  make: () => Promise<void>;
}

const toService = { cut: 0.05, reset: 0.02, delay: 0.2 };
const toProxy = { cut: 0.02, reset: 0.01, delay: 0.1 };
const toDatabase = { cut: 0.03, reset: 0.02, delay: 0.3 };

/** How far the other instance's clock is ahead. */
const otherClocks = [-60_000, 60_000] as const;

/** The proxy's last words if it can't reach the database at startup; 25P03 is a timeout. */
const noDatabase =
  /^DATABASE_URL names a (server that can't be reached|database that (failed|.*25P03))/m;

const restartMs = 1000;

/** Makes every postponed message due; the longest wait is 4.4 hours. */
const outboxJumpMs = 5 * 3_600_000;

/** Time for the outbox after the jump; it runs every second. */
const outboxRoundMs = 1500;

/** Time limit for the remaining postbacks, and then for the remaining messages. */
const deliveryTimeoutMs = 60_000;

/** A run of buyers, a payments API and proxies that get killed, all on one database. */
export class Lane {
  readonly #options: LaneOptions;
  readonly #closing = new AbortController();
  readonly #receiver: Receiver;
  readonly #postbacks: PostbackDelivery;
  readonly #api: PaymentsApi;
  readonly #lines: FaultLine[] = [];
  readonly #troubles: Trouble[] = [];
  /** How far each instance's clock is ahead of this program's, by the instance's origin. */
  readonly #clocks = new Map<string, number>();
  readonly #instances: Instance[] = [];
  readonly #misconduct: string[] = [];
  readonly #stops: (() => unknown)[] = [];
  /** Where the instances listen, and where buyers reach them. */
  readonly #origins: string[] = [];
  readonly #fronts: string[] = [];
  readonly #shop: Shop;
  #orders = 0;

  constructor(options: LaneOptions) {
    const { random } = options;
    this.#options = options;
    this.#receiver = new Receiver(random.branch('receiver'));
    this.#postbacks = new PostbackDelivery(this.#origins, random.branch('postbacks'));
    this.#api = new PaymentsApi(random.branch('service'), this.#postbacks, this.#clocks);
    this.#shop = {
      origins: this.#fronts,
      answers: [],
      closed: [],
      cardNumbers: new Set(),
      closing: this.#closing.signal,
    };
  }

  async run(): Promise<Evidence> {
    await this.#open();
    const buyers = Array.from({ length: this.#options.store.buyers }, async () => this.#buyOn());
    const troubles = this.#troubles.map(async (trouble) => this.#makeOnAndOn(trouble));
    await Promise.all(this.#instances.map(async (instance) => this.#killOnAndOn(instance)));
    this.#closing.abort();
    await Promise.all([...buyers, ...troubles]);
    for (const line of this.#lines) line.calm();

    const last = await Promise.all(
      this.#instances.map(async (instance) => this.#listening(instance)),
    );
    await this.#resolveAll(last);
    for (const running of last) await this.#judge(running, 'SIGTERM', running.kill('SIGTERM'));
    await Promise.all(this.#stops.map((stop) => stop()));
    return this.#evidence();
  }

  async #open(): Promise<void> {
    const { random, store } = this.#options;
    const receiver = await this.#receiver.start();
    const service = await this.#api.start();
    const serviceLine = await this.#layLine(service.port, random.branch('line'), toService);
    const refusals = random.branch('refusals');
    const refuse = async () => serviceLine.line.refuseFor(refusals.whole(20, 300));
    this.#troubles.push({ random: refusals, maxPauseMs: 3000, make: refuse });
    const outages = random.branch('outages');
    const fail = async () => this.#api.failFor(outages.whole(100, 800));
    this.#troubles.push({ random: outages, maxPauseMs: 5000, make: fail });
    const retryPolicy = random.branch('policy').pick(['documented', 'strict'] as const);
    for (let number = 1; number <= store.instances; number += 1) {
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;
      const clockMs = number === 1 ? 0 : random.branch(`clock ${number}`).pick(otherClocks);
      const env = environmentOf({
        port,
        databaseUrl: await this.#reachDatabase(number),
        servicePort: serviceLine.port,
        receiverPort: receiver.port,
        retryPolicy,
        clockMs,
      });
      const instance = { env, processes: [], standby: new ProxyProcess(env) };
      this.#instances.push(instance);
      this.#origins.push(origin);
      this.#clocks.set(origin, clockMs);
      const front = await this.#layLine(port, random.branch(`front ${number}`), toProxy);
      this.#fronts.push(`http://127.0.0.1:${front.port}`);
      this.#stops.push(async () => instance.standby.kill('SIGKILL'));
    }
    for (const started of [this.#postbacks, receiver, service]) {
      this.#stops.push(async () => started.stop());
    }
  }

  async #layLine(...args: Parameters<typeof layFaultLine>) {
    const line = layFaultLine(...args);
    this.#lines.push(line);
    this.#stops.push(async () => line.stop());
    return { line, port: await line.start() };
  }

  /** Returns an instance's database URL, through a fault line if the connection should break. */
  async #reachDatabase(number: number): Promise<string> {
    const { random, store } = this.#options;
    if (!store.isPartitioned) return store.databaseUrl;
    const url = new URL(store.databaseUrl);
    const branch = random.branch(`database ${number}`);
    const { line, port } = await this.#layLine(Number(url.port), branch, toDatabase);
    const partitions = random.branch(`partitions ${number}`);
    const make = async () => partition(line, partitions, leaseMs, maxOutageMs);
    this.#troubles.push({ random: partitions, maxPauseMs: 10_000, make });
    return Object.assign(url, { port: String(port) }).href;
  }

  async #buyOn(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#orders += 1;
      const orderId = `order-${this.#options.name}-${this.#orders}`;
      await buy(this.#shop, orderId, this.#options.random.branch(`buyer of ${orderId}`));
    }
  }

  async #makeOnAndOn({ random, maxPauseMs, make }: Trouble): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const pauseMs = random.whole(maxPauseMs / 10, maxPauseMs);
      await pauseFor(pauseMs, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await make();
    }
  }

  async #killOnAndOn(instance: Instance): Promise<void> {
    const { plan, onEnd } = this.#options;
    for (let ending = plan.next(); ending; ending = plan.next()) {
      const isReached = await this.#live(instance, ending);
      if (!isReached) plan.missed?.(ending);
      const step = isReached ? ending.step : undefined;
      onEnd(ending.signal === 'SIGTERM' ? 'stopped' : (step ?? 'at_random'));
    }
  }

  /** Runs a process until it ends. */
  async #live(instance: Instance, ending: Ending): Promise<boolean> {
    const running = this.#next(instance);
    const isReached = await running.live(ending);
    if (await this.#missesDatabase(running)) return this.#live(instance, ending);
    await this.#judge(running, ending.signal);
    return isReached;
  }

  /** Starts a process that stays. */
  async #listening(instance: Instance): Promise<ProxyProcess> {
    const running = this.#next(instance);
    if ((await running.go()) || !(await this.#missesDatabase(running))) return running;
    return this.#listening(instance);
  }

  /**
   * Whether a process has ended because it didn't reach the database in time, so that another must
   * start. On a busy machine, that happens on a calm line, too.
   */
  async #missesDatabase(running: ProxyProcess): Promise<boolean> {
    const { code } = await running.ended;
    if (code !== 1 || !this.#options.store.isPartitioned || !noDatabase.test(running.log))
      return false;
    this.#options.onEnd('not_started');
    await pauseFor(restartMs);
    return true;
  }

  #next(instance: Instance): ProxyProcess {
    const running = instance.standby;
    instance.processes.push(running);
    instance.standby = new ProxyProcess(instance.env);
    return running;
  }

  /** A process must end by SIGKILL, or with 0 when asked to stop. */
  async #judge(
    running: ProxyProcess,
    sent: Ending['signal'],
    ended = running.ended,
  ): Promise<void> {
    const { code, signal } = await ended;
    if (sent === 'SIGKILL' ? signal === sent : code === 0) return;
    this.#misconduct.push(`a process ended with ${signal ?? code} instead of ${sent}`);
  }

  async #resolveAll(last: readonly ProxyProcess[]): Promise<void> {
    this.#receiver.isCalm = true;
    await Promise.race([
      this.#postbacks.allTaken(),
      pauseFor(deliveryTimeoutMs, undefined, { ref: false }),
    ]);
    // By now every unresolved payment is overdue and the sweeper has run.
    await pauseFor(this.#options.store.takeoverMs + unresolvedAlarmMs + 2000);
    await askForAll(this.#shop, this.#options.random.branch('last look'));
    await this.#emptyOutboxes(last);
  }

  /** Makes postponed messages due again and again, until no new one arrives. */
  async #emptyOutboxes(last: readonly ProxyProcess[]): Promise<void> {
    const limit = AbortSignal.timeout(deliveryTimeoutMs);
    let idleRounds = 0;
    while (idleRounds < 2 && !limit.aborted) {
      const known = this.#receiver.messages.size;
      await Promise.all(last.map(async (running) => running.shiftClock(outboxJumpMs)));
      await pauseFor(outboxRoundMs);
      idleRounds = this.#receiver.messages.size > known ? 0 : idleRounds + 1;
    }
  }

  #clockOf(index: number): number {
    return this.#clocks.get(this.#origins[index] ?? '') ?? 0;
  }

  async #evidence(): Promise<Evidence> {
    const stored = await this.#options.store.read();
    const { answers, cardNumbers, closed } = this.#shop;
    const logs = this.#instances.map(({ processes }, index) => {
      return { place: `instance-${index + 1}.log`, text: processes.map(({ log }) => log).join('') };
    });
    for (const { place, text } of logs) writeFileSync(join(this.#options.folder, place), text);
    const held = logs.flatMap(({ text }, index) => heldBackIn(text, this.#clockOf(index)));
    const shown = answers.map(({ text }) => ({ place: 'an answer to a browser', text }));
    const { requests, charges } = this.#api;
    const { messages, alarms, outcomes, faults } = this.#receiver;
    return {
      requests,
      charges,
      postbacks: this.#postbacks.taken,
      answers,
      held,
      closed,
      outcomes,
      payments: stored.payments,
      alarms: [...alarms, ...stored.alarms],
      messagesLeft: stored.messagesLeft,
      texts: [...stored.texts, ...messages.values(), ...logs, ...shown],
      cardNumbers,
      securityCode,
      waits: { ...waits, outageMs: this.#options.store.isPartitioned ? maxOutageMs : 0 },
      misconduct: [...this.#misconduct, ...this.#postbacks.faults, ...faults],
    };
  }
}
