/** Returns the order or payment id in the page's address; empty without one. */
export function wantedId(): string {
  return new URLSearchParams(location.hash.slice(1)).get('id') ?? '';
}

export function addressOf(id: string): string {
  return `#${new URLSearchParams({ id }).toString()}`;
}
