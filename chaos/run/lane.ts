import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { freePort } from '@card-checkout/testing/free-port';
import type { HttpServer } from '@card-checkout/testing/http-server';
import { askForAll, buy, type Shop } from '../world/buyer.ts';
import { securityCode } from '../world/cards.ts';
import type { Deaths } from './deaths.ts';
import type { Evidence } from '../check/evidence.ts';
import { FaultLine } from '../world/fault-line.ts';
import { Instance } from './instance.ts';
import type { LaneStore } from './lane-store.ts';
import { PaymentsService } from '../world/payments-service.ts';
import { PostbackDelivery } from '../world/postbacks.ts';
import type { ProxyProcess } from './proxy-process.ts';
import type { Random } from '../world/random.ts';
import { Receiver } from '../world/receiver.ts';
import { environmentOf, unresolvedAlarmMs, waits } from './settings.ts';

/** What a lane does. */
export interface LaneOptions {
  /** Goes into the ids of its orders. */
  name: string;
  random: Random;
  /** For its logs. */
  folder: string;
  store: LaneStore;
  compileCache: string;
  deaths: Deaths;
}

const toService = { cut: 0.05, reset: 0.02, delay: 0.2 };
const toProxy = { cut: 0.02, reset: 0.01, delay: 0.1 };

/** How far the clock jumps so that whatever the outbox has put off, at most 4.4 hours, is due. */
const outboxJumpMs = 5 * 3_600_000;

/** How long the outbox has after that; it looks for itself every second. */
const outboxRoundMs = 1500;

/** How long postbacks, and then messages, that are left may take to be delivered. */
const settleTimeoutMs = 60_000;

/** One run of buyers, proxies that die, and a payments service, over one database. */
export class Lane {
  readonly #options: LaneOptions;
  readonly #closing = new AbortController();
  readonly #services: HttpServer[] = [];
  readonly #receiver: Receiver;
  readonly #postbacks: PostbackDelivery;
  readonly #service: PaymentsService;
  readonly #lines: FaultLine[] = [];
  readonly #instances: Instance[] = [];
  /** Where the instances listen, and where buyers reach them. */
  readonly #origins: string[] = [];
  readonly #fronts: string[] = [];
  readonly #shop: Shop;
  #orders = 0;

