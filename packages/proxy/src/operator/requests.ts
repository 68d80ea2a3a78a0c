import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { resolutions } from '../attempt/attempt.ts';
import { attemptStatuses, statuses, type AttemptStatus } from '../attempt/statuses.ts';
import { minRetentionDays } from '../checkout/retention.ts';
import { Refusal } from '../refusal.ts';
import { positionIn } from '../store/change-position.ts';

/** PostgreSQL can't store control characters or lone surrogates. */
const storable = /^[^\p{Cc}\p{Cs}]*$/u;
const line = (longest: number) =>
  z
    .string()
    .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
    .pipe(z.string().min(1).max(longest).regex(storable));
export const PaymentId = z.object({ id: z.guid().toLowerCase() });
export const AlarmId = z.object({ id: z.coerce.number().int() });
/** A payment's id finds its order, too. */
export const OrderId = z.object({ id: z.string().min(1).max(128).regex(storable) });
export const Finding = z.object({ status: z.enum(resolutions), note: line(500) });
export const By = z.object({ by: line(64) });
export const PurgeOrder = By.extend({
  olderThanDays: z.int().min(minRetentionDays),
  yes: z.boolean(),
});
export const BackupOrder = By.extend({ file: z.string().refine(isAbsolute) });
export const AlarmFilter = z.object({ all: z.enum(['true', 'false']).default('false') });
export const PaymentFilter = z.object({
  status: z.string().default(attemptStatuses.join()).transform(statusesFor),
  since: z.iso.datetime().default(''),
  until: z.iso.datetime().default('9'),
  cursor: z
    .string()
    .refine((text) => positionIn(text) !== undefined)
    .transform(positionIn)
    .optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
});

/** A word may stand for several statuses, like `processing`. */
function statusesFor(words: string): AttemptStatus[] {
  return words.split(',').flatMap((word) => {
    const named = attemptStatuses.filter(
      (each) => each === word || statuses[each].shownAs === word,
    );
    if (named.length === 0) throw new Refusal('bad_request', { detail: `'${word}' is no status` });
    return named;
  });
}

/** Refuses with the name of the first wrong member. */
export function parse<Value>(schema: z.ZodType<Value>, given: unknown): Value {
  const { data, error } = schema.safeParse(given ?? {});
  if (!error) return data;
  const member = String(error.issues[0]?.path[0] ?? 'the body').replace(/^id$/, 'the id');
  throw member === 'note'
    ? new Refusal('note_missing')
    : new Refusal('bad_request', { detail: `${member} is missing or wrong` });
}
