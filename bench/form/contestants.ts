import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A payment form whose script is compared. */
export interface Contestant {
  /** Names its file in `contestants/`. */
  name: 'card-checkout' | 'braintree-hosted-fields' | 'braintree-drop-in' | 'adyen';
  package: string;
  /** Says what its bundle holds. */
  holds: string;
  /** Says how far its form gets without an account. */
  reaches: string;
}

/** Lists who is compared. */
export const contestants: readonly Contestant[] = [
  {
    name: 'card-checkout',
    package: '@card-checkout/widget',
    holds: 'this form, lit and its styles inside',
    reaches: 'puts the element into the page: the whole form stands and can be used',
  },
  {
    name: 'braintree-hosted-fields',
    package: 'braintree-web',
    holds: '`client` and `hosted-fields`; the page brings the form around the fields',
    reaches: '`client.create` asks Braintree for the configuration and fails; nothing is drawn',
  },
  {
    name: 'braintree-drop-in',
    package: 'braintree-web-drop-in',
    holds: 'the whole form; its styles come from Braintree at run time',
    reaches: '`create` asks Braintree for the configuration and fails; nothing is drawn',
  },
  {
    name: 'adyen',
    package: '@adyen/adyen-web',
    holds:
      '`AdyenCheckout` and `Card`, in English, and a style sheet; other languages come from Adyen at run time',
    reaches:
      '`AdyenCheckout` asks Adyen for an id and its Portuguese, goes on without them, and `Card` is ' +
      'mounted: the form stands, but its fields are frames that Adyen would serve',
  },
];

/** Reads which version of a contestant is installed. */
export function versionOf(contestant: Contestant): string {
  const file = new URL(`../../node_modules/${contestant.package}/package.json`, import.meta.url);
  const { version }: { version: string } = JSON.parse(readFileSync(fileURLToPath(file), 'utf8'));
  return version;
}
