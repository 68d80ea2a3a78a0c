/** Returns the Levenshtein distance. */
export function editsBetween(one: string, other: string): number {
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
