import type { FastifyReply } from 'fastify';

/** Returns a signal that aborts if the client disconnects before the answer is sent. */
export function closed({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.once('close', () => raw.writableFinished || left.abort());
  return left.signal;
}

const maxWaitSeconds = 30;

/**
 * Returns `wait` of a `Prefer` header (RFC 7240, 4.3) in seconds, at most 30. Malformed values are
 * ignored: a preference is never an error.
 */
export function waitSecondsOf(
  header: string | string[] | undefined,
  defaultSeconds: number,
): number {
  if (header === undefined) return defaultSeconds;
  const preferences = [header].flat().join(',').split(/[,;]/);
  const waits = preferences.map((preference) => /^\s*wait\s*=\s*"?(\d+)"?\s*$/i.exec(preference));
  const seconds = waits.find((wait) => wait !== null)?.[1];
  return seconds === undefined ? defaultSeconds : Math.min(Number(seconds), maxWaitSeconds);
}
