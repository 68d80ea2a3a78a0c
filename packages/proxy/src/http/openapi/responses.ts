import { problems, type ProblemCode } from '@card-checkout/contract';

/** Any part of an OpenAPI document. */
export type Part = Record<string, unknown>;

/** A response that is not a problem. */
interface Answer {
  status: number;
  description: string;
  mediaType?: string;
  schema?: Part;
  headers?: Part;
}

type SchemaName =
  'CheckoutRequest' | 'ClientConfig' | 'OrderList' | 'OrderState' | 'Payment' | 'Problem';

/** Returns a reference to a schema of the document. */
export function schema(name: SchemaName): Part {
  return { $ref: `#/components/schemas/${name}` };
}

/** Describes a text: a response header, or with `name` and `in` a parameter. */
export function text(description: string, more: Part = {}): Part {
  return { description, schema: { type: 'string', ...more } };
}

/** Returns an operation's responses by status. A status may have both payments and problems. */
export function responses(answers: readonly Answer[], codes: readonly ProblemCode[] = []): Part {
  const refusals = Object.entries(Object.groupBy(codes, (code) => problems[code].status));
  const all = [...answers, ...refusals.map(([status, given]) => refusal(+status, given))];
  const byStatus = Object.groupBy(all, ({ status }) => status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, given = []]) => [status, response(given)]),
  );
}

/** Describes an operation that answers with a page. */
export function html(operationId: string, summary: string): Part {
  const page = { mediaType: 'text/html', schema: { type: 'string' } };
  return {
    operationId,
    summary,
    responses: responses([{ status: 200, description: 'A page', ...page }]),
  };
}

function refusal(status: number, codes: readonly ProblemCode[]): Answer {
  return {
    status,
    description: codes.map((code) => `\`${code}\`: ${problems[code].title}`).join('; '),
    mediaType: 'application/problem+json',
    schema: { allOf: [schema('Problem'), { properties: { code: { enum: codes } } }] },
    ...(status === 429 && { headers: { 'Retry-After': text('60 or 3600 seconds') } }),
  };
}

function response(answers: readonly Answer[]): Part {
  const contents = answers.flatMap(({ mediaType, schema: body }): [string, Part][] =>
    mediaType ? [[mediaType, { schema: body }]] : [],
  );
  return {
    description: answers.map(({ description }) => description).join('; '),
    headers: Object.assign({}, ...answers.map(({ headers }) => headers)),
    content: Object.fromEntries(contents),
  };
}
