export function parse(x: number): number {
  return x;
}
