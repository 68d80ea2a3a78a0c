/** Everything started here stops when the test ends. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { listen as listenOn, startHttpServer as startServer } from './http-server.ts';
import { runProgram as run, type Program, type ProgramOptions } from './program.ts';
import { startScriptedServer as startService } from './scripted-server.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

export const startScriptedServer = duringTest(startService);
export const startHttpServer = duringTest(startServer);
export const startReceiver = duringTest(startWebhookReceiver);

/** Runs a program; kills it if it is still running when the test ends. */
export function runProgram(options: ProgramOptions): Program {
  const program = run(options);
  onTestFinished(async () => void (await program.kill('SIGKILL')));
  return program;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'card-checkout-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes how a payments API speaks; returns the setting that names the file. */
export function apiFile(api: object): { API_FILE: string } {
  const API_FILE = join(temporaryFolder(), 'api.json');
  writeFileSync(API_FILE, JSON.stringify(api));
  return { API_FILE };
}

/** Lets a server listen on a free port until the test ends. Returns the port. */
export async function listen(server: Server): Promise<number> {
  onTestFinished(() => void server.close());
  return listenOn(server);
}

function duringTest<Args extends unknown[], Started extends { stop(): Promise<void> }>(
  start: (...args: Args) => Promise<Started>,
): (...args: Args) => Promise<Started> {
  return async (...args) => {
    const started = await start(...args);
    onTestFinished(async () => started.stop());
    return started;
  };
}
