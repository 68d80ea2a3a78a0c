import { DatabaseSync, StatementSync } from 'node:sqlite';
import { commitKinds, type CommitKind } from '../steps.ts';
import { reach } from './kill-at-step.ts';
import { read, wrap } from './wrap.ts';

/** Watches what SQLite is told to write, and the commit of it. */
export function watchSqliteCommits(): void {
  const kinds = new Set<CommitKind>();
  wrap(StatementSync.prototype, 'run', ({ self, args, proceed }) => {
    const kind = commitKindOf(String(read(self, 'sourceSQL')), args);
    if (kind) kinds.add(kind);
    return proceed();
  });
  wrap(DatabaseSync.prototype, 'exec', ({ args, proceed }) => {
    const [sql] = args;
    if (sql === 'BEGIN IMMEDIATE' || sql === 'ROLLBACK') kinds.clear();
    if (sql !== 'COMMIT') return proceed();
    for (const kind of kinds) reach(`before_commit_${kind}`);
    const result = proceed();
    for (const kind of kinds) reach(`after_commit_${kind}`);
    return result;
  });
}

/** Tells what a statement writes; what it names an event is among its values. */
function commitKindOf(sql: string, values: readonly unknown[]): CommitKind | undefined {
  if (/INSERT INTO events/.test(sql)) return commitKinds.find((kind) => values.includes(kind));
  if (/DELETE FROM messages/.test(sql)) return 'message_removed';
  if (!/UPDATE messages/.test(sql)) return undefined;
  return /deliveries \+ 1/.test(sql) ? 'message_taken' : 'message_put_off';
}
