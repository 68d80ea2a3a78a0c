import type { ClientConfig } from '@card-checkout/contract/client-config';
import { phoneIn, withDetails } from '@card-checkout/contract/payer';
import { findBrand } from '../fields/brands.ts';
import type { ThreeDSRequest } from '../three-ds/adapter.ts';
import { adapterFor } from '../three-ds/adapters.ts';
import type { Authentication } from '../three-ds/authenticate.ts';
import { strictest } from '../three-ds/policy.ts';
import type { TimeLimit } from '../three-ds/time-limit.ts';
import { fetchThreeDSToken } from '../three-ds/token.ts';
import type { Attempt } from './attempt.ts';

/**
 * Returns the authentication that an attempt needs, if it needs one.
 * @throws CheckoutError `misconfigured` for an unknown provider.
 */
export function authenticationOf(
  attempt: Attempt,
  config: ClientConfig,
  limit: TimeLimit,
): Authentication | undefined {
  const { threeDSAdapter, page, texts } = attempt;
  const { surroundings, renderRoot: root } = page;
  const { merchantUrl = location.origin, realmUrl } = surroundings ?? {};
  const {
    tokenUrl,
    provider,
    threeDSEnvironment: environment,
    threeDSScriptUrl: scriptUrl,
  } = config;
  const adapter = adapterFor(provider, threeDSAdapter);
  const request = threeDSRequest(attempt, config, merchantUrl);
  const mode = strictest(config.threeDS, attempt.threeDS);
  if (mode === 'off' && request.card.kind === 'credit') return undefined;
  return {
    mode,
    proof: config.proof,
    adapter: surroundings?.remoteAdapter?.(provider) ?? adapter,
    // Nobody knows what the merchant's own adapter needs.
    startsEarly: threeDSAdapter === undefined,
    request,
    settings: { environment, scriptUrl, nonce: page.nonce || undefined },
    fetchToken: async (until) => fetchThreeDSToken(tokenUrl, provider, until),
    root,
    realmUrl,
    onChallenge: surroundings?.onChallenge,
    texts,
    limit,
  };
}

function threeDSRequest(
  { order, totalCentavos, request, cart }: Attempt,
  config: ClientConfig,
  merchantUrl: string,
): ThreeDSRequest {
  const { card, installments } = request;
  const payer = withDetails(request.payer, order.payer);
  const [expiryYear = '', expiryMonth = ''] = card.expiry.split('-');
  return {
    order: { id: order.id, amountCentavos: totalCentavos, installments },
    card: {
      number: card.number,
      holder: card.holder,
      expiryMonth,
      expiryYear,
      kind: card.kind,
      brand: findBrand(card.number)?.brand,
    },
    payer,
    phone: phoneIn(payer.phone),
    cart,
    clientIp: config.clientIp,
    merchantUrl,
  };
}
