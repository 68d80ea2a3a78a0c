import { orderHeader, proofOfWorkHeader } from '@card-checkout/contract';
import { orderStatuses } from '@card-checkout/contract/shop-server';
import { html, responses, schema, text, type Part } from './responses.ts';

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
  ...text('A UUID (RFC 9562). The same key means the same attempt', { format: 'uuid' }),
};

const proofOfWork = {
  name: proofOfWorkHeader,
  in: 'header',
  ...text('The `challenge` of `proof_of_work_required` and its `solution`, as JSON in Base64'),
};

const orderToken = { name: orderHeader, in: 'header', required: true, ...text('The order token') };

const origin = (required: boolean) => ({
  name: 'Origin',
  in: 'header',
  required,
  ...text('One of `ALLOWED_ORIGINS`. Browsers send it by themselves'),
});

const prefer = (seconds: number) => ({
  name: 'Prefer',
  in: 'header',
  ...text(
    `\`wait=N\` (RFC 7240): how long to wait for a final status, 0 to 30 s; default ${seconds}`,
  ),
});

const inPath = (name: string, description: string) => ({
  name,
  in: 'path',
  required: true,
  ...text(description),
});

const inQuery = (name: string, description: string, more?: Part) => ({
  name,
  in: 'query',
  ...text(description, more),
});

const takeAttempt = {
  operationId: 'takeAttempt',
  summary: 'Pays an order; also without the last slash of the path',
  parameters: [origin(true), idempotencyKey, prefer(25), proofOfWork],
  requestBody: { required: true, content: { [json]: { schema: schema('CheckoutRequest') } } },
  responses: responses(
    [
      payment(200, '`approved`'),
      payment(202, '`processing`: no final status yet', {
        Location: text("The payment's path"),
        'Retry-After': text('Seconds'),
      }),
      payment(402, '`declined`'),
      payment(422, '`invalid`'),
      payment(429, '`failed` with code `rate_limited` by the payments API'),
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
      'not_from_a_page',
      'order_in_progress',
      'order_already_paid',
      'order_superseded',
      'three_ds_used',
      'body_too_large',
      'unsupported_media_type',
      'invalid_input',
      'three_ds_required',
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

const readOrderPayment = {
  operationId: 'readOrderPayment',
  summary: 'Returns the payment that rules out another one of the order',
  parameters: [orderToken, origin(false)],
  responses: responses(
    [
      payment(200, 'The payment: approved, processing, or possibly charged'),
      { status: 204, description: 'There is none: the order may be paid' },
    ],
    ['bad_request', 'order_invalid', 'origin_not_allowed', 'internal', 'overloaded'],
  ),
};

const readPayment = {
  operationId: 'readPayment',
  summary: 'Returns a payment',
  parameters: [inPath('id', 'The idempotency key'), origin(false), prefer(0)],
  responses: responses(
    [payment(200, 'The payment, in any status')],
    ['origin_not_allowed', 'not_found', 'internal', 'overloaded'],
  ),
};

const forShopServer = { security: [{ merchantKey: [] }] };
const refusalsOfOrders = [
  'merchant_key_invalid',
  'origin_not_allowed',
  'too_many_requests',
  'internal',
  'overloaded',
] as const;

const readOrder = {
  operationId: 'readOrder',
  summary: "Tells your shop's server where an order stands; only with `MERCHANT_KEY`",
  ...forShopServer,
  parameters: [inPath('orderId', "The order's id"), prefer(0)],
  responses: responses(
    [{ status: 200, description: 'The order', mediaType: json, schema: schema('OrderState') }],
    ['order_not_found', ...refusalsOfOrders],
  ),
};

const listOrders = {
  operationId: 'listOrders',
  summary: "Lists orders for your shop's server, oldest change first; only with `MERCHANT_KEY`",
  ...forShopServer,
  parameters: [
    inQuery('since', 'Only orders that changed at this time or later', { format: 'date-time' }),
    inQuery('status', 'Only orders of this status', { enum: orderStatuses }),
    inQuery('limit', 'Orders on a page', { type: 'integer', minimum: 1, maximum: 100 }),
    inQuery('cursor', 'The `next` of the page before'),
  ],
  responses: responses(
    [{ status: 200, description: 'A page', mediaType: json, schema: schema('OrderList') }],
    ['bad_request', ...refusalsOfOrders],
  ),
};

const takePostback = {
  operationId: 'takePostback',
  summary: 'Receives a postback of the payments API, up to 64 kB',
  parameters: [inPath('token', 'The secret of one request to the payments API')],
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
        description: 'For every token, known or not',
        mediaType: json,
        schema: { type: 'object', maxProperties: 0 },
      },
    ],
    ['internal', 'overloaded'],
  ),
};

const readConfig = {
  operationId: 'readConfig',
  summary: "Returns the widget's configuration",
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
  summary: 'Checks that the process is alive',
  responses: responses([{ status: 200, description: 'Alive', mediaType: json, schema: ok }]),
};

const checkReady = {
  operationId: 'checkReady',
  summary:
    'Checks that the proxy can accept payments: its store is writable, it is not shutting down',
  responses: responses(
    [{ status: 200, description: 'Ready', mediaType: json, schema: ok }],
    ['draining', 'overloaded', 'internal'],
  ),
};

const readWidgetFile = {
  operationId: 'readWidgetFile',
  summary: "Returns the widget's script, `card-checkout.js`, or a file that it loads",
  parameters: [inPath('file', 'The name of the file')],
  responses: responses(
    [
      {
        status: 200,
        description: 'The file',
        mediaType: 'text/javascript',
        schema: { type: 'string' },
        headers: {
          ETag: text('Changes with the file'),
          'Cache-Control': text('How long the file may be cached'),
        },
      },
      { status: 304, description: 'Not changed' },
    ],
    ['bad_request', 'not_found', 'internal'],
  ),
};

const readWidgetVersion = {
  ...readWidgetFile,
  operationId: 'readWidgetVersion',
  summary: 'Returns the same files under an address whose content never changes',
  parameters: [
    inPath('version', 'The `version` of `integrity.json`'),
    ...readWidgetFile.parameters,
  ],
};

const readIntegrity = {
  operationId: 'readIntegrity',
  summary: "Returns the version of the widget's script and its files' hashes",
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
  summary: 'Returns this document',
  responses: responses([
    { status: 200, description: 'OpenAPI 3.1', mediaType: json, schema: { type: 'object' } },
  ]),
};

/** The document's operations by path. */
export const operations = {
  '/api/checkout/': { post: takeAttempt },
  '/api/checkout/{id}': { get: readPayment },
  '/api/order/payment': { get: readOrderPayment },
  '/api/orders': { get: listOrders },
  '/api/orders/{orderId}': { get: readOrder },
  '/api/postback/{token}': { post: takePostback },
  '/api/config': { get: readConfig },
  '/healthz': { get: checkAlive },
  '/readyz': { get: checkReady },
  '/widget/integrity.json': { get: readIntegrity },
  '/widget/frame': { get: html('readFrame', 'Returns the frame of the isolated form') },
  '/widget/realm': { get: html('readRealm', "Returns the frame of the 3DS provider's script") },
  '/widget/{file}': { get: readWidgetFile },
  '/widget/{version}/{file}': { get: readWidgetVersion },
  '/openapi.json': { get: readDocument },
};
