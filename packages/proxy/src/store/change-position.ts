/** An order's or payment's place in the list of changes: its latest change. */
export interface ChangePosition {
  /** ISO 8601, UTC. */
  changedAt: string;
  attemptId: string;
}

/** Returns the position after every change of a time. Every id sorts before `g`. */
export function endOf(changedAt: string): ChangePosition {
  return { changedAt, attemptId: 'g' };
}

/** Writes a position for a caller who asks for the next page. */
export function cursorOf({ changedAt, attemptId }: ChangePosition): string {
  return Buffer.from(`${changedAt} ${attemptId}`).toString('base64url');
}

export function positionIn(cursor: string): ChangePosition | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, changedAt, attemptId] =
    /^(\d{4}-\d\d-\d\dT[\d:.]{12}Z) ([\da-f-]{36})$/.exec(text) ?? [];
  return changedAt && attemptId ? { changedAt, attemptId } : undefined;
}
