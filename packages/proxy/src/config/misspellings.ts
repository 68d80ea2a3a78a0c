import { editsBetween } from '../edits-between.ts';
import { ownNames } from './environment.ts';

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
      return meant === undefined ? [] : [`${name} isn't a setting: did you mean ${meant}?`];
    });
}

/** Short names such as `PORT` must match exactly. */
function isMisspelled(name: string, own: string): boolean {
  const maxEdits = own.length < 8 ? 0 : 2;
  return Math.abs(name.length - own.length) <= maxEdits && editsBetween(name, own) <= maxEdits;
}
