import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from '../check/check.ts';
import { Random } from '../world/random.ts';
import { figuresOf } from './figures.ts';
import type { KillPlan } from './kill-plan.ts';
import { Lane } from './lane.ts';
import type { LaneStore, Stores } from './stores.ts';

export interface CampaignOptions {
  seed: string;
  stores: Stores;
  lanes?: number;
  createPlan: (random: Random, store: LaneStore) => KillPlan;
  /** Called after each process with the number of processes so far. */
  onProgress?: (ends: number) => void;
}

/**
 * Kills the proxy again and again, then checks that no payment was lost or doubled. Keeps the
 * folder with logs and databases if there is a violation.
 */
export async function runCampaign(options: CampaignOptions) {
  const { seed, lanes = 1, stores, createPlan, onProgress } = options;
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'card-checkout-chaos-'));
  const ends: string[] = [];
  const onEnd = (how: string) => {
    ends.push(how);
    onProgress?.(ends.length);
  };
  const running = Array.from({ length: lanes }, async (_, index) => {
    const name = String(index + 1);
    const laneFolder = join(folder, `lane-${name}`);
    mkdirSync(laneFolder);
    const random = new Random(`${seed}/lane ${name}`);
    const store = await stores.create(laneFolder);
    const plan = createPlan(random.branch('kills'), store);
    return new Lane({ name, random, folder: laneFolder, store, plan, onEnd }).run();
  });
  const evidence = await Promise.all(running);
  const violations = evidence.flatMap(check);
  if (violations.length === 0) rmSync(folder, { recursive: true, force: true });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return { figures: figuresOf(evidence, violations, ends, seconds), violations, folder };
}
