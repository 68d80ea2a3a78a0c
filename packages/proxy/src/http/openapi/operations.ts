import { proofOfWorkHeader } from '@card-checkout/contract';
import { responses, schema, text, type Part } from './responses.ts';

const json = 'application/json';

const payment = (status: number, description: string, headers?: Part) => ({
  status,
  description,
  mediaType: json,
  schema: schema('Payment'),
  ...(headers && { headers }),
});

const ok = { type: 'object', properties: { status: { const: 'ok' } }, required: ['status'] };

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  ...text('A UUID (RFC 9562); the same key is the same attempt', { format: 'uuid' }),
};

const proofOfWork = {
  name: proofOfWorkHeader,
  in: 'header',
  ...text('The `challenge` of `proof_of_work_required` and its `solution`, as JSON in Base64'),
};

const origin = (required: boolean) => ({
  name: 'Origin',
  in: 'header',
  required,
  ...text('One of `ALLOWED_ORIGINS`; browsers send it themselves'),
});

const prefer = (seconds: number) => ({
  name: 'Prefer',
  in: 'header',
  ...text(
    `\`wait=N\` (RFC 7240): waits up to N seconds, 0 to 30, for the end; ${seconds} unless told`,
  ),
});

const inPath = (name: string, description: string) => ({
  name,
  in: 'path',
  required: true,
  ...text(description),
});

const takeAttempt = {
  operationId: 'takeAttempt',
  summary: 'Takes an attempt to pay an order',
  parameters: [origin(true), idempotencyKey, prefer(25), proofOfWork],
  requestBody: { required: true, content: { [json]: { schema: schema('CheckoutRequest') } } },
  responses: responses(
    [
      payment(200, '`approved`'),
      payment(202, '`processing`: ask again', {
        Location: text('Where the payment can be read'),
        'Retry-After': text('Seconds'),
      }),
      payment(402, '`declined`'),
      payment(422, '`invalid`'),
      payment(429, '`failed`, `rate_limited` by the payments service'),
      payment(502, '`failed`'),
      payment(504, '`unknown`: the buyer must not pay again'),
    ],
    [
      'idempotency_key_missing',
      'bad_request',
      'malformed_body',
      'order_invalid',
      'order_expired',
      'origin_not_allowed',
      'order_in_progress',
      'order_already_paid',
      'body_too_large',
      'unsupported_media_type',
      'invalid_input',
      'idempotency_key_reused',
      'proof_of_work_required',
      'too_many_requests',
      'too_many_attempts',
      'internal',
      'draining',
      'overloaded',
    ],
  ),
};

const readPayment = {
  operationId: 'readPayment',
  summary: 'Tells how an attempt stands',
  parameters: [inPath('id', 'The idempotency key'), origin(false), prefer(0)],
  responses: responses(
    [payment(200, 'The payment, whatever its status')],
    ['origin_not_allowed', 'not_found', 'internal', 'overloaded'],
  ),
};

const takePostback = {
  operationId: 'takePostback',
  summary: 'Takes what the payments service says of a try, up to 64 kB',
  parameters: [inPath('token', 'The secret of the try')],
  requestBody: {
    content: {
      [json]: { schema: {} },
      'application/x-www-form-urlencoded': { schema: {} },
    },
  },
  responses: responses(
    [
      {
        status: 200,
        description: 'Always, whatever the token',
        mediaType: json,
        schema: { type: 'object', maxProperties: 0 },
      },
    ],
    ['internal', 'overloaded'],
  ),
};

const readConfig = {
  operationId: 'readConfig',
  summary: 'Tells the widget what it needs to know',
  parameters: [origin(false)],
  responses: responses(
    [
      {
        status: 200,
        description: 'The configuration',
        mediaType: json,
        schema: schema('ClientConfig'),
      },
    ],
    ['origin_not_allowed', 'internal'],
  ),
};

const checkAlive = {
  operationId: 'checkAlive',
  summary: 'Tells that the process is alive',
  responses: responses([{ status: 200, description: 'Alive', mediaType: json, schema: ok }]),
};

const checkReady = {
  operationId: 'checkReady',
  summary:
    'Tells whether an attempt can be taken: the store is writable, the proxy is not stopping',
  responses: responses(
    [{ status: 200, description: 'Ready', mediaType: json, schema: ok }],
    ['draining', 'overloaded', 'internal'],
  ),
};

const readWidgetFile = {
  operationId: 'readWidgetFile',
  summary: "Serves the widget's script, `card-checkout.js`, and the files that it loads",
  parameters: [inPath('file', 'The name of the file')],
  responses: responses(
    [
      {
        status: 200,
        description: 'The file',
        mediaType: 'text/javascript',
        schema: { type: 'string' },
        headers: { ETag: text('Changes with the file'), 'Cache-Control': text('For how long') },
      },
      { status: 304, description: 'Not changed' },
    ],
    ['bad_request', 'not_found', 'internal'],
  ),
};

const readWidgetVersion = {
  ...readWidgetFile,
  operationId: 'readWidgetVersion',
  summary: 'Serves the same files under an address whose content never changes',
  parameters: [inPath('version', 'As `integrity.json` names it'), ...readWidgetFile.parameters],
};

const readIntegrity = {
  operationId: 'readIntegrity',
  summary: "Names the version of the widget's script and the hashes of its files",
  responses: responses(
    [
      {
        status: 200,
        description: 'The hashes (Subresource Integrity)',
        mediaType: json,
        schema: { type: 'object', required: ['version'] },
      },
      { status: 304, description: 'Not changed' },
    ],
    ['bad_request', 'internal'],
  ),
};

const readDocument = {
  operationId: 'readDocument',
  summary: 'Serves this document',
  responses: responses([
    { status: 200, description: 'OpenAPI 3.1', mediaType: json, schema: { type: 'object' } },
  ]),
};

/** The operations of the document by their paths. */
export const operations = {
  '/api/checkout/': { post: takeAttempt },
  '/api/checkout/{id}': { get: readPayment },
  '/api/postback/{token}': { post: takePostback },
  '/api/config': { get: readConfig },
  '/healthz': { get: checkAlive },
  '/readyz': { get: checkReady },
  '/widget/integrity.json': { get: readIntegrity },
  '/widget/{file}': { get: readWidgetFile },
  '/widget/{version}/{file}': { get: readWidgetVersion },
  '/openapi.json': { get: readDocument },
};
