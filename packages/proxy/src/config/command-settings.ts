import type { RetryRules } from '../attempt/retry.ts';
import type { AnswerRules } from '../payments-api/answer.ts';
import type { RequestRules } from '../payments-api/payment-request.ts';
import { Secret } from '../sensitive/secret.ts';
import { retryRulesOf, wordsOf } from './config.ts';
import { Environment } from './environment.ts';
import { addIssues, errorOf, type Faults } from './faults.ts';
import { requireOrderSecret, withSecretFiles } from './secret-files.ts';
import { readTemplate } from './template-file.ts';

type Given = Readonly<Record<string, string | undefined>>;

/** Reads only `ORDER_SECRET`. Throws `ConfigFaults`. */
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

export interface ServiceRules extends RequestRules, AnswerRules, RetryRules {
  apiBaseUrl: string;
}

const serviceSettings = Environment.pick({
  API_BASE_URL: true,
  MERCHANT_ID: true,
  PUBLIC_URL: true,
  RESPONSE_FIELDS: true,
  DECLINED_WORDS: true,
  PAID_WORDS: true,
  PENDING_WORDS: true,
  STATUS_POINTERS: true,
  TRANSACTION_ID_POINTERS: true,
  RETRY_POLICY: true,
});

const withoutSettings = { API_BASE_URL: 'https://api.payments.example', MERCHANT_ID: '4242' };

/**
 * Reads only what concerns the payments service. Without settings the service is
 * `https://api.payments.example`, and the seller 4242.
 */
export function readServiceRules(env: Given): ServiceRules {
  const faults: Faults = new Map();
  const names = [...Object.keys(serviceSettings.shape), 'CHECKOUT_TEMPLATE_FILE'];
  const own = Object.fromEntries(names.map((name) => [name, env[name]]));
  const given = withSecretFiles(own, faults);
  const template = readTemplate(given['CHECKOUT_TEMPLATE_FILE'], faults);
  const { data, error } = serviceSettings.safeParse({ ...withoutSettings, ...given });
  addIssues(faults, error);
  if (!template || !data) throw errorOf(faults);
  return {
    apiBaseUrl: data.API_BASE_URL,
    merchantId: data.MERCHANT_ID,
    template,
    words: wordsOf(data),
    responseFields: data.RESPONSE_FIELDS,
    ...retryRulesOf(data),
  };
}
