/** The origins of a payment's scripts and frames. */
interface PolicySources {
  proxyUrl: string;
  paymentsUrl: string;
  fraudScriptUrl: string;
  threeDSUrl: string;
  /** The sandbox has one issuer; a real page cannot list them. */
  bankUrl: string;
}

/** Writes the shop's Content Security Policy, as docs/security.md gives it to merchants. */
export function pagePolicy(sources: PolicySources): string {
  const { paymentsUrl, threeDSUrl, bankUrl } = sources;
  const proxy = new URL(sources.proxyUrl).origin;
  const fraud = new URL(sources.fraudScriptUrl).origin;
  return [
    "default-src 'none'",
    `script-src 'self' ${proxy} ${fraud} ${threeDSUrl}`,
    'worker-src blob:',
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${proxy} ${paymentsUrl} ${threeDSUrl} ${fraud}`,
    `frame-src ${bankUrl}`,
    `form-action 'self' ${bankUrl}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types card-checkout lit-html default',
  ].join('; ');
}
