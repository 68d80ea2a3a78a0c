import type { CardCheckout } from '../element/card-checkout.ts';
import { remoteThreeDS } from './remote-three-ds.ts';

type Surroundings = NonNullable<CardCheckout['surroundings']>;

interface Place extends Omit<Surroundings, 'realmUrl' | 'remoteAdapter'> {
  /** The origin of the 3DS provider's realm. */
  realmOrigin: string;
}

/** Has the element pay at its proxy, and the 3DS provider's script run in a realm of its own. */
export function isolate(
  element: CardCheckout,
  proxyUrl: URL,
  { realmOrigin, ...place }: Place,
): void {
  const { pathname } = new URL('widget/realm', proxyUrl);
  const isRemote = realmOrigin !== location.origin;
  element.proxyUrl = proxyUrl.href;
  element.surroundings = {
    ...place,
    realmUrl: new URL(pathname, realmOrigin).href,
    remoteAdapter: isRemote ? (provider) => remoteThreeDS(provider, realmOrigin) : undefined,
  };
}