  constructor(options: LaneOptions) {
    const { random } = options;
    this.#options = options;
    this.#receiver = new Receiver(random.branch('receiver'));
    this.#postbacks = new PostbackDelivery(() => this.#origins, random.branch('postbacks'));
    this.#service = new PaymentsService(random.branch('service'), this.#postbacks);
    this.#shop = {
      origins: () => this.#fronts,
      answers: [],
      cardNumbers: new Set(),
      closing: this.#closing.signal,
    };
  }

  /** Runs until no process is to die any more, lets everything settle, and returns what is known then. */
  async run(): Promise<Evidence> {
    await this.#open();
    const buyers = Array.from({ length: this.#options.store.buyers }, async () => this.#buyOn());
    const refusals = this.#refuseNowAndThen();
    await Promise.all(this.#instances.map(async (instance) => this.#die(instance)));
    this.#closing.abort();
    await Promise.all([...buyers, refusals]);

    const last = await Promise.all(this.#instances.map(async (instance) => instance.settle()));
    await this.#settle(last);
    for (const [index, instance] of this.#instances.entries()) {
      const running = last[index];
      if (running) await instance.stop(running);
      await instance.close();
    }
    await this.#close();
    return this.#evidence();
  }

  async #open(): Promise<void> {
    const { random, store, compileCache } = this.#options;
    const receiver = await this.#receiver.start();
    const service = await this.#service.start();
    this.#services.push(receiver, service);
    const line = new FaultLine(service.port, random.branch('line'), toService);
    const servicePort = await line.start();
    this.#lines.push(line);
    for (let number = 1; number <= store.instances; number += 1) {
      const port = await freePort();
      const { databaseUrl } = store;
      const env = environmentOf({ port, databaseUrl, servicePort, receiverPort: receiver.port });
      this.#instances.push(new Instance({ env, servicePort, compileCache }));
      this.#origins.push(`http://127.0.0.1:${port}`);
      const front = new FaultLine(port, random.branch(`front ${number}`), toProxy);
      this.#fronts.push(`http://127.0.0.1:${await front.start()}`);
      this.#lines.push(front);
    }
  }

  async #buyOn(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#orders += 1;
      const orderId = `order-${this.#options.name}-${this.#orders}`;
      await buy(this.#shop, orderId, this.#options.random.branch(`buyer of ${orderId}`));
    }
  }

  /** Lets the payments service be away for a moment, so that a try reaches nobody. */
  async #refuseNowAndThen(): Promise<void> {
    const random = this.#options.random.branch('refusals');
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await pauseFor(random.whole(500, 3000), undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await this.#lines[0]?.refuseFor(random.whole(20, 300));
    }
  }

  async #die(instance: Instance): Promise<void> {
    const { deaths } = this.#options;
    for (let death = deaths.next(); death; death = deaths.next()) {
      deaths.ended(death, await instance.live(death));
    }
  }

  /** Waits until all postbacks are taken, every attempt is settled, and support and merchant have heard everything. */
  async #settle(last: readonly ProxyProcess[]): Promise<void> {
    for (const line of this.#lines) line.calm();
    this.#receiver.isCalm = true;
    const late = pauseFor(settleTimeoutMs, undefined, { ref: false });
    await Promise.race([this.#postbacks.allTaken(), late]);
    // After this, every open attempt is overdue, and the sweeper has made a round.
    await pauseFor(this.#options.store.leaseMs + unresolvedAlarmMs + 2000);
    await askForAll(this.#shop, this.#options.random.branch('last look'));
    await this.#emptyOutboxes(last);
  }

  /** Lets what was put off be due again and again, until nothing new arrives. */
  async #emptyOutboxes(last: readonly ProxyProcess[]): Promise<void> {
    const limit = AbortSignal.timeout(settleTimeoutMs);
    let idleRounds = 0;
    while (idleRounds < 2 && !limit.aborted) {
      const known = this.#receiver.messages.size;
      await Promise.all(last.map(async (running) => running.shiftClock(outboxJumpMs)));
      await pauseFor(outboxRoundMs);
      idleRounds = this.#receiver.messages.size > known ? 0 : idleRounds + 1;
    }
  }

  async #close(): Promise<void> {
    this.#postbacks.stop();
    await Promise.all(this.#lines.map(async (line) => line.stop()));
    await Promise.all(this.#services.map(async (service) => service.stop()));
  }

  async #evidence(): Promise<Evidence> {
    const stored = await this.#options.store.read();
    const { answers, cardNumbers } = this.#shop;
    return {
      requests: this.#service.requests,
      charges: this.#service.charges,
      postbacks: this.#postbacks.taken,
      answers,
      attempts: stored.attempts,
      alarms: [...this.#receiver.alarms, ...stored.alarms],
      messagesLeft: stored.messagesLeft,
      texts: [
        ...stored.texts,
        ...this.#receiver.messages.values(),
        ...this.#logs(),
        ...textsOf(answers),
      ],
      cardNumbers,
      securityCode,
      waits,
      clockJumped: false,
      misconduct: [
        ...this.#instances.flatMap(({ faults }) => faults),
        ...this.#postbacks.faults,
        ...this.#receiver.faults,
      ],
    };
  }

  /** Writes the logs to the lane's folder. */
  #logs() {
    return this.#instances.map(({ log: text }, index) => {
      const place = `instance-${index + 1}.log`;
      writeFileSync(join(this.#options.folder, place), text);
      return { place, text };
    });
  }
}

function textsOf(answers: Evidence['answers']) {
  return answers.map(({ text }) => ({ place: 'an answer to a browser', text }));
}
