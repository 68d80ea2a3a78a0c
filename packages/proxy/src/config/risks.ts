import type { Config } from './config.ts';

type RiskCode =
  | 'api_path_twice'
  | 'no_postbacks'
  | 'no_trusted_proxy'
  | 'everybody_trusted'
  | 'metrics_on_network';

/** Lists settings that work but may do harm. */
export function risksOf(
  config: Pick<
    Config,
    'apiBaseUrl' | 'publicUrl' | 'trustProxy' | 'host' | 'metricsHost' | 'metricsPort'
  >,
): { event: RiskCode; text: string }[] {
  const { host, metricsHost, metricsPort, publicUrl, trustProxy } = config;
  // The proxy itself has no TLS, and a loopback address is reachable only from its own machine.
  const isBehindWebServer = isLoopback(host) || publicUrl?.startsWith('https:') === true;
  const risks: (false | { event: RiskCode; text: string })[] = [
    config.apiBaseUrl.endsWith('/api/checkout') && {
      event: 'api_path_twice',
      text: 'API_BASE_URL ends in /api/checkout/: remove that, because the proxy adds it to each request',
    },
    publicUrl === undefined && {
      event: 'no_postbacks',
      text: 'PUBLIC_URL is not set: there are no postbacks, and a 5xx is never retried',
    },
    trustProxy === false &&
      isBehindWebServer && {
        event: 'no_trusted_proxy',
        text: 'TRUST_PROXY is off: all buyers behind a web server share one RATE_LIMIT; list its address',
      },
    trustProxy !== false &&
      trustProxy.some((range) => /\/0+$/.test(range)) && {
        event: 'everybody_trusted',
        text: 'TRUST_PROXY lists every address: any client can pick its own, and escape RATE_LIMIT',
      },
    metricsPort !== undefined &&
      !isLoopback(metricsHost) && {
        event: 'metrics_on_network',
        text: `METRICS_HOST is ${metricsHost}: METRICS_PORT shows metrics and takes the operator's password without TLS; only a private network may reach it`,
      },
  ];
  return risks.filter((risk) => risk !== false);
}

function isLoopback(host: string): boolean {
  return /^(localhost$|127\.|::1$)/.test(host);
}
