import { Environment, secretNames } from './environment.ts';

const ownNames = [...Object.keys(Environment.shape), ...secretNames.map((name) => `${name}_FILE`)];

/** Other programs' variables, and the lower-case forms that we read. */
const others = /^(https?|no)_proxy$|^HTTP_PROXY$/;

/** Returns a sentence for each variable that looks like a misspelled setting. */
export function misspellingsIn(env: Readonly<Record<string, string | undefined>>): string[] {
  const absent = ownNames.filter((name) => {
    const bare = name.replace(/_FILE$/, '');
    return !env[bare] && !env[`${bare}_FILE`];
  });
  return Object.keys(env)
    .filter((name) => !ownNames.includes(name) && !others.test(name))
    .flatMap((name) => {
      const meant = absent.find((own) => isMisspelled(name.toUpperCase(), own));
      return meant === undefined ? [] : [`${name} is not a setting: did you mean ${meant}?`];
    });
}

/** Short names such as `PORT` must match exactly. */
function isMisspelled(name: string, own: string): boolean {
  const maxEdits = own.length < 8 ? 0 : 2;
  return Math.abs(name.length - own.length) <= maxEdits && editsBetween(name, own) <= maxEdits;
}

/** Returns the Levenshtein distance. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of one.split('').entries()) {
    const next = [index + 1];
    for (const [column, otherLetter] of other.split('').entries()) {
      const replaced = (row[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
