import { STATUS_CODES } from 'node:http';
import {
  CheckoutRequest,
  OrderList,
  OrderParameters,
  OrderState,
  PageOrder,
  Payment,
  PaymentProgress,
  Problem,
  orderHeader,
  problems,
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

/** Describes the proxy's calls in OpenAPI 3.1, not its files and pages. `url` is its address, or a path. */
export function openApiDocument(url: string): Part {
  const paths: Record<string, Part> = {};
  for (const [call, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = call.split(' ');
    const { answers: _answers, headers: _headers, refusals: _refusals, ...described } = operation;
    paths[path] = { ...paths[path], [method]: { ...described, responses: responsesOf(operation) } };
  }
  return {
    openapi: '3.1.1',
    info: { title: packageJson.name, version: packageJson.version },
    servers: [{ url }],
    paths,
    components: {
      securitySchemes: { merchantKey: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, schemaOf(schema)]),
      ),
    },
  };
}

const schemas = {
  CheckoutRequest,
  OrderList,
  OrderState,
  PageOrder,
  Payment,
  PaymentProgress,
  Problem,
};

/** Returns a JSON Schema 2020-12 without `$schema`: it is OpenAPI 3.1's default dialect. */
function schemaOf(schema: z.ZodType) {
  const io = schema === CheckoutRequest || schema === OrderParameters ? 'input' : 'output';
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

interface Operation {
  operationId: string;
  parameters?: readonly Part[];
  requestBody?: Part;
  security?: readonly Part[];
  /** The content of each answer that isn't a problem, by status. */
  answers: Readonly<Record<number, Part>>;
  /** Names of an answer's headers, by status. */
  headers?: Readonly<Record<number, readonly string[]>>;
  refusals?: readonly ProblemCode[];
}

/** A status may have both payments and problems. */
function responsesOf({ answers, headers, refusals = [] }: Operation): Part {
  const refused = Map.groupBy<number, ProblemCode>(refusals, (code) => problems[code].status);
  const statuses = new Set([...Object.keys(answers).map(Number), ...refused.keys()]);
  const named: Operation['headers'] = { 429: ['Retry-After'], ...headers };
  const responses = [...statuses].map((status) => [
    status,
    {
      description: STATUS_CODES[status],
      headers: Object.fromEntries(named[status]?.map((name) => [name, text]) ?? []),
      content: { ...answers[status], ...problemOf(refused.get(status)) },
    },
  ]);
  return Object.fromEntries(responses);
}

function problemOf(codes: readonly ProblemCode[] | undefined): Part {
  const schema = { allOf: [refTo('Problem'), { properties: { code: { enum: codes } } }] };
  return codes ? content(schema, 'application/problem+json') : {};
}

function content(schema: Part, mediaType = 'application/json'): Part {
  return { [mediaType]: { schema } };
}

function refTo(name: keyof typeof schemas): Part {
  return { $ref: `#/components/schemas/${name}` };
}

const text = { schema: { type: 'string' } };

function header(name: string, required = false): Part {
  return { name, in: 'header', required, ...text };
}

function inPath(name: string): Part {
  return { name, in: 'path', required: true, ...text };
}

const payment = content(refTo('Payment'));
const ok = { 200: content(schemaOf(z.object({ status: z.literal('ok') }))) };

const postback: Omit<Operation, 'operationId'> = {
  parameters: [inPath('token')],
  answers: { 200: content({ type: 'object', maxProperties: 0 }) },
  refusals: ['internal', 'overloaded'],
};
const posted = {
  requestBody: {
    content: { ...content({}), ...content({}, 'application/x-www-form-urlencoded') },
  },
};

const query = Object.entries(schemaOf(OrderParameters).properties ?? {}).map(([name, schema]) => ({
  name,
  in: 'query',
  schema,
}));

const neverOfPayments = new Set(['not_found', 'order_not_found', 'merchant_key_invalid']);
const blocking = ['order_in_progress', 'order_already_paid'] as const;
const refusalsOfOrders = [
  'merchant_key_invalid',
  'origin_not_allowed',
  'too_many_requests',
  'internal',
  'overloaded',
] as const;

/** docs/http-api.md says what each operation does. */
const operations: Readonly<Record<string, Operation>> = {
  'post /api/checkout/': {
    operationId: 'takePayment',
    parameters: [
      header('Origin', true),
      { ...header('Idempotency-Key', true), schema: { type: 'string', format: 'uuid' } },
      header('Prefer'),
    ],
    requestBody: { required: true, content: content(refTo('CheckoutRequest')) },
    answers: {
      200: payment,
      202: payment,
      402: payment,
      422: payment,
      429: payment,
      502: payment,
      504: payment,
    },
    headers: { 202: ['Location', 'Retry-After'] },
    refusals: Problem.shape.code.options.filter((code) => !neverOfPayments.has(code)),
  },
  'get /api/checkout/{id}': {
    operationId: 'readPayment',
    parameters: [inPath('id'), header('Origin'), header('Prefer')],
    answers: { 200: content(refTo('PaymentProgress')) },
    refusals: ['origin_not_allowed', 'not_found', 'internal', 'overloaded'],
  },
  'get /api/order': {
    operationId: 'readPageOrder',
    parameters: [header(orderHeader, true), header('Origin')],
    answers: { 200: content(refTo('PageOrder')) },
    refusals: [
      'bad_request',
      'order_invalid',
      'order_closed',
      'origin_not_allowed',
      'internal',
      'overloaded',
    ],
  },
  'get /api/orders': {
    operationId: 'listOrders',
    security: [{ merchantKey: [] }],
    parameters: query,
    answers: { 200: content(refTo('OrderList')) },
    refusals: ['bad_request', ...refusalsOfOrders],
  },
  'get /api/orders/{orderId}': {
    operationId: 'readOrder',
    security: [{ merchantKey: [] }],
    parameters: [inPath('orderId'), header('Prefer')],
    answers: { 200: content(refTo('OrderState')) },
    refusals: ['order_not_found', ...refusalsOfOrders],
  },
  'post /api/orders/{orderId}/close': {
    operationId: 'closeOrder',
    security: [{ merchantKey: [] }],
    parameters: [inPath('orderId')],
    answers: { 200: content(refTo('OrderState')) },
    refusals: ['bad_request', ...blocking, ...refusalsOfOrders],
  },
  'get /api/postback/{token}': { operationId: 'takePostbackInQuery', ...postback },
  'post /api/postback/{token}': { operationId: 'takePostback', ...postback, ...posted },
  'put /api/postback/{token}': { operationId: 'takePutPostback', ...postback, ...posted },
  'patch /api/postback/{token}': { operationId: 'takePatchPostback', ...postback, ...posted },
  'get /healthz': { operationId: 'checkAlive', answers: ok },
  'get /readyz': {
    operationId: 'checkReady',
    answers: ok,
    refusals: ['draining', 'overloaded', 'internal'],
  },
};
