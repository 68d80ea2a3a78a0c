import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';

/** The maximum number of concurrent attempts of one process. */
const maxRunningAttempts = 2000;

/** The share of its memory that the process may use before it refuses new attempts. */
const maxShareOfMemory = 0.9;

interface OverloadOptions {
  /** The maximum average event loop delay over one second; unlimited when absent. */
  maxEventLoopDelayMs: number | undefined;
  /** Returns the number of running attempts. */
  running: () => number;
}

/**
 * Measures the process every second. Returns a function that tells whether to refuse new attempts:
 * the event loop is late, memory is nearly full, or too many attempts are running.
 */
export async function watchOverload(
  app: FastifyInstance,
  { maxEventLoopDelayMs, running }: OverloadOptions,
): Promise<() => boolean> {
  await app.register(underPressure, {
    // 0 means unlimited.
    maxEventLoopDelay: maxEventLoopDelayMs ?? 0,
    maxHeapUsedBytes: maxShareOfMemory * getHeapStatistics().heap_size_limit,
    // The container's limit (cgroup), or a huge number.
    maxRssBytes: maxShareOfMemory * process.constrainedMemory(),
    // The plugin itself refuses nothing: `refuseWhenOverloaded` refuses new attempts only.
    pressureHandler: () => undefined,
  });
  return () => app.isUnderPressure() || running() >= maxRunningAttempts;
}
