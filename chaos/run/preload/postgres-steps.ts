import { createRequire } from 'node:module';
import type { CommitKind } from '../steps.ts';
import { commitKindOf } from './commit-kind.ts';
import { reach } from './kill-at-step.ts';
import { read, wrap } from './wrap.ts';

/** Watches what PostgreSQL is told to write, and the commit of it, on each connection by itself. */
export function watchPostgresCommits(): void {
  const kindsOf = new WeakMap<object, Set<CommitKind>>();
  wrap(clientPrototype(), 'query', ({ self, args, proceed }) => {
    const kinds = kindsIn(self, kindsOf);
    const [statement] = args;
    const sql = String(read(statement, 'text') ?? statement);
    if (sql === 'BEGIN') kinds.clear();
    const kind = commitKindOf(sql, valuesIn(args));
    if (kind) kinds.add(kind);
    // The outbox's statements are transactions of their own.
    const isCommit = sql === 'COMMIT' || kind?.startsWith('message_');
    return isCommit ? committed([...kinds], args, proceed) : proceed();
  });
}

/** Takes the driver that the proxy takes; it is no dependency of this folder. */
function clientPrototype(): object {
  const driver: unknown = createRequire(import.meta.resolve('../../../packages/proxy/src/app.ts'))(
    'pg',
  );
  const prototype = read(read(driver, 'Client'), 'prototype');
  if (typeof prototype === 'object' && prototype !== null) return prototype;
  throw new Error('There is no pg.Client to wrap');
}

function kindsIn(client: unknown, kindsOf: WeakMap<object, Set<CommitKind>>): Set<CommitKind> {
  if (typeof client !== 'object' || client === null) return new Set();
  const kinds = kindsOf.get(client) ?? new Set();
  kindsOf.set(client, kinds);
  return kinds;
}

function valuesIn([statement, given]: readonly unknown[]): readonly unknown[] {
  const values = Array.isArray(given) ? given : read(statement, 'values');
  return Array.isArray(values) ? values : [];
}

/** Sends a commit; its answer comes as a promise, or, from a pool, in a callback. */
function committed(
  kinds: readonly CommitKind[],
  args: readonly unknown[],
  proceed: (args?: readonly unknown[]) => unknown,
): unknown {
  const after = () => kinds.forEach((kind) => reach(`after_commit_${kind}`));
  for (const kind of kinds) reach(`before_commit_${kind}`);
  const callback = args.at(-1);
  if (typeof callback !== 'function') return followed(proceed(), after);
  const told = (...answer: unknown[]): unknown => {
    after();
    return Reflect.apply(callback, undefined, answer);
  };
  return proceed([...args.slice(0, -1), told]);
}

function followed(result: unknown, after: () => void): unknown {
  if (result instanceof Promise) void result.then(after, () => undefined);
  return result;
}
