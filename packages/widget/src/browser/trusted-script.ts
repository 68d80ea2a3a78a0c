interface Policy {
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: Record<string, (text: string) => string>): Policy;
}

/** The page's policy of Trusted Types; browsers without them accept strings. */
let policy: Policy | undefined;

/**
 * Returns the URL of a script from the merchant's settings in a form that the page's Trusted
 * Types accept. Uses the policy `card-checkout` (CSP `trusted-types`).
 * @throws TypeError unless it is an `http` or `https` URL.
 */
export function trustedScriptUrl(url: string): string {
  policy ??= policiesOf(window)?.createPolicy('card-checkout', { createScriptURL: webAddress });
  return policy ? policy.createScriptURL(url) : webAddress(url);
}

/**
 * Lets a 3DS provider's script, which inserts scripts as text, run in its realm under the page's Trusted
 * Types. Needs the policy name `default`, which the page itself doesn't get.
 */
export function trustRealm(realm: Window): void {
  try {
    policiesOf(realm)?.createPolicy('default', {
      createHTML: (html) => html,
      createScriptURL: webAddress,
    });
  } catch {
    // The page's CSP forbids the name; a script that needs it will fail.
  }
}

function policiesOf(place: Window): PolicyFactory | undefined {
  return Reflect.get(place, 'trustedTypes');
}

function webAddress(url: string): string {
  if (/^https?:$/.test(new URL(url, location.href).protocol)) return url;
  throw new TypeError('not a web address');
}
