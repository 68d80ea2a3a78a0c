import { requirement, type Json } from '@card-checkout/contract';
import { z } from 'zod';
import type { AnswerRules } from './answer.ts';
import builtInFile from './built-in-api.json' with { type: 'json' };
import { placeOf } from './places.ts';
import { wordOf, type BodyRules, type Meaning } from './status.ts';
import { ApiFileError, createHeaders, createTemplate, type HeadersTemplate } from './template.ts';
import { templatePaths } from './template-paths.ts';

const Pointer = z.string().regex(/^\//, 'must be a JSON pointer, e.g. /payment/status');
const Scalar = z.union(
  [z.string().trim().min(1), z.number(), z.boolean()],
  'must be a text or a number',
);
const places = (description: string) => z.array(Pointer).describe(description);
const words = (description: string) =>
  z.array(Scalar.transform(String)).default([]).describe(description);

/** Any JSON; editors complete the paths. */
const RequestValue: z.ZodType<Json> = z.lazy(() =>
  z.union([
    z.enum(Object.keys(templatePaths).map((path) => `$${path}`)),
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(RequestValue),
    z.record(z.string(), RequestValue),
  ]),
);

/** Headers that frame the message, or say how it's packed. */
const framing =
  /^(host|connection|keep-alive|content-length|content-encoding|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|proxy-.*)$/i;
const HeaderName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of an HTTP header')
  .refine((name) => !framing.test(name), 'frames the message, so the proxy sets it');
const HeaderText = z.string().regex(/^[\x20-\x7e]*$/, 'must be printable ASCII');

const lists = ['paid', 'declined', 'pending'] as const;

const Status = z
  .strictObject({
    pointers: places('Where the payment’s status is; places with values must agree').default([]),
    paid: words('Values that mean paid, word for word'),
    declined: words('Values that mean refused; * is any other value'),
    pending: words('Values that mean that the outcome is open; * is any other value'),
    absent: z
      .enum(['paid', 'pending'])
      .default('pending')
      .describe('What a 2xx without a status and without anything else means'),
  })
  .superRefine((status, context) => {
    const all = lists.flatMap((list) => [...new Set(status[list].map(wordOf))]);
    const repeated = all.filter((word, index) => all.indexOf(word) < index);
    const messages = repeated.map((word) => `lists ${word} twice: keep one`);
    if (status.paid.includes('*'))
      messages.push('lists * as paid: a value that nobody knows is not paid');
    for (const message of messages) context.addIssue({ code: 'custom', message });
  });

const members = {
  status: Status,
  transactionId: places('Where the payment’s id may be; the first one counts'),
  reason: places('Where a body says why, for your support'),
  amount: z.strictObject({
    pointers: places('Where a body states the payment’s amount; it is compared with the order’s'),
    unit: z.enum(['centavos', 'reais']),
  }),
  ignore: places('Places that say nothing about the payment, such as links'),
  fields: z.array(z.string()).describe('Top-level members that the browser may see; keep them few'),
};

const Answer = z.strictObject({
  status: members.status.prefault({}),
  transactionId: members.transactionId.default([]),
  reason: members.reason.default(builtInFile.answer.reason),
  amount: members.amount.default({ pointers: [], unit: 'centavos' }),
  ignore: members.ignore.default([]),
  fields: members.fields.default([]),
});

/** What it leaves out is as in `answer`. */
const Postback = z.strictObject({
  status: z.exactOptional(members.status),
  transactionId: z.exactOptional(members.transactionId),
  reason: z.exactOptional(members.reason),
  amount: z.exactOptional(members.amount),
  ignore: z.exactOptional(members.ignore),
  fields: z.exactOptional(members.fields),
  only: z
    .record(Pointer, words('Values that count'))
    .default({})
    .describe('Which postbacks count: by place, the values that one must have there'),
});

/** How a payments API speaks: the file `API_FILE`. */
export const ApiFile = z.strictObject({
  $schema: z.string().default('./node_modules/@card-checkout/proxy/api-file.schema.json'),
  path: z
    .string()
    .regex(/^\/[^\s?#$]*$/, 'must be a path, e.g. /api/checkout/')
    .default(builtInFile.path)
    .describe('The path of a payment, behind API_BASE_URL'),
  headers: z
    .record(HeaderName, z.union([HeaderText, z.strictObject({ $base64: HeaderText })]))
    .default(builtInFile.headers)
    .describe('Headers of the request; $apiToken is allowed here only'),
  request: z
    .record(z.string(), RequestValue)
    .default(builtInFile.request)
    .describe('The body of a request; each $path is replaced by its value'),
  proof: z
    .enum(['cavv', 'reference'])
    .default('cavv')
    .describe('What proves an authentication: Cavv, Eci and Version, or ReferenceId alone'),
  answer: Answer.prefault({}),
  postback: Postback.prefault({}),
});
export type ApiFile = z.output<typeof ApiFile>;

export interface ApiRules extends AnswerRules {
  /** The file in force, with every default. */
  apiFile: ApiFile;
  /** Whether that is the proxy's own, because `API_FILE` isn't set. */
  isBuiltIn: boolean;
  headers: HeadersTemplate;
  /** The path of a payment, behind `API_BASE_URL`. */
  path: string;
  /** What the API takes for a proof of authentication. */
  proof: ApiFile['proof'];
}

/** Reads the file's JSON, or the built-in one. Throws an `ApiFileError` with every fault. */
export function apiRulesOf(json?: unknown): ApiRules {
  const { data: apiFile, error } = ApiFile.safeParse(json ?? builtInFile, { error: requirement });
  if (!apiFile) {
    const faults = error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim());
    throw new ApiFileError(faults.join('; '));
  }
  const { path, headers, request, proof, answer, postback } = apiFile;
  return {
    apiFile,
    isBuiltIn: json === undefined,
    path,
    proof,
    headers: createHeaders(headers),
    template: createTemplate(request),
    answer: bodyRulesOf('answer', { ...answer, only: {} }),
    postback: bodyRulesOf('postback', { ...answer, ...postback }),
  };
}

function bodyRulesOf(
  section: BodyRules['section'],
  { status, amount, ...rest }: ApiFile['answer'] & Pick<ApiFile['postback'], 'only'>,
): BodyRules {
  const meanings = lists.flatMap((list) =>
    status[list].map((word): [string, Meaning] => [wordOf(word), list]),
  );
  return {
    section,
    status: {
      places: status.pointers.map(placeOf),
      words: new Map(meanings),
      absent: status.absent,
    },
    transactionId: rest.transactionId.map(placeOf),
    reason: rest.reason.map(placeOf),
    amount: { places: amount.pointers.map(placeOf), unit: amount.unit },
    ignore: rest.ignore.map(placeOf),
    fields: new Set(rest.fields),
    only: Object.entries(rest.only).map(([at, values]) => [
      placeOf(at),
      new Set(values.map(wordOf)),
    ]),
  };
}
