/** What Trusted Types need to know of us; browsers without them take a text. */
interface Policy {
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: Record<string, (text: string) => string>): Policy;
}

let ours: Policy | undefined;

/**
 * Lets a script that the merchant's settings name, or a worker of our own, pass the page's Trusted Types, under the policy
 * `card-checkout` (CSP `trusted-types`).
 * @throws TypeError when it is no address of the web.
 */
export function trustedScriptUrl(url: string): string {
  ours ??= policiesOf(window)?.createPolicy('card-checkout', { createScriptURL: webAddress });
  return ours ? ours.createScriptURL(url) : webAddress(url);
}

/**
 * Lets a provider's script work in a realm of its own under the page's Trusted Types: it inserts scripts
 * by text. Needs the policy name `default`; the page itself gets no such policy.
 */
export function trustRealm(realm: Window): void {
  try {
    policiesOf(realm)?.createPolicy('default', {
      createHTML: (html) => html,
      createScriptURL: webAddress,
    });
  } catch {
    // The page's policy does not allow the name; a script that needs it fails by itself.
  }
}

function policiesOf(place: Window): PolicyFactory | undefined {
  const factory: unknown = Reflect.get(place, 'trustedTypes');
  return isFactory(factory) ? factory : undefined;
}

function isFactory(value: unknown): value is PolicyFactory {
  return typeof value === 'object' && value !== null && 'createPolicy' in value;
}

function webAddress(url: string): string {
  // A blob is something that this page has made.
  if (/^(https?|blob):$/.test(new URL(url, location.href).protocol)) return url;
  throw new TypeError('not an address of the web');
}
