/** One secret that orders may be signed with. */
export interface OrderKey {
  /** What a token may call it by in its header (RFC 7515, 4.1.4). */
  kid: string | undefined;
  secret: string;
}

/**
 * Reads the order secrets: one a line, the newest first. A line `kid=name secret` names its secret.
 * What stands in none of the lines signs nothing any more.
 */
export function orderKeysIn(text: string): OrderKey[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').map(orderKeyIn);
}

function orderKeyIn(line: string): OrderKey {
  const [, kid, secret = line] = /^kid=(\S+)\s+(.+)$/.exec(line) ?? [];
  return { kid, secret };
}
