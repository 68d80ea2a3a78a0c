import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from '../check/check.ts';
import type { Deaths } from './deaths.ts';
import type { Violation } from '../check/evidence.ts';
import { figuresOf, type Figures } from './figures.ts';
import { Lane } from './lane.ts';
import type { LaneStore } from './lane-store.ts';
import { Random } from '../world/random.ts';

/** Says how much a campaign does. */
export interface CampaignOptions {
  seed: string;
  /** How many databases are worked on at a time. */
  lanes: number;
  /** Makes the store of a lane, which has a folder of its own. */
  createStore: (folder: string) => LaneStore | Promise<LaneStore>;
  /** Plans how the processes of a lane end. */
  createDeaths: (random: Random, store: LaneStore) => Deaths;
  /** Hears of every kill. */
  progress?: (kills: number) => void;
}

/** What a campaign has shown. */
export interface CampaignResult {
  figures: Figures;
  violations: Violation[];
  /** Logs and databases; kept when there is a violation. */
  folder: string;
}

/** Kills the proxy again and again, and then checks that no payment was lost or doubled. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'card-checkout-chaos-'));
  const toll = new Toll(options.progress);
  const running = Array.from({ length: options.lanes }, async (_, index) => {
    const name = String(index + 1);
    const laneFolder = join(folder, `lane-${name}`);
    mkdirSync(laneFolder);
    const random = new Random(`${options.seed}/lane ${name}`);
    const store = await options.createStore(laneFolder);
    return new Lane({
      name,
      random,
      folder: laneFolder,
      store,
      compileCache: join(folder, 'compile-cache'),
      deaths: toll.counting(options.createDeaths(random.branch('deaths'), store)),
    }).run();
  });
  const evidence = await Promise.all(running);
  const violations = evidence.flatMap(check);
  if (violations.length === 0) rmSync(folder, { recursive: true, force: true });
  const { counts, ...rest } = figuresOf(evidence, violations);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const { killsByStep, stops } = toll;
  const figures = { ...rest, killsByStep, counts: { ...counts, stops, seconds } };
  return { figures, violations, folder };
}

/** Counts how processes have ended. */
class Toll {
  readonly killsByStep = new Map<string, number>();
  stops = 0;
  #kills = 0;
  readonly #progress: ((kills: number) => void) | undefined;

  constructor(progress: ((kills: number) => void) | undefined) {
    this.#progress = progress;
  }

  counting(deaths: Deaths): Deaths {
    return {
      next: () => deaths.next(),
      ended: (death, end) => {
        deaths.ended(death, end);
        if (end.signal === 'SIGKILL') this.#count(end.step ?? 'at_random');
        else this.stops += 1;
      },
    };
  }

  #count(step: string): void {
    this.killsByStep.set(step, (this.killsByStep.get(step) ?? 0) + 1);
    this.#kills += 1;
    this.#progress?.(this.#kills);
  }
}
