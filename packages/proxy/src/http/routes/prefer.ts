const maxSeconds = 30;

/**
 * Reads `wait` of a `Prefer` header (RFC 7240, 4.3) in seconds, at most 30. What is no whole
 * number counts as absent, since a preference is never an error.
 */
export function waitSecondsOf(
  header: string | string[] | undefined,
  defaultSeconds: number,
): number {
  if (header === undefined) return defaultSeconds;
  const preferences = [header].flat().join(',').split(/[,;]/);
  const waits = preferences.map((preference) => /^\s*wait\s*=\s*"?(\d+)"?\s*$/i.exec(preference));
  const seconds = waits.find((wait) => wait !== null)?.[1];
  return seconds === undefined ? defaultSeconds : Math.min(Number(seconds), maxSeconds);
}
