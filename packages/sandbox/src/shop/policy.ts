/** Where the scripts and frames of a payment come from. */
interface PolicySources {
  proxyUrl: string;
  paymentsUrl: string;
  fraudScriptUrl: string;
  threeDSUrl: string;
  bankUrl: string;
}

/**
 * Writes the Content Security Policy of the shop's pages, as docs/security.md gives it to merchants: nothing
 * inline, no evaluation of texts, and Trusted Types for what is left.
 */
export function pagePolicy(sources: PolicySources): string {
  const { paymentsUrl, threeDSUrl, bankUrl } = sources;
  const proxy = new URL(sources.proxyUrl).origin;
  const fraud = new URL(sources.fraudScriptUrl).origin;
  const directives = {
    'default-src': "'none'",
    'script-src': `'self' ${proxy} ${fraud} ${threeDSUrl}`,
    'worker-src': 'blob:',
    'style-src': "'self'",
    'img-src': "'self'",
    'connect-src': `'self' ${proxy} ${paymentsUrl} ${threeDSUrl} ${fraud}`,
    'frame-src': bankUrl,
    'form-action': `'self' ${bankUrl}`,
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'card-checkout lit-html default',
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
