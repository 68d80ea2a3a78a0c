/** Says what is wrong with the command line. */
export class InvalidOptions extends Error {}

/** Reads the value of an option. Throws `InvalidOptions`. */
export function wholeNumber(name: string, text: string, min: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min) return value;
  throw new InvalidOptions(`--${name} must be a whole number, at least ${min}`);
}
