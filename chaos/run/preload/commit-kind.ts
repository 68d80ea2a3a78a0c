import { commitKinds, type CommitKind } from '../steps.ts';

/** Tells what a statement writes; what it names an event is among its values. */
export function commitKindOf(sql: string, values: readonly unknown[]): CommitKind | undefined {
  if (/INSERT INTO events/.test(sql)) return commitKinds.find((kind) => values.includes(kind));
  if (/DELETE FROM messages/.test(sql)) return 'message_removed';
  if (!/UPDATE messages/.test(sql)) return undefined;
  return /deliveries \+ 1/.test(sql) ? 'message_taken' : 'message_put_off';
}
