import { once } from 'node:events';
import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { startPostgres, type Postgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers a GET with the address of PostgreSQL, which the first one starts. */
    postgresStarter: string;
  }
}

/** Offers all test files of a run one PostgreSQL, which a run that needs none does not pay for. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<Postgres> | undefined;
  const starter = createServer((_request, response) => {
    postgres ??= startPostgres();
    postgres.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  starter.listen(0, '127.0.0.1');
  await once(starter, 'listening');
  const address = starter.address();
  const port = typeof address === 'object' ? address?.port : '';
  project.provide('postgresStarter', `http://127.0.0.1:${port}`);

  return async () => {
    starter.close();
    starter.closeAllConnections();
    await postgres?.then(async (started) => started.stop()).catch(() => undefined);
  };
}
