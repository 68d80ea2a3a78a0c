import type { Attempt } from '../../attempt/attempt.ts';
import type { Change, EventRow } from '../../attempt/transition.ts';
import * as sql from '../statements.ts';
import type { Statement, Value } from '../statements.ts';

// A payment is one row, with its first try and its steps in it. Every further row or index in another
// order would cost each payment a page of its own, in the WAL and at the checkpoint. An insert of a
// `SELECT` may have many rows, so SQLite first copies each page to the statement's journal, in a file.

const newColumns = `${sql.newAttemptColumns}, token_hash, steps`;

const insertAttempt = `
  INSERT INTO attempts (${newColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const changedColumns = `${sql.changedAttemptColumns}, steps = coalesce(steps || ',', '') || ?`;

const updateAttempt = `UPDATE attempts SET ${changedColumns} WHERE id = ?`;

const updateOneRow = `UPDATE attempts SET ${changedColumns}, ${sql.changedTryColumns} WHERE id = ?`;

const updateFirstTry = `
  UPDATE attempts SET ${sql.changedTryColumns} WHERE id = ? AND token_hash IS NOT NULL`;

const copyFirstTry = `
  INSERT INTO tries (attempt_id, number, token_hash, started_at, ended_at, answer, postback,
    postback_at, transaction_id)
  SELECT id, 1, token_hash, created_at, ended_at, answer, postback, postback_at, transaction_id
  FROM attempts WHERE id = ? AND token_hash IS NOT NULL`;

const clearFirstTry = `
  UPDATE attempts SET token_hash = NULL, ended_at = NULL, answer = NULL, postback = NULL,
    postback_at = NULL, transaction_id = NULL WHERE id = ?`;

/** Finds the latest tries, between two times twice, that the service accepted. */
export const acceptedTries = `
  SELECT * FROM (${sql.acceptedIn('attempts')})
  UNION ALL SELECT * FROM (${sql.acceptedIn('tries')})
  ORDER BY ended_at DESC LIMIT ${sql.acceptedTriesRead}`;

/** Finds the steps of an order's attempts; those of version 8 and before are in `events`. */
export const eventsOfOrder = `
  SELECT attempt_id, at, kind, try_number, status, details FROM (
    SELECT a.id AS attempt_id, e.at, e.kind, e.try_number, e.status, e.details, 0 AS part, e.id AS place
    FROM attempts a JOIN events e ON e.attempt_id = a.id WHERE a.order_id = ?1
    UNION ALL
    SELECT a.id, value ->> 'at', value ->> 'kind', value ->> 'tryNumber', value ->> 'status',
      value ->> 'details', a.row, key
    FROM attempts a, json_each('[' || a.steps || ']') WHERE a.order_id = ?1
  ) ORDER BY at, part, place`;

/** Lists the statements of a change. `isOneRow` says that its attempt has no row in `tries`. */
export function statementsOf(change: Change, isOneRow: boolean): Statement[] {
  const { attempt, event } = change;
  if (event.kind === 'begun') return [[insertAttempt, newValues(attempt, event)]];
  const values = [...sql.changedAttemptValues(attempt, event.at), stepOf(event)];
  const [first] = attempt.tries;
  const writes: Statement[] =
    isOneRow && first
      ? [[updateOneRow, [...values, ...sql.changedTryValues(first), attempt.id]]]
      : [[updateAttempt, [...values, attempt.id]], ...statementsOfTries(change)];
  return [...writes, ...sql.statementsOfNews(change)];
}

/** Lists the statements for the tries of an attempt that may have them in `tries`. */
function statementsOfTries({ attempt: { id }, tries, event }: Change): Statement[] {
  if (event.kind === 'try_started') {
    const moveFirst: Statement[] = [
      [copyFirstTry, [id]],
      [clearFirstTry, [id]],
    ];
    return [...moveFirst, ...tries.map((each) => sql.insertTry(id, each))];
  }
  return tries.flatMap((each): Statement[] => [
    ...(each.number === 1 ? [[updateFirstTry, [...sql.changedTryValues(each), id]] as const] : []),
    sql.updateTry(id, each),
  ]);
}

function newValues(attempt: Attempt, event: EventRow): Value[] {
  const tokenHash = attempt.tries[0]?.tokenHash ?? null;
  return [...sql.newAttemptValues(attempt, event.at), tokenHash, stepOf(event)];
}

/** Writes a step as JSON, without the attempt's id; its details are JSON already. */
function stepOf({ at, kind, tryNumber, status, details }: EventRow): string {
  const step = JSON.stringify({ at, kind, tryNumber, status });
  return details === undefined ? step : `${step.slice(0, -1)},"details":${details}}`;
}
