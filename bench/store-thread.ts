import { parentPort, workerData } from 'node:worker_threads';
import { SqliteStore } from '../packages/proxy/src/store/sqlite/sqlite-store.ts';
import type { Call, Reply } from './threaded-store.ts';

const store = new SqliteStore(String(workerData), {
  attemptsPerOrder: 5,
  unresolvedAlarmMs: undefined,
  receivers: new Set(),
  now: () => new Date(),
});

parentPort?.on('message', (call: Call) => {
  void answered(call).then((reply) => parentPort?.postMessage(reply, []));
});

async function answered(call: Call): Promise<Reply> {
  const { number } = call;
  try {
    return await run(call);
  } catch (error) {
    return { number, work: 'failed', error: String(error) };
  }
}

async function run(call: Call): Promise<Reply> {
  const { number } = call;
  switch (call.work) {
    case 'begin':
      return { number, work: call.work, result: await store.begin(...call.given) };
    case 'record':
      return { number, work: call.work, result: await store.record(...call.given) };
    case 'find':
      return { number, work: call.work, result: await store.find(...call.given) };
    default:
      return call satisfies never;
  }
}
