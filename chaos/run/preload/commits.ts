import { createRequire } from 'node:module';
import { StatementSync } from 'node:sqlite';
import { commitKinds, type CommitKind } from '../steps.ts';
import { reach } from './kill-at-step.ts';
import { read, wrap, type Call } from './wrap.ts';

export function watchSqliteCommits(): void {
  const kinds = new Set<CommitKind>();
  const note = (self: unknown, args: readonly unknown[]) => {
    for (const kind of kindsIn(String(read(self, 'sourceSQL')), args)) kinds.add(kind);
  };
  wrap(StatementSync.prototype, 'all', ({ self, args, proceed }) => {
    note(self, args);
    return proceed();
  });
  wrap(StatementSync.prototype, 'run', ({ self, args, proceed }) => {
    const sql = String(read(self, 'sourceSQL'));
    if (sql === 'BEGIN IMMEDIATE') kinds.clear();
    note(self, args);
    if (sql !== 'COMMIT') return proceed();
    for (const kind of kinds) reach(`before_commit_${kind}`);
    const result = proceed();
    for (const kind of kinds) reach(`after_commit_${kind}`);
    return result;
  });
}

export function watchPostgresCommits(): void {
  // The same copy of the driver as the proxy's.
  const load = createRequire(import.meta.resolve('../../../packages/proxy/src/app.ts'));
  const client = read(read(load('pg'), 'Client'), 'prototype');
  const kindsOn = new WeakMap<object, Set<CommitKind>>();
  wrap(Object(client), 'query', (call) => {
    const [statement, values] = call.args;
    const sql = String(read(statement, 'text') ?? statement);
    const kinds = kindsOn.get(Object(call.self)) ?? new Set();
    kindsOn.set(Object(call.self), kinds);
    if (sql === 'BEGIN') kinds.clear();
    const given = Array.isArray(values) ? values : read(statement, 'values');
    if (sql === 'COMMIT') return commit([...kinds], call);
    // Grouped statements and the outbox's statements are transactions by themselves.
    const own = kindsIn(sql, Array.isArray(given) ? given : []);
    const isAlone = /unnest|UPDATE messages/.test(sql) || isRemoval(sql);
    if (!isAlone) for (const kind of own) kinds.add(kind);
    return isAlone ? commit(own, call) : call.proceed();
  });
}

/** Runs a commit; it returns a promise or, from a pool, calls back. */
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

/** Finds the kinds of writes in a statement; an event's kind is in a JSON value or a list. */
function kindsIn(sql: string, values: readonly unknown[]): CommitKind[] {
  if (/INSERT INTO payments|UPDATE payments/.test(sql)) {
    const texts = values.flat().map(String);
    return commitKinds.filter((kind) => texts.some((text) => text.includes(`"kind":"${kind}"`)));
  }
  if (isRemoval(sql)) return ['message_removed'];
  if (!/UPDATE messages/.test(sql)) return [];
  return [/deliveries \+ 1/.test(sql) ? 'message_taken' : 'message_put_off'];
}

/** Whether a statement removes a message that was delivered or given up. */
function isRemoval(sql: string): boolean {
  return /DELETE FROM messages WHERE id = \S+$/.test(sql);
}
