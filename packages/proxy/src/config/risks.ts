import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname } from 'node:path';
import { fraudPresets } from '@card-checkout/contract/checkout';
import { holds, meaningOf, plainWord } from '../payments-api/status-words.ts';
import { builtInRequest } from '../payments-api/template.ts';
import type { Config } from './config.ts';

const amounts = ['order.amount', 'order.amountDecimal', 'order.amountComma'] as const;

/** Lists settings that work but may do harm, each with how to correct it. */
export function risksOf(config: Omit<Config, 'secrets'>): string[] {
  const { apiBaseUrl, address, fraudScriptUrl, host, metricsHost, template, trustProxy } = config;
  const { status } = config.apiFile.answer;
  const { upstreamTimeoutMs, shutdownTimeoutMs, adminSocket } = config;
  const [api, own] = [URL.parse(apiBaseUrl), URL.parse(address ?? '')];
  // The proxy itself has no TLS, and a loopback address is reachable only from its own machine.
  const isBehindWebServer = isLoopback(host) || address?.startsWith('https:') === true;
  const preset = new URLSearchParams(URL.parse(fraudScriptUrl ?? '')?.hash.slice(1)).get('preset');
  const isOwnHost = ['0.0.0.0', '::', ...ownAddresses()].includes(host) || isLoopback(host);
  const risks: (string | false | undefined)[] = [
    apiBaseUrl.endsWith('/api/checkout') &&
      'API_BASE_URL ends in /api/checkout/: remove that, because the proxy adds it to each request',
    address === undefined &&
      "PUBLIC_URL isn't set: there are no postbacks, and a 5xx is never retried",
    address?.endsWith('/api/postback') &&
      'PUBLIC_URL ends in /api/postback/: remove that, because the proxy adds it',
    isLoopback(own?.hostname) &&
      !isLoopback(api?.hostname) &&
      "PUBLIC_URL is this machine's own name: the payments API can't post there; use a public one",
    address !== undefined &&
      !template.uses('postbackUrl') &&
      'API_FILE has no $postbackUrl in its request: there are no postbacks, and a 5xx is never retried',
    !amounts.some((path) => template.uses(path)) &&
      'API_FILE has no amount in its request: use $order.amount or $order.amountDecimal',
    !template.uses('card.number') && 'API_FILE has no card in its request: use $card.number',
    status.pointers.length === 0 &&
      JSON.stringify(config.apiFile.request) !== JSON.stringify(builtInRequest) &&
      'API_FILE has no answer.status.pointers: a refusal in words that nobody knows would count as paid',
    ...risksOfWords(status),
    trustProxy === false &&
      isBehindWebServer &&
      'TRUST_PROXY is off: all buyers behind a web server share one RATE_LIMIT; list its address',
    trustProxy !== false &&
      trustProxy.some((range) => /\/0+$/.test(range)) &&
      'TRUST_PROXY lists every address: any client can pick its own, and escape RATE_LIMIT',
    config.metricsPort !== undefined &&
      !isLoopback(metricsHost) &&
      `METRICS_HOST is ${metricsHost}: METRICS_PORT shows metrics and takes the operator's password without TLS; only a private network may reach it`,
    upstreamTimeoutMs < 1000 &&
      'UPSTREAM_TIMEOUT_MS is under 1000: slower answers leave payments unknown; use 30000',
    shutdownTimeoutMs < upstreamTimeoutMs &&
      `SHUTDOWN_TIMEOUT_MS is under UPSTREAM_TIMEOUT_MS: a stop leaves payments unknown; use ${upstreamTimeoutMs} or more`,
    config.threeDSFrameOrigin !== undefined &&
      config.threeDSFrameOrigin === own?.origin &&
      "THREE_DS_FRAME_ORIGIN is PUBLIC_URL's: use another host of this proxy, or leave it out",
    preset !== null &&
      !fraudPresets.some((known) => known === preset) &&
      `FRAUD_SCRIPT_URL names the preset ${preset}, which doesn't exist: use ${fraudPresets.join(', ')}`,
    adminSocket?.endsWith('/') === false &&
      !existsSync(dirname(adminSocket)) &&
      `ADMIN_SOCKET is in a folder that doesn't exist: create ${dirname(adminSocket)}`,
    isIP(host) > 0 && !isOwnHost && `HOST ${host} isn't an address of this machine: use 127.0.0.1`,
  ];
  return risks.filter((risk) => typeof risk === 'string');
}

function risksOfWords(lists: Config['apiFile']['answer']['status']): string[] {
  const known = new Map<string, string>();
  return (['paid', 'declined', 'pending'] as const).flatMap((list) =>
    lists[list].flatMap((given) => {
      const word = plainWord(given);
      const other = known.get(word);
      known.set(word, list);
      const builtIn = meaningOf(word, new Map()) ?? '';
      const refuses = ['declined', 'cause', 'trouble'].includes(builtIn) || holds('refusal', given);
      return [
        ...(other === undefined || other === list
          ? []
          : [`API_FILE lists ${given} as ${other} and as ${list}: keep one`]),
        ...(list === 'paid' && refuses
          ? [`API_FILE lists ${given} as paid, but it refuses: remove it`]
          : []),
      ];
    }),
  );
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all = []) => all.map((each) => each.address));
}

function isLoopback(host = ''): boolean {
  return /^(localhost$|127\.|\[?::1\]?$)/.test(host);
}
