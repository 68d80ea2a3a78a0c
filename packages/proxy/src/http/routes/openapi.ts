import {
  CheckoutRequest,
  ClientConfig,
  OrderList,
  OrderState,
  Payment,
  Problem,
  orderHeader,
  problems,
  proofOfWorkHeader,
  type ProblemCode,
} from '@card-checkout/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import packageJson from '../../../package.json' with { type: 'json' };
import { OrderParameters } from './orders.ts';

export interface OpenApiRouteOptions {
  /** The proxy's public address; without it, the document names a path of the same host. */
  publicUrl: string | undefined;
}

/** Serves the OpenAPI document. */
export async function openApiRoute(
  app: FastifyInstance,
  { publicUrl }: OpenApiRouteOptions,
): Promise<void> {
  // Most proxies are never asked for it.
  let document: object | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    document ??= openApiDocument(publicUrl ?? (app.prefix || '/'));
    return reply.header('Cache-Control', 'no-cache').send(document);
  });
}

/** Any part of an OpenAPI document. */
type Part = Record<string, unknown>;

/**
 * Describes the proxy's HTTP interface in OpenAPI 3.1, with the schemas that parse its requests.
 * `url` is the proxy's address, or a path of the same host.
 */
export function openApiDocument(url: string): Part {
  return {
    openapi: '3.1.1',
    info: { title: packageJson.name, version: packageJson.version },
    servers: [{ url }],
    paths,
    components: {
      securitySchemes: { merchantKey: { type: 'http', scheme: 'bearer' } },
      schemas: {
        CheckoutRequest: schemaOf(CheckoutRequest, 'input'),
        ClientConfig: schemaOf(ClientConfig),
        OrderList: schemaOf(OrderList),
        OrderState: schemaOf(OrderState),
        Payment: schemaOf(Payment),
        Problem: schemaOf(Problem),
      },
    },
  };
}

/** Returns a JSON Schema 2020-12 without `$schema`: it is OpenAPI 3.1's default dialect. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'output') {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

/** Returns content of a media type, or JSON. */
function content(schema: Part, mediaType = 'application/json'): Part {
  return { [mediaType]: { schema } };
}

/** Returns a reference to a schema of the document. */
function refTo(
  name: 'CheckoutRequest' | 'ClientConfig' | 'OrderList' | 'OrderState' | 'Payment' | 'Problem',
): Part {
  return { $ref: `#/components/schemas/${name}` };
}

/** Describes a text: a response header, or with `name` and `in` a parameter. */
function text(description: string, more: Part = {}): Part {
  return { description, schema: { type: 'string', ...more } };
}

/** A response that is not a problem. */
type Answer = readonly [status: number, description: string, content?: Part, headers?: Part];

interface Operation {
  parameters?: readonly Part[];
  requestBody?: Part;
  security?: readonly Part[];
  answers: readonly Answer[];
  refusals?: readonly ProblemCode[];
}

const get = (...given: Parameters<typeof operation>) => ({ get: operation(...given) });
const post = (...given: Parameters<typeof operation>) => ({ post: operation(...given) });

function operation(
  operationId: string,
  summary: string,
  { answers, refusals = [], ...rest }: Operation,
): Part {
  return { operationId, summary, ...rest, responses: responses(answers, refusals) };
}

/** Returns an operation's responses by status. A status may have both payments and problems. */
function responses(answers: readonly Answer[], codes: readonly ProblemCode[]): Part {
  const refused = Map.groupBy(codes, (code) => problems[code].status);
  const all = [...answers, ...[...refused].map(([status, given]) => refusal(status, given))];
  const byStatus = [...Map.groupBy(all, ([status]) => status)];
  return Object.fromEntries(
    byStatus.map(([status, given]) => [
      status,
      {
        description: given.map(([, description]) => description).join('; '),
        headers: Object.assign({}, ...given.map(([, , , headers]) => headers)),
        content: Object.assign({}, ...given.map(([, , body]) => body)),
      },
    ]),
  );
}

function refusal(status: number, codes: readonly ProblemCode[]): Answer {
  const description = codes.map((code) => `\`${code}\`: ${problems[code].title}`).join('; ');
  const body = { allOf: [refTo('Problem'), { properties: { code: { enum: codes } } }] };
  const headers = status === 429 ? { 'Retry-After': text('60 or 3600 seconds') } : {};
  return [status, description, content(body, 'application/problem+json'), headers];
}

const header = (name: string, description: string, more: Part = {}) => ({
  name,
  in: 'header',
  ...text(description),
  ...more,
});

const origin = header('Origin', 'One of `ALLOWED_ORIGINS`. Browsers send it by themselves');

const prefer = (seconds: number) =>
  header(
    'Prefer',
    `\`wait=N\` (RFC 7240): how long to wait for a final status, 0 to 30 s; default ${seconds}`,
  );

const inPath = (name: string, description: string) => ({
  name,
  in: 'path',
  required: true,
  ...text(description),
});

/** Describes the members of a schema as parameters of the query. */
function inQuery(parameters: z.ZodType): Part[] {
  return Object.entries(schemaOf(parameters, 'input').properties ?? {}).map(([name, member]) => {
    const { description, ...rest } = Object(member);
    return { name, in: 'query', description, schema: rest };
  });
}

const payment = content(refTo('Payment'));
const html = content({ type: 'string' }, 'text/html');
const ok = content({
  type: 'object',
  properties: { status: { const: 'ok' } },
  required: ['status'],
});

