import type { z } from 'zod';
import type { RetryRules } from '../attempt/retry.ts';
import type { AnswerRules } from '../payments-api/answer.ts';
import type { RequestRules } from '../payments-api/payment-request.ts';
import { Secret } from '../sensitive/secret.ts';
import { adminSocketOf, readTemplate, retryRulesOf, wordsOf } from './config.ts';
import { Environment } from './environment.ts';
import { addIssues, errorOf, type Faults } from './faults.ts';
import { requireOrderSecret, withSecretFiles } from './secret-files.ts';

type Given = Readonly<Record<string, string | undefined>>;

/** Reads some settings alone. Throws `ConfigFaults`. */
function readOnly<Settings>(
  schema: z.ZodType<Settings>,
  env: Given,
  faults: Faults = new Map(),
): Settings {
  const { data, error } = schema.safeParse(withSecretFiles(env, faults));
  addIssues(faults, error);
  if (data === undefined || faults.size > 0) throw errorOf(faults);
  return data;
}

/** Returns where a running proxy answers the operator's commands. Throws `ConfigFaults`. */
export function readAdminSocket(env: Given): string | undefined {
  const { ADMIN_SOCKET, DATABASE_URL, DATABASE_URL_FILE } = env;
  const given = ADMIN_SOCKET ? { ADMIN_SOCKET } : { DATABASE_URL, DATABASE_URL_FILE };
  return adminSocketOf(
    readOnly(Environment.pick({ ADMIN_SOCKET: true, DATABASE_URL: true }), given),
  );
}

/** Reads only `ORDER_SECRET`. Throws `ConfigFaults`. */
export function readOrderSecret(env: Given): Secret {
  const { ORDER_SECRET, ORDER_SECRET_FILE } = env;
  const faults: Faults = new Map();
  requireOrderSecret(env, faults);
  const given = { ORDER_SECRET, ORDER_SECRET_FILE };
  const { ORDER_SECRET: secret = '' } = readOnly(
    Environment.pick({ ORDER_SECRET: true }),
    given,
    faults,
  );
  return new Secret(secret);
}

/** The settings of commands that explain how the proxy talks to the payments API. */
export interface ApiRules extends RequestRules, AnswerRules, RetryRules {
  apiBaseUrl: string;
}

const apiSettings = Environment.pick({
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

/** Reads only what concerns the payments API, with an example's address and seller by default. */
export function readApiRules(env: Given): ApiRules {
  const faults: Faults = new Map();
  const template = readTemplate(env['CHECKOUT_TEMPLATE_FILE'], faults);
  const given = Object.entries(env).filter(
    ([name, value]) => value && Object.hasOwn(apiSettings.shape, name),
  );
  const settings = { ...withoutSettings, ...Object.fromEntries(given) };
  const data = readOnly(apiSettings, settings, faults);
  return {
    apiBaseUrl: data.API_BASE_URL,
    merchantId: data.MERCHANT_ID,
    template,
    words: wordsOf(data),
    responseFields: data.RESPONSE_FIELDS,
    ...retryRulesOf(data),
  };
}
