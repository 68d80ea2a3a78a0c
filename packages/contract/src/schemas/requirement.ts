import type { z } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

/**
 * The `error` option of a parse: says what a value must be, without quoting it. The text completes a
 * sentence that starts with the value's name.
 */
export function requirement(issue: z.core.$ZodRawIssue): string {
  const { code, input } = issue;
  if (input === undefined) return 'is missing';
  if (code === 'invalid_type') return `must be ${kinds[issue.expected] ?? issue.expected}`;
  if (code === 'invalid_value') {
    return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
  }
  if (code === 'unrecognized_keys') return `must not have ${issue.keys.join(', ')}`;
  const isNumber = typeof input === 'number';
  if (code === 'invalid_key') return issue.issues[0]?.message ?? 'is wrong';
  if (code === 'too_small')
    return isNumber ? `must be at least ${issue.minimum}` : 'must not be empty';
  if (code === 'too_big') {
    return isNumber
      ? `must be at most ${issue.maximum}`
      : `must have at most ${issue.maximum} characters`;
  }
  return 'is wrong';
}
