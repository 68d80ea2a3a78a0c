import { z } from 'zod';
import { resolutions } from '../attempt/attempt.ts';
import { Refusal } from '../refusal.ts';

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

/** A finding as it was given, not checked yet. */
export type GivenFinding = Readonly<Record<keyof z.output<typeof Finding>, string | null>>;

/** A command, and who gives it. */
export const GivenCommand = z.object({ args: z.array(z.string()), by: line(64) });

/** Refuses with the name of the first wrong member. */
export function parse<Value>(schema: z.ZodType<Value>, given: unknown): Value {
  const { data, error } = schema.safeParse(given ?? {});
  if (!error) return data;
  const member = String(error.issues[0]?.path[0] ?? 'the body').replace(/^id$/, 'the id');
  throw member === 'note'
    ? new Refusal('note_missing')
    : new Refusal('bad_request', { detail: `${member} is missing or wrong` });
}
