import type { TestProject } from 'vitest/node';
import { startHttpServer } from './http-server.ts';
import { startPostgres, type Postgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers a GET with the address of PostgreSQL, which the first one starts. */
    postgresStarter: string;
  }
}

/** The name under which test files find the starter. */
export const starterName = 'postgresStarter';

/** Offers all test files of a run one PostgreSQL, which a run that needs none does not pay for. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<Postgres> | undefined;
  const starter = await startHttpServer((_request, response) => {
    postgres ??= startPostgres();
    postgres.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  project.provide(starterName, starter.url);

  return async () => {
    await starter.stop();
    await postgres?.then(async (started) => started.stop()).catch(() => undefined);
  };
}
