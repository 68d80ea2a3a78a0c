import { memberOf } from '@card-checkout/contract/json';

/** A place in a body: a JSON pointer (RFC 6901) and its names. */
export interface Place {
  pointer: string;
  names: readonly string[];
}

export function placeOf(pointer: string): Place {
  const names = pointer.split('/').slice(1);
  return { pointer, names: names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')) };
}

export function valueAt({ names }: Place, body: unknown): unknown {
  return names.reduce(memberOf, body);
}

/** A value without members: a text, number, boolean, `null`, or an empty object or list. */
export interface Leaf {
  /** The member's name, or an item's index. */
  name: string;
  value: unknown;
  /** The member around it, up to the body, which has no name. */
  parent: Leaf | undefined;
}

/** Lists a body's leaves, shallowest first, without those at or below the `skipped` places. */
export function leavesOf(body: unknown, skipped: readonly Place[] = []): Leaf[] {
  const hidden = Map.groupBy(skipped, ({ names }) => names.slice(0, -1).reduce(memberOf, body));
  const leaves: Leaf[] = [];
  const open: Leaf[] = [{ name: '', value: body, parent: undefined }];
  // The list grows during the loop. Recursion would be as deep as the body.
  for (const parent of open) {
    const { value } = parent;
    const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    if (members.length === 0) leaves.push(parent);
    const left = hidden.get(value)?.map(({ names }) => names.at(-1)) ?? [];
    const shown = members.filter(([name]) => !left.includes(name));
    for (const [name, member] of shown) open.push({ name, value: member, parent });
  }
  return leaves;
}

/** Writes where a leaf is, below another place or the body, and what it holds: `/data/status: refused`. */
export function shownLeaf(leaf: Leaf, from = ''): string {
  const names: string[] = [];
  for (let at: Leaf | undefined = leaf; at?.parent; at = at.parent) names.push(escaped(at.name));
  return shownValue([from, ...names.toReversed()].join('/'), leaf.value);
}

export function shownValue(pointer: string, value: unknown): string {
  return `${pointer}: ${scalarOf(value) ?? 'an object'}`.slice(0, 10_000);
}

/** Returns the text of a text, number, boolean or `null`. */
export function scalarOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? undefined : String(value).trim();
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
