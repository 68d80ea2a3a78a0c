import { requirement, type Json } from '@card-checkout/contract';
import { z } from 'zod';
import type { AnswerRules } from './answer.ts';
import { pathOf } from './members.ts';
import { ownMeanings } from './status-words.ts';
import { ApiFileError, builtInRequest, createTemplate } from './template.ts';
import { templatePaths } from './template-paths.ts';

const places = (description: string, ...standard: string[]) =>
  z
    .array(z.string().regex(/^\//, 'must be a JSON pointer, e.g. /payment/status'))
    .default(standard)
    .describe(description);

const words = (description: string) =>
  z
    .array(z.union([z.string(), z.number()], 'must be a text or a number').transform(String))
    .default([])
    .describe(description);

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

const Status = z.strictObject({
  pointers: places('The only places of the payment’s status; none means everywhere'),
  paid: words('More words that mean paid'),
  declined: words('More words that mean refused'),
  pending: words('More words that mean that the outcome is open'),
});

const idPlaces =
  '/transactionId /transaction_id /transaction/id /paymentId /payment_id /payment/id /data/id /id';

const Answer = z.strictObject({
  status: Status.prefault({}),
  transactionId: places('Where the payment’s id may be', ...idPlaces.split(' ')),
  reason: places('Where an answer says why, for your support; none means every message'),
  fields: z
    .array(z.string())
    .default(['id', 'status', 'transactionId', 'transaction_id'])
    .describe('Members of a 2xx or a postback that the browser may see'),
});

/** How a payments API speaks: the file `API_FILE`. */
export const ApiFile = z.strictObject({
  $schema: z.string().default('./node_modules/@card-checkout/proxy/api-file.schema.json'),
  request: z
    .record(z.string(), RequestValue)
    .default(builtInRequest)
    .describe('The body of a request; each $path is replaced by its value'),
  answer: Answer.prefault({}),
});
export type ApiFile = z.output<typeof ApiFile>;

export interface ApiRules extends AnswerRules {
  /** The file in force, with every default. */
  apiFile: ApiFile;
}

/** Reads the file's JSON. Throws an `ApiFileError` with every fault. */
export function apiRulesOf(json: unknown): ApiRules {
  const { data: apiFile, error } = ApiFile.safeParse(json, { error: requirement });
  if (!apiFile) {
    const faults = error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim());
    throw new ApiFileError(faults.join('; '));
  }
  const { status, transactionId, reason, fields } = apiFile.answer;
  return {
    apiFile,
    template: createTemplate(apiFile.request),
    responseFields: new Set(fields),
    words: {
      own: ownMeanings(status),
      statusPaths: status.pointers.map(pathOf),
      transactionIdPaths: transactionId.map(pathOf),
      reasonPaths: reason.map(pathOf),
    },
  };
}
