/** Returns an address without spaces around it and slashes at its end. */
export function baseUrl(address: string): string {
  return address.trim().replace(/\/+$/, '');
}
