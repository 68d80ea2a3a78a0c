import { parseArgs } from 'node:util';
import { runCampaign } from './campaign.ts';
import { printed } from './figures.ts';

/** Kills the proxy as often as `--kills` says, and ends with 1 when an invariant does not hold. */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    lanes: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now()) },
  },
});
const { seed } = values;
process.stdout.write(`seed ${seed}\n`);
const { figures, violations, folder } = await runCampaign({
  seed,
  kills: Number(values.kills),
  lanes: Number(values.lanes),
  progress: (kills) => {
    if (kills % 50 === 0) process.stdout.write(`${kills} kills\n`);
  },
});
process.stdout.write(`${printed(figures)}\n`);
for (const { invariant, orderId, fault } of violations.slice(0, 50)) {
  process.stdout.write(`${invariant}  ${fault}${orderId ? ` (${orderId})` : ''}\n`);
}
if (violations.length > 0) {
  process.stdout.write(`${violations.length} violations; seed ${seed}, evidence in ${folder}\n`);
  process.exitCode = 1;
}
