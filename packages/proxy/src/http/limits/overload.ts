import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';

/** How many attempts one process carries out at once; each holds its request until it ends. */
const maxRunningAttempts = 2000;

/** How much of its memory the process may use before it takes no new attempt. */
const maxShareOfMemory = 0.9;

/** What a process is measured by. */
interface OverloadOptions {
  /** How late the event loop may be on the average of a second; any delay when absent. */
  maxEventLoopDelayMs: number | undefined;
  /** Tells how many attempts the process carries out. */
  running: () => number;
}

/**
 * Watches the process each second, and returns whether it should take no new attempt: its event loop
 * is late, its memory is nearly used up, or `running` says that it carries out too many already.
 */
export async function watchOverload(
  app: FastifyInstance,
  { maxEventLoopDelayMs, running }: OverloadOptions,
): Promise<() => boolean> {
  await app.register(underPressure, {
    // 0 is no limit.
    maxEventLoopDelay: maxEventLoopDelayMs ?? 0,
    maxHeapUsedBytes: maxShareOfMemory * getHeapStatistics().heap_size_limit,
    // Is the limit of the container (cgroup); without one a number that no process reaches.
    maxRssBytes: maxShareOfMemory * process.constrainedMemory(),
    // Whoever has begun an attempt must hear how it ends: the guard refuses new ones alone.
    pressureHandler: () => undefined,
  });
  return () => app.isUnderPressure() || running() >= maxRunningAttempts;
}
