interface Policy {
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: Record<string, (text: string) => string>): Policy;
}

/** The page's policy of Trusted Types; browsers without them accept strings. */
let policy: Policy | undefined;

/**
 * Makes a script of the merchant's settings for a document, as the page's Trusted Types accept it. Uses the policy
 * `card-checkout` (CSP `trusted-types`).
 * @throws TypeError unless it has an `http` or `https` URL.
 */
export function scriptIn(
  document: Document,
  url: string,
  nonce: string | undefined,
): HTMLScriptElement {
  policy ??= policiesOf(window)?.createPolicy('card-checkout', { createScriptURL: webAddress });
  const script = document.createElement('script');
  if (nonce !== undefined) script.nonce = nonce;
  script.src = policy ? policy.createScriptURL(url) : webAddress(url);
  return script;
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
