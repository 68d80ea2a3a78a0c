/** Returns an address as a page may write it, without spaces around it and slashes at its end. */
export function baseUrl(address: string): string {
  return address.trim().replace(/\/+$/, '');
}
