import {
  CheckoutRequest,
  ClientConfig,
  OrderList,
  OrderParameters,
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

/** Serves the OpenAPI document. Without `publicUrl`, the document names a path of the same host. */
export async function openApiRoute(
  app: FastifyInstance,
  { publicUrl }: { publicUrl: string | undefined },
): Promise<void> {
  // Most proxies are never asked for it.
  let document: object | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    document ??= openApiDocument(publicUrl ?? (app.prefix || '/'));
    return reply.header('Cache-Control', 'no-cache').send(document);
  });
}

type Part = Record<string, unknown>;

/** Describes the proxy's HTTP interface in OpenAPI 3.1. `url` is its address, or a path. */
export function openApiDocument(url: string): Part {
  const paths = Object.entries(operations).map(([call, operation]) => {
    const [method = '', path = ''] = call.split(' ');
    const { answers: _answers, refusals: _refusals, ...described } = operation;
    return [path, { [method]: { ...described, responses: responsesOf(operation) } }];
  });
  return {
    openapi: '3.1.1',
    info: { title: packageJson.name, version: packageJson.version },
    servers: [{ url }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { merchantKey: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, schemaOf(schema)]),
      ),
    },
  };
}

const schemas = { CheckoutRequest, ClientConfig, OrderList, OrderState, Payment, Problem };

