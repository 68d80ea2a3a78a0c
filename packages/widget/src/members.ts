/** Gives the members of a JSON object; of anything else, none. */
export function membersOf(value: unknown): ReadonlyMap<string, unknown> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return new Map(isObject ? Object.entries(value) : []);
}