const takeAttempt = post('takeAttempt', 'Pays an order; also without the last slash of the path', {
  parameters: [
    { ...origin, required: true },
    header('Idempotency-Key', 'A UUID (RFC 9562). The same key means the same attempt', {
      required: true,
      schema: { type: 'string', format: 'uuid' },
    }),
    prefer(25),
    header(
      proofOfWorkHeader,
      'The `challenge` of `proof_of_work_required` and its `solution`, as JSON in Base64',
    ),
  ],
  requestBody: { required: true, content: content(refTo('CheckoutRequest')) },
  answers: [
    [200, '`approved`', payment],
    [
      202,
      '`processing`: no final status yet',
      payment,
      { Location: text("The payment's address, relative"), 'Retry-After': text('Seconds') },
    ],
    [402, '`declined`', payment],
    [422, '`invalid`', payment],
    [429, '`failed` with code `rate_limited` by the payments API', payment],
    [502, '`failed`', payment],
    [504, '`unknown`: the buyer must not pay again', payment],
  ],
  refusals: [
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
});

const readPayment = get('readPayment', 'Returns a payment', {
  parameters: [inPath('id', 'The idempotency key'), origin, prefer(0)],
  answers: [[200, 'The payment, in any status', payment]],
  refusals: ['origin_not_allowed', 'not_found', 'internal', 'overloaded'],
});

const readOrderPayment = get(
  'readOrderPayment',
  'Returns the payment that rules out another one of the order',
  {
    parameters: [header(orderHeader, 'The order token', { required: true }), origin],
    answers: [
      [200, 'The payment: approved, processing, or possibly charged', payment],
      [204, 'There is none: the order may be paid'],
    ],
    refusals: ['bad_request', 'order_invalid', 'origin_not_allowed', 'internal', 'overloaded'],
  },
);

const security = [{ merchantKey: [] }];
const refusalsOfOrders = [
  'merchant_key_invalid',
  'origin_not_allowed',
  'too_many_requests',
  'internal',
  'overloaded',
] as const;

const listOrders = get(
  'listOrders',
  "Lists orders for your shop's server, oldest change first; only with `MERCHANT_KEY`",
  {
    security,
    parameters: inQuery(OrderParameters),
    answers: [[200, 'A page', content(refTo('OrderList'))]],
    refusals: ['bad_request', ...refusalsOfOrders],
  },
);

const readOrder = get(
  'readOrder',
  "Tells your shop's server where an order stands; only with `MERCHANT_KEY`",
  {
    security,
    parameters: [inPath('orderId', "The order's id"), prefer(0)],
    answers: [[200, 'The order', content(refTo('OrderState'))]],
    refusals: ['order_not_found', ...refusalsOfOrders],
  },
);

const takePostback = post('takePostback', 'Receives a postback of the payments API, up to 64 kB', {
  parameters: [inPath('token', 'The secret of one request to the payments API')],
  requestBody: {
    content: { ...content({}), ...content({}, 'application/x-www-form-urlencoded') },
  },
  answers: [[200, 'For every token, known or not', content({ type: 'object', maxProperties: 0 })]],
  refusals: ['internal', 'overloaded'],
});

const notChanged = [304, 'Not changed'] as const;
const file = inPath('file', 'The name of the file');
const widgetFile: Operation = {
  answers: [
    [
      200,
      'The file',
      content({ type: 'string' }, 'text/javascript'),
      {
        ETag: text('Changes with the file'),
        'Cache-Control': text('How long the file may be cached'),
      },
    ],
    notChanged,
  ],
  refusals: ['bad_request', 'not_found', 'internal'],
};

const integrity = content({ type: 'object', required: ['version'] });

/** The document's operations by path. */
const paths = {
  '/api/checkout/': takeAttempt,
  '/api/checkout/{id}': readPayment,
  '/api/order/payment': readOrderPayment,
  '/api/orders': listOrders,
  '/api/orders/{orderId}': readOrder,
  '/api/postback/{token}': takePostback,
  '/api/config': get('readConfig', "Returns the widget's configuration", {
    parameters: [origin],
    answers: [[200, 'The configuration', content(refTo('ClientConfig'))]],
    refusals: ['origin_not_allowed', 'internal'],
  }),
  '/healthz': get('checkAlive', 'Checks that the process is alive', {
    answers: [[200, 'Alive', ok]],
  }),
  '/readyz': get(
    'checkReady',
    'Checks that the proxy can accept payments: its store is writable, it is not shutting down',
    { answers: [[200, 'Ready', ok]], refusals: ['draining', 'overloaded', 'internal'] },
  ),
  '/widget/integrity.json': get(
    'readIntegrity',
    "Returns the version of the widget's script and its files' hashes",
    {
      answers: [[200, 'The hashes (Subresource Integrity)', integrity], notChanged],
      refusals: ['bad_request', 'internal'],
    },
  ),
  '/widget/frame': get('readFrame', 'Returns the frame of the isolated form', {
    answers: [[200, 'A page', html]],
  }),
  '/widget/realm': get('readRealm', "Returns the frame of the 3DS provider's script", {
    answers: [[200, 'A page', html]],
  }),
  '/widget/{file}': get(
    'readWidgetFile',
    "Returns the widget's script, `card-checkout.js`, or a file that it loads",
    { ...widgetFile, parameters: [file] },
  ),
  '/widget/{version}/{file}': get(
    'readWidgetVersion',
    'Returns the same files under an address whose content never changes',
    {
      ...widgetFile,
      parameters: [inPath('version', 'The `version` of `integrity.json`'), file],
    },
  ),
  '/openapi.json': get('readDocument', 'Returns this document', {
    answers: [[200, 'OpenAPI 3.1', content({ type: 'object' })]],
  }),
};
