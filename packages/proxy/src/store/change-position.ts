/** An order's or payment's place in the list of changes: its latest change. */
export interface ChangePosition {
  /** ISO 8601, UTC. */
  changedAt: string;
  paymentId: string;
}

/** Returns the position after every change of a time. Every id sorts before `g`. */
export function endOf(changedAt: string): ChangePosition {
  return { changedAt, paymentId: 'g' };
}

/** Writes a position for a caller who asks for the next page. */
export function cursorOf({ changedAt, paymentId }: ChangePosition): string {
  return Buffer.from(`${changedAt} ${paymentId}`).toString('base64url');
}

export function positionIn(cursor: string): ChangePosition | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, changedAt, paymentId] =
    /^(\d{4}-\d\d-\d\dT[\d:.]{12}Z) ([\da-f-]{36})$/.exec(text) ?? [];
  return changedAt && paymentId ? { changedAt, paymentId } : undefined;
}
