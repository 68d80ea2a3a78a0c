import { createRequire } from 'node:module';
import { StatementSync } from 'node:sqlite';
import { commitKinds, type CommitKind } from '../steps.ts';
import { reach } from './kill-at-step.ts';
import { read, wrap, type Call } from './wrap.ts';

export function watchSqliteCommits(): void {
  const kinds = new Set<CommitKind>();
  wrap(StatementSync.prototype, 'run', ({ self, args, proceed }) => {
    const sql = String(read(self, 'sourceSQL'));
    if (sql === 'BEGIN IMMEDIATE') kinds.clear();
    note(kinds, sql, args);
    if (sql !== 'COMMIT') return proceed();
    for (const kind of kinds) reach(`before_commit_${kind}`);
    const result = proceed();
    for (const kind of kinds) reach(`after_commit_${kind}`);
    return result;
  });
}

/** Watches what PostgreSQL writes and commits, on each connection by itself. */
export function watchPostgresCommits(): void {
  // The proxy's own copy of the driver.
  const load = createRequire(import.meta.resolve('../../../packages/proxy/src/app.ts'));
  const client = read(read(load('pg'), 'Client'), 'prototype');
  const kindsOf = new WeakMap<object, Set<CommitKind>>();
  wrap(Object(client), 'query', (call) => {
    const [statement, values] = call.args;
    const sql = String(read(statement, 'text') ?? statement);
    const kinds = kindsOf.get(Object(call.self)) ?? new Set();
    kindsOf.set(Object(call.self), kinds);
    if (sql === 'BEGIN') kinds.clear();
    const given = Array.isArray(values) ? values : read(statement, 'values');
    const kind = note(kinds, sql, Array.isArray(given) ? given : []);
    // The outbox's statements are transactions of their own.
    const isCommit = sql === 'COMMIT' || kind?.startsWith('message_');
    return isCommit ? commit([...kinds], call) : call.proceed();
  });
}

/** Sends a commit; its answer comes as a promise, or, from a pool, in a callback. */
function commit(kinds: readonly CommitKind[], { args, proceed }: Call): unknown {
  const after = () => kinds.forEach((kind) => reach(`after_commit_${kind}`));
  for (const kind of kinds) reach(`before_commit_${kind}`);
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const called = (...answer: unknown[]): unknown => {
      after();
      return Reflect.apply(callback, undefined, answer);
    };
    return proceed([...args.slice(0, -1), called]);
  }
  const result = proceed();
  if (result instanceof Promise) void result.then(after, () => undefined);
  return result;
}

/** Notes what kind of write a statement is; an event's kind is among its values, or in one of JSON. */
function note(
  kinds: Set<CommitKind>,
  sql: string,
  values: readonly unknown[],
): CommitKind | undefined {
  const kind = kindOf(sql, values);
  if (kind) kinds.add(kind);
  return kind;
}

function kindOf(sql: string, values: readonly unknown[]): CommitKind | undefined {
  if (/INSERT INTO events/.test(sql)) return commitKinds.find((kind) => values.includes(kind));
  if (/INTO attempts|steps = /.test(sql)) {
    const isStep = (kind: string) =>
      values.some((value) => String(value).includes(`"kind":"${kind}"`));
    return commitKinds.find(isStep);
  }
  if (/DELETE FROM messages/.test(sql)) return 'message_removed';
  if (!/UPDATE messages/.test(sql)) return undefined;
  return /deliveries \+ 1/.test(sql) ? 'message_taken' : 'message_put_off';
}
