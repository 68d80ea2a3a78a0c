import type { ClientConfig } from '@card-checkout/contract/client-config';

/**
 * Opens the connections that an authentication begins with: to the payments API for the token, and to
 * the provider. Browsers keep requests with and without cookies apart, and its script makes both.
 */
export function openConnections({ apiUrl, threeDSScriptUrl }: ClientConfig): void {
  connect(apiUrl, 'anonymous');
  connect(threeDSScriptUrl, 'anonymous');
  connect(threeDSScriptUrl, null);
}

/** The connection outlives the link that requests it. */
function connect(url: string, crossOrigin: 'anonymous' | null): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preconnect', href: new URL(url).origin, crossOrigin });
  document.head.append(link);
  link.remove();
}
