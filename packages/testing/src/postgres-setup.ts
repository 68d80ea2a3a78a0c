import type { TestProject } from 'vitest/node';
import { startHttpServer } from './http-server.ts';
import { startPostgres, type Postgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers each GET with the address of a new database. The first one starts PostgreSQL. */
    postgresStarter: string;
  }
}

/** The name under which test files find the starter. */
export const starterName = 'postgresStarter';

/** Offers all test files of a run one PostgreSQL, which a run that needs none does not pay for. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<Postgres> | undefined;
  const newDatabase = async () => (await (postgres ??= startPostgres())).createDatabase();
  const starter = await startHttpServer((_request, response) => {
    newDatabase().then(
      (url) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  project.provide(starterName, starter.url);

  return async () => {
    await starter.stop();
    await postgres?.then(async (started) => started.stop()).catch(() => undefined);
  };
}