/** Returns a JSON Schema 2020-12 without `$schema`: it is OpenAPI 3.1's default dialect. */
function schemaOf(schema: z.ZodType) {
  const io = schema === CheckoutRequest || schema === OrderParameters ? 'input' : 'output';
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

/** A response that is not a problem. */
type Answer = readonly [status: number, description: string, content?: Part, headers?: Part];

interface Operation {
  operationId: string;
  summary: string;
  parameters?: readonly Part[];
  requestBody?: Part;
  security?: readonly Part[];
  answers: readonly Answer[];
  refusals?: readonly ProblemCode[];
}

/** A status may have both payments and problems. */
function responsesOf({ answers, refusals = [] }: Operation): Part {
  const refused = Map.groupBy(refusals, (code) => problems[code].status);
  const all = [...answers, ...[...refused].map(([status, codes]) => refusal(status, codes))];
  const responses = [...Map.groupBy(all, ([status]) => status)].map(([status, given]) => [
    status,
    {
      description: given.map(([, description]) => description).join('; '),
      headers: Object.assign({}, ...given.map(([, , , headers]) => headers)),
      content: Object.assign({}, ...given.map(([, , body]) => body)),
    },
  ]);
  return Object.fromEntries(responses);
}

function refusal(status: number, codes: readonly ProblemCode[]): Answer {
  const description = codes.map((code) => `\`${code}\`: ${problems[code].title}`).join('; ');
  const body = { allOf: [refTo('Problem'), { properties: { code: { enum: codes } } }] };
  const headers = status === 429 ? { 'Retry-After': text('60 or 3600 seconds') } : {};
  return [status, description, content(body, 'application/problem+json'), headers];
}

function content(schema: Part, mediaType = 'application/json'): Part {
  return { [mediaType]: { schema } };
}

function refTo(name: keyof typeof schemas): Part {
  return { $ref: `#/components/schemas/${name}` };
}

/** Describes a response header, or with `name` and `in` a parameter. */
function text(description: string): Part {
  return { description, schema: { type: 'string' } };
}

function header(name: string, description: string, required = false): Part {
  return { name, in: 'header', required, ...text(description) };
}

function inPath(name: string, description: string): Part {
  return { name, in: 'path', required: true, ...text(description) };
}

const origin = header('Origin', 'One of `ALLOWED_ORIGINS`. Browsers send it by themselves');
const prefer = header(
  'Prefer',
  '`wait=N` (RFC 7240): how long to wait for a final status, 0 to 30 s; by default 25 for a POST, else 0',
);
const payment = content(refTo('Payment'));
const page: Answer = [200, 'A page', content({ type: 'string' }, 'text/html')];
const ok = content(schemaOf(z.object({ status: z.literal('ok') })));
const notChanged: Answer = [304, 'Not changed'];
const file = inPath('file', 'The name of the file');
const widgetFile: Pick<Operation, 'answers' | 'refusals'> = {
  answers: [
    [
      200,
      'The file',
      content({ type: 'string' }, 'text/javascript'),
      { ETag: text('Changes with the file'), 'Cache-Control': text('How long it may be cached') },
    ],
    notChanged,
  ],
  refusals: ['bad_request', 'not_found', 'internal'],
};

const query = Object.entries(schemaOf(OrderParameters).properties ?? {}).map(([name, member]) => {
  const { description, ...schema } = Object(member);
  return { name, in: 'query', description, schema };
});

const neverOfPayments = new Set(['not_found', 'order_not_found', 'merchant_key_invalid']);
const refusalsOfOrders = [
  'merchant_key_invalid',
  'origin_not_allowed',
  'too_many_requests',
  'internal',
  'overloaded',
] as const;

const operations: Readonly<Record<string, Operation>> = {
  'post /api/checkout/': {
    operationId: 'takeAttempt',
    summary: 'Pays an order; also without the last slash of the path',
    parameters: [
      { ...origin, required: true },
      {
        ...header('Idempotency-Key', 'A UUID. The same key means the same payment', true),
        schema: { type: 'string', format: 'uuid' },
      },
      prefer,
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
    refusals: Problem.shape.code.options.filter((code) => !neverOfPayments.has(code)),
  },
  'get /api/checkout/{id}': {
    operationId: 'readPayment',
    summary: 'Returns a payment',
    parameters: [inPath('id', 'The idempotency key'), origin, prefer],
    answers: [[200, 'The payment, in any status', payment]],
    refusals: ['origin_not_allowed', 'not_found', 'internal', 'overloaded'],
  },
  'get /api/order/payment': {
    operationId: 'readOrderPayment',
    summary: 'Returns the payment that rules out another one for the order',
    parameters: [header(orderHeader, 'The order token', true), origin],
    answers: [
      [200, 'The payment: approved, processing, or possibly charged', payment],
      [204, 'There is none: the order may be paid'],
    ],
    refusals: ['bad_request', 'order_invalid', 'origin_not_allowed', 'internal', 'overloaded'],
  },
  'get /api/orders': {
    operationId: 'listOrders',
    summary: "Lists orders for your shop's server, oldest change first; only with `MERCHANT_KEY`",
    security: [{ merchantKey: [] }],
    parameters: query,
    answers: [[200, 'A page', content(refTo('OrderList'))]],
    refusals: ['bad_request', ...refusalsOfOrders],
  },
  'get /api/orders/{orderId}': {
    operationId: 'readOrder',
    summary: "Returns an order to your shop's server; only with `MERCHANT_KEY`",
    security: [{ merchantKey: [] }],
    parameters: [inPath('orderId', "The order's id"), prefer],
    answers: [[200, 'The order', content(refTo('OrderState'))]],
    refusals: ['order_not_found', ...refusalsOfOrders],
  },
  'post /api/postback/{token}': {
    operationId: 'takePostback',
    summary: 'Receives a postback from the payments API, up to 64 kB',
    parameters: [inPath('token', 'The secret of one request to the payments API')],
    requestBody: {
      content: { ...content({}), ...content({}, 'application/x-www-form-urlencoded') },
    },
    answers: [
      [200, 'For every token, known or not', content({ type: 'object', maxProperties: 0 })],
    ],
    refusals: ['internal', 'overloaded'],
  },
  'get /api/config': {
    operationId: 'readConfig',
    summary: "Returns the widget's configuration",
    parameters: [origin],
    answers: [[200, 'The configuration', content(refTo('ClientConfig'))]],
    refusals: ['origin_not_allowed', 'internal'],
  },
  'get /healthz': {
    operationId: 'checkAlive',
    summary: 'Checks that the process is alive',
    answers: [[200, 'Alive', ok]],
  },
  'get /readyz': {
    operationId: 'checkReady',
    summary: 'Checks that the proxy can accept payments',
    answers: [[200, 'Ready', ok]],
    refusals: ['draining', 'overloaded', 'internal'],
  },
  'get /widget/integrity.json': {
    operationId: 'readIntegrity',
    summary: "Returns the version of the widget's script and its files' hashes",
    answers: [[200, 'The hashes', content({ type: 'object', required: ['version'] })], notChanged],
    refusals: ['bad_request', 'internal'],
  },
  'get /widget/frame': {
    operationId: 'readFrame',
    summary: 'Returns the frame of the isolated form',
    answers: [page],
  },
  'get /widget/realm': {
    operationId: 'readRealm',
    summary: "Returns the frame of the 3DS provider's script",
    answers: [page],
  },
  'get /widget/{file}': {
    operationId: 'readWidgetFile',
    summary: "Returns the widget's script, `card-checkout.js`, or a file that it loads",
    parameters: [file],
    ...widgetFile,
  },
  'get /widget/{version}/{file}': {
    operationId: 'readWidgetVersion',
    summary: 'Returns the same files under an address whose content never changes',
    parameters: [inPath('version', 'The `version` of `integrity.json`'), file],
    ...widgetFile,
  },
  'get /openapi.json': {
    operationId: 'readDocument',
    summary: 'Returns this document',
    answers: [[200, 'OpenAPI 3.1', content({ type: 'object' })]],
  },
};
