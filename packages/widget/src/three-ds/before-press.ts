import { pause } from '../browser/pause.ts';
import { openFrame, unusedMs } from './realm.ts';

/**
 * Opens the connections that an authentication begins with, to the payments API for the token and to the
 * provider, and lets the browser store the provider's script. Browsers keep requests with and without
 * cookies apart: the script comes with them, and then asks without.
 */
export async function prepareForPress(
  root: ShadowRoot,
  realmUrl: string | undefined,
  tokenUrl: string,
  script: { scriptUrl: string; nonce: string | undefined },
): Promise<void> {
  for (const url of [tokenUrl, script.scriptUrl]) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preconnect', href: url, crossOrigin: '' });
    document.head.append(link);
    // The connection outlives it.
    link.remove();
  }
  const box = document.createElement('div');
  box.hidden = true;
  root.append(box);
  await openFrame(box, '', realmUrl, script);
  await pause(unusedMs);
  box.remove();
}
