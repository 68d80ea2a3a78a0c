import type { Config } from './config.ts';

interface Risk {
  event: string;
  text: string;
}

type RiskySettings = Pick<
  Config,
  'allowUnsignedOrders' | 'apiBaseUrl' | 'publicUrl' | 'trustProxy' | 'host'
>;

/** Lists settings that work but may do harm. */
export function risksOf(config: RiskySettings): Risk[] {
  const risks: [isTaken: boolean, event: string, text: string][] = [
    [
      config.allowUnsignedOrders,
      'unsigned_orders_allowed',
      'UNSIGNED_ORDERS=allow: the browser decides the amount of an order',
    ],
    [
      config.apiBaseUrl.endsWith('/api/checkout'),
      'api_path_twice',
      'API_BASE_URL ends in /api/checkout/: remove that, because the proxy adds it to each request',
    ],
    [
      config.publicUrl === undefined,
      'no_postbacks',
      'PUBLIC_URL is not set: there are no postbacks, and a 5xx is never retried',
    ],
    [
      config.trustProxy === false && isBehindWebServer(config),
      'no_trusted_proxy',
      'TRUST_PROXY is off: all buyers behind a web server share one RATE_LIMIT; list its address',
    ],
    [
      config.trustProxy !== false && config.trustProxy.some((range) => /\/0+$/.test(range)),
      'everybody_trusted',
      'TRUST_PROXY lists every address: any client can pick its own, and escape RATE_LIMIT',
    ],
  ];
  return risks.flatMap(([isTaken, event, text]) => (isTaken ? [{ event, text }] : []));
}

/** The proxy itself has no TLS, and a loopback address is reachable only from its own machine. */
function isBehindWebServer({ host, publicUrl }: RiskySettings): boolean {
  return /^(localhost$|127\.|::1$)/.test(host) || publicUrl?.startsWith('https:') === true;
}
