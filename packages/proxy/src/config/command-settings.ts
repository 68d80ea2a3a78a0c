import type { RequestRules } from '../payments-api/payment-request.ts';
import { Secret } from '../sensitive/secret.ts';
import { Environment } from './environment.ts';
import { addIssues, errorOf, type Faults } from './faults.ts';
import { requireOrderSecret, withSecretFiles } from './secret-files.ts';
import { readTemplate } from './template-file.ts';

type Given = Readonly<Record<string, string | undefined>>;

/** Reads only the secrets of orders. Throws `ConfigFaults` if there is none. */
export function readOrderSecret(env: Given): Secret {
  const { ORDER_SECRET, ORDER_SECRET_FILE } = env;
  const faults: Faults = new Map();
  const given = withSecretFiles({ ORDER_SECRET, ORDER_SECRET_FILE }, faults);
  requireOrderSecret(given, faults);
  const { data, error } = Environment.pick({ ORDER_SECRET: true }).safeParse(given);
  addIssues(faults, error);
  if (data?.ORDER_SECRET === undefined || faults.size > 0) throw errorOf(faults);
  return new Secret(data.ORDER_SECRET);
}

/** Reads only what requests to the payments API are built from; the seller is 4242 without one. */
export function readRequestRules(env: Given): RequestRules {
  const { MERCHANT_ID, PUBLIC_URL, CHECKOUT_TEMPLATE_FILE } = env;
  const faults: Faults = new Map();
  const given = withSecretFiles({ MERCHANT_ID, PUBLIC_URL, CHECKOUT_TEMPLATE_FILE }, faults);
  const template = readTemplate(given['CHECKOUT_TEMPLATE_FILE'], faults);
  const settings = Environment.pick({ MERCHANT_ID: true, PUBLIC_URL: true });
  const { data, error } = settings.safeParse({ MERCHANT_ID: '4242', ...given });
  addIssues(faults, error);
  if (!template || !data) throw errorOf(faults);
  return { merchantId: data.MERCHANT_ID, template, publicUrl: data.PUBLIC_URL };
}
