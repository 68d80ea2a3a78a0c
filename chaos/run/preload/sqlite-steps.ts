import { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CommitKind } from '../steps.ts';
import { commitKindOf } from './commit-kind.ts';
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
