import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname } from 'node:path';
import { fraudPresets } from '@card-checkout/contract/checkout';
import type { Config } from './config.ts';

const amounts = ['order.amount', 'order.amountDecimal', 'order.amountComma'] as const;

/** Lists settings that work but may do harm, each with how to correct it. */
export function risksOf(config: Omit<Config, 'secrets'>): string[] {
  const { apiBaseUrl, publicUrl, fraudScriptUrl, host, metricsHost, template, trustProxy } = config;
  const { answer, postback, isBuiltIn } = config;
  const { upstreamTimeoutMs, shutdownTimeoutMs, adminSocket } = config;
  const [api, own] = [URL.parse(apiBaseUrl), URL.parse(publicUrl ?? '')];
  // The proxy itself has no TLS, and a loopback address is reachable only from its own machine.
  const isBehindWebServer = isLoopback(host) || publicUrl?.startsWith('https:') === true;
  const preset = new URLSearchParams(URL.parse(fraudScriptUrl ?? '')?.hash.slice(1)).get('preset');
  const isOwnHost = ['0.0.0.0', '::', ...ownAddresses()].includes(host) || isLoopback(host);
  const risks: (string | false | undefined)[] = [
    apiBaseUrl.endsWith(config.path.replace(/\/$/, '')) &&
      `API_BASE_URL ends in ${config.path}: remove that, because the proxy adds it to each request`,
    publicUrl === undefined &&
      "PUBLIC_URL isn't set: there are no postbacks, and a 5xx is never retried",
    publicUrl?.endsWith('/api/postback') &&
      'PUBLIC_URL ends in /api/postback/: remove that, because the proxy adds it',
    isLoopback(own?.hostname) &&
      !isLoopback(api?.hostname) &&
      "PUBLIC_URL is this machine's own name: the payments API can't post there; use a public one",
    publicUrl !== undefined &&
      !template.uses('postbackUrl') &&
      'API_FILE has no $postbackUrl in its request: there are no postbacks, and a 5xx is never retried',
    !amounts.some((path) => template.uses(path)) &&
      'API_FILE has no amount in its request: use $order.amount or $order.amountDecimal',
    !template.uses('card.number') && 'API_FILE has no card in its request: use $card.number',
    config.proof === 'reference' &&
      !template.uses('threeDSecure.ReferenceId') &&
      'API_FILE says proof: "reference", but its request has no $threeDSecure.ReferenceId: the API never learns of an authentication',
    answer.status.places.length === 0 &&
      'API_FILE has no answer.status.pointers: no payment is ever approved by its answer',
    !isBuiltIn &&
      answer.status.absent === 'paid' &&
      'API_FILE says absent: "paid": an empty answer of a server in between would count as paid',
    !isBuiltIn &&
      template.uses('postbackUrl') &&
      postback.only.length === 0 &&
      'API_FILE has no postback.only: a message about a refund or a risk analysis may count as a payment; list the kinds that count',
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
    config.threeDS !== 'required' &&
      `THREE_DS is ${config.threeDS}: payments without proof of authentication are charged, and the shop pays for their chargebacks; use required`,
    config.threeDSFrameOrigin !== undefined &&
      config.threeDSFrameOrigin === own?.origin &&
      "THREE_DS_FRAME_ORIGIN is PUBLIC_URL's: use another host of this proxy, or leave it out",
    preset !== null &&
      !fraudPresets.some((known) => known === preset) &&
      `FRAUD_SCRIPT_URL names the preset ${preset}, which doesn't exist: use ${fraudPresets.join(', ')}`,
    adminSocket?.endsWith('/') === false &&
      !existsSync(dirname(adminSocket)) &&
      `ADMIN_SOCKET is in a folder that doesn't exist: create ${dirname(adminSocket)}`,
    ...config.quotedNames.map((name) => `${name} is in quotes, which count: remove them`),
    isIP(host) > 0 && !isOwnHost && `HOST ${host} isn't an address of this machine: use 127.0.0.1`,
  ];
  return risks.filter((risk) => typeof risk === 'string');
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all = []) => all.map((each) => each.address));
}

function isLoopback(host = ''): boolean {
  return /^(localhost$|127\.|\[?::1\]?$)/.test(host);
}
