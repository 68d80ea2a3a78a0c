import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Contestant } from './contestants.ts';
import { pathOf, startServer, type ServerProcess } from './server-process.ts';

/** A contestant that takes payments, in a process of its own. */
export interface RunningContestant {
  name: Contestant['name'];
  url: string;
  /** Absent for `direct`, which has no process. */
  pid: number | undefined;
  /** Holds its database; gone when it has stopped. */
  folder: string;
  stop(): Promise<void>;
}

/** Starts a contestant before an upstream, with an empty database in a folder of its own. */
export async function startContestant(
  { name, program }: Contestant,
  upstreamUrl: string,
  workspace: string,
): Promise<RunningContestant> {
  const folder = mkdtempSync(join(workspace, `${name}-`));
  const server = program && (await startServer((port) => program({ port, upstreamUrl, folder })));
  return {
    name,
    url: server?.url ?? upstreamUrl,
    pid: server?.pid,
    folder,
    async stop() {
      await server?.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Starts the payments service that answers after a time. */
export function startUpstream(delayMs: number): Promise<ServerProcess> {
  return startServer((port) => ({
    command: process.execPath,
    args: [pathOf('./upstream.ts')],
    env: { PORT: String(port), DELAY_MS: String(delayMs) },
  }));
}
