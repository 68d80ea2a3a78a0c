import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from './check.ts';
import type { Violation } from './evidence.ts';
import { figuresOf, type Figures } from './figures.ts';
import { Lane, type LaneStore } from './lane.ts';
import type { End } from './proxy-process.ts';
import { seeded } from './random.ts';

/** Says how much a campaign does. */
export interface CampaignOptions {
  seed: string;
  /** How many processes are killed, over all lanes. */
  kills: number;
  /** How many databases are worked on at a time. */
  lanes: number;
  /** Makes the store of a lane, which has a folder of its own. */
  createStore: (folder: string) => LaneStore | Promise<LaneStore>;
  /** Hears of every process that has ended. */
  progress?: (kills: number) => void;
}

/** Is what a campaign has shown. */
export interface CampaignResult {
  figures: Figures;
  violations: Violation[];
  /** Logs and databases; kept when there is a violation. */
  folder: string;
}

/** Kills the proxy again and again, and then checks that no payment was lost or doubled. */
export async function runCampaign({
  seed,
  kills,
  lanes,
  createStore,
  progress,
}: CampaignOptions): Promise<CampaignResult> {
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'card-checkout-chaos-'));
  const killsByStep = new Map<string, number>();
  let [killed, stops] = [0, 0];
  const ended = ({ signal, step = 'at_random' }: End) => {
    if (signal === 'SIGKILL') killsByStep.set(step, (killsByStep.get(step) ?? 0) + 1);
    if (signal === 'SIGKILL') killed += 1;
    else stops += 1;
    progress?.(killed);
    return killed < kills;
  };
  const running = Array.from({ length: lanes }, async (_, index) => {
    const laneFolder = join(folder, `lane-${index + 1}`);
    mkdirSync(laneFolder);
    const store = await createStore(laneFolder);
    const random = seeded(`${seed}/lane ${index + 1}`);
    const compileCache = join(folder, 'compile-cache');
    const name = String(index + 1);
    return new Lane({ name, random, folder: laneFolder, store, compileCache, ended }).run();
  });
  const evidence = await Promise.all(running);
  const violations = evidence.flatMap(check);
  if (violations.length === 0) rmSync(folder, { recursive: true, force: true });
  const durationMs = performance.now() - startedAt;
  const figures = { ...figuresOf(evidence, violations), killsByStep, stops, durationMs };
  return { figures, violations, folder };
}
