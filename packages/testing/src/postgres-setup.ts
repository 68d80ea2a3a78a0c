import type { TestProject } from 'vitest/node';
import { startHttpServer } from './http-server.ts';
import { startPostgres, type Postgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers each GET with the URL of a new database. The first request starts PostgreSQL. */
    postgresStarter: string;
  }
}

/** Key under which test files find the starter. */
export const starterName = 'postgresStarter';

/** Offers the test files of a run one shared PostgreSQL, started on first use. */
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
