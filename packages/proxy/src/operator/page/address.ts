/** Returns the id of the order or payment that the page's address asks for; empty without one. */
export function wantedId(): string {
  return new URLSearchParams(location.hash.slice(1)).get('id') ?? '';
}

/** Returns the address, relative to the page, that shows an order or a payment. */
export function addressOf(id: string): string {
  return `#${new URLSearchParams({ id }).toString()}`;
}
