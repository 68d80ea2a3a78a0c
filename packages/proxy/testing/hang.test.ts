import { holdsCardNumber } from '@card-checkout/contract/card-number';
import { Socket } from 'node:net';
import { CheckoutRequest } from '@card-checkout/contract';
import { findCardBrand } from '@card-checkout/contract/card-brand';
import { isCardHolder } from '@card-checkout/contract/holder';
import { hasLuhnCheckDigit } from '@card-checkout/contract/luhn';
import { printable } from '@card-checkout/contract/printable';
import { isCnpj, isCpf } from '@card-checkout/contract/tax-id';
import { newWholeBody } from '@card-checkout/testing/checkout-request';
import { environment } from '@card-checkout/testing/proxy-environment';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { networkOf, trustIn } from '../src/http/forwarded-clients.ts';
import { isUuid } from '../src/http/guards.ts';
import { readOrder } from '../src/order/order-token.ts';
import { fieldsOf, outcomeOf } from '../src/payments-api/answer.ts';
import { purchaseOf } from '../src/order/purchase.ts';
import { loggableRequest } from '../src/payments-api/payment-request.ts';
import { templateValues } from '../src/payments-api/template-paths.ts';
import { readPostback } from '../src/payments-api/postback.ts';
import { addressOf, newPostbackToken } from '../src/sensitive/postback-token.ts';
import { retryAfterMsOf } from '../src/upstream/upstream.ts';
import { parsedJson, textOfBody } from '../src/upstream/body.ts';
import { reasonIn, statedCentavosIn, transactionIdIn } from '../src/payments-api/facts.ts';
import { readStatus } from '../src/payments-api/status.ts';
import { saysDuplicate } from '../src/payments-api/veto.ts';
import {
  digitsInGroups,
  maskedText,
  withoutCardData,
  withoutCardNumbers,
  withoutCardsInLine,
} from '../src/sensitive/card-data.ts';
import { unescaped, valueWithoutSecrets, withoutSecrets } from '../src/sensitive/hidden-secrets.ts';
import { maskedBody } from '../src/sensitive/masked-body.ts';
import { printableLine } from '../src/telemetry/log-output.ts';

const size = 64 * 1024;

/** Far more than any reader needs, and far less than a quadratic one takes for 64 kB. */
const limitMs = 1000;

const config = readConfig(environment({ PUBLIC_URL: 'https://proxy.example' }));
const rules = { ...config, ...config.secrets };
const { secret, random } = newPostbackToken('0b7f6f7e-7a55-4a1e-8a0f-3f0f5e0d7c21');

/** A request whose texts make masking expensive. */
const wholeBody = newWholeBody();
const request = CheckoutRequest.parse({
  ...wholeBody,
  order: 'x',
  card: { ...wholeBody.card, number: '4444444444444448', holder: 'A + + + + + + + B' },
  threeDSecure: { Cavv: 'A + + + + + + + + + + + + + + + + B=', Eci: '05', Version: '2' },
});
const tokenTimes = { signedAt: 0, expiresAtMs: 0 };
const order = { id: 'order-1', amountCentavos: 1, maxInstallments: 1, ...tokenTimes };

/** Reads a text from every field of an answer and a postback. */
function readBody(text: string, status: number): void {
  const answer = { kind: 'answer', status, text, body: parsedJson(text) } as const;
  outcomeOf(answer, rules, { request, body: wholeBody });
}

const isTrusted = trustIn(['127.0.0.1']);

const readers: Record<string, (text: string) => unknown> = {
  maskedText: (text) => maskedText(text, request.card),
  withoutCardData: (text) => withoutCardData({ text, [text]: text }, request.card),
  withoutCardNumbers: (text) => withoutCardNumbers({ text, [text]: text }),
  withoutCardsInLine,
  holdsCardNumber,
  digitsInGroups: (text) => new RegExp(digitsInGroups(request.card.number)).test(text),
  maskedBody: (text) => maskedBody(text, request),
  unescaped,
  withoutSecrets: (text) => withoutSecrets(text, [random]),
  valueWithoutSecrets: (text) => valueWithoutSecrets([text, { [text]: text }], [random]),
  saysDuplicate,
  readStatus: (text) => readStatus({ status: 'paid', success: text, message: text }, rules.answer),
  'readStatus, nested': (text) => readStatus(parsedJson(text), rules.answer),
  'readStatus, names': (text) =>
    readStatus({ status: 'paid', [text]: { [text]: [text] } }, rules.answer),
  reasonIn: (text) => reasonIn({ error: text, errors: { [text]: [text] } }, rules.answer),
  statedCentavosIn: (text) => statedCentavosIn({ amount: text }, rules.answer),
  transactionIdIn: (text) => transactionIdIn({ id: text }, rules.answer),
  fieldsOf: (text) =>
    fieldsOf({ errors: { [text]: [text], card: { [text]: text } } }, rules.template),
  'fieldsOf, a list': (text) => fieldsOf([{ Message: text }, text], rules.template),
  loggableRequest(text) {
    const typed = { ...request, fraud: { sessionId: text } };
    const purchase = purchaseOf({ ...order, fields: { text } }, typed);
    const ids = { merchantId: '1', paymentId: 'id', postbackUrl: undefined };
    loggableRequest(rules.template, purchase, templateValues(purchase, ids));
  },
  parsedJson,
  textOfBody: (text) => textOfBody(Buffer.from(text), {}),
  'textOfBody, in Windows-1258': (text) =>
    textOfBody(Buffer.from(text, 'latin1'), { 'content-type': 'text/plain; charset=windows-1258' }),
  'textOfBody, its headers': (text) =>
    textOfBody(Buffer.from('{}'), { 'content-type': text, 'content-encoding': text }),
  readPostback: (text) => readPostback(text, secret, rules.postback),
  'readPostback, a status': (text) =>
    readPostback(JSON.stringify({ status: text, success: text, id: text }), secret, rules.postback),
  addressOf,
  'outcomeOf 200': (text) => readBody(text, 200),
  'outcomeOf 200, a status': (text) => readBody(JSON.stringify({ status: text, id: text }), 200),
  'outcomeOf 400': (text) => readBody(text, 400),
  'outcomeOf 400, an error': (text) => readBody(JSON.stringify({ error: text }), 400),
  'outcomeOf 400, a field': (text) => readBody(JSON.stringify({ errors: { [text]: text } }), 400),
  'outcomeOf 500': (text) => readBody(text, 500),
  retryAfterMsOf: (text) => retryAfterMsOf(text, 0),
  readOrder: (text) => {
    try {
      readOrder(text, rules);
    } catch {
      // A refusal, as every token here.
    }
  },
  trustIn: (hop) => isTrusted && isTrusted(hop),
  networkOf: (hop) => networkOf({ ips: ['127.0.0.1', hop], socket: new Socket() }),
  isUuid,
  printable,
  printableLine,
  findCardBrand,
  hasLuhnCheckDigit,
  isCardHolder,
  isCpf,
  isCnpj,
};

const pieces = [
  '1 ',
  '0',
  '4',
  '6',
  '4 ',
  '4   ',
  '4,',
  '6_',
  '61',
  '12/',
  '374651829304177 ',
  '4444444444444448',
  '4000\u00A00000\u20090000 2702-',
  '52998224725',
  '12345678000195.',
  '550e8400-e29b-41d4-a716-44665544000',
  '\\',
  '\\u003',
  '%',
  '%25',
  '%34',
  '&#5',
  '&nbsp;',
  '[',
  '{"a":',
  '"',
  "'",
  ':',
  '://:',
  '@',
  'A ',
  'A+',
  '+',
  ' ',
  '\t',
  '\n',
  '=',
  '.',
  '-',
  '_',
  'cvv',
  'cvv:',
  'código',
  'cvv""',
  'expirydate ',
  'approved ',
  'aA',
  '\u0300',
  '\xCC\xD2',
  '\uD800',
  '\uDC00',
  '🙂',
  '\u202E',
  '\u009B',
  '{"status":',
  '[{"errors":',
  'a.',
  'kid=a ',
];

const repeated = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

/** Opened and closed as often as 64 kB allows. */
const nested = [
  ['[', '', ']'],
  ['{"success":', '1', '}'],
  ['{"errors":', '["Este campo é obrigatório."]', '}'],
  ['[{"status":[', '', ']}]'],
].map(([open = '', middle = '', close = '']) => {
  const times = Math.floor(size / (open + close).length);
  return open.repeat(times) + middle + close.repeat(times);
});

async function slowReaders(text: string): Promise<string[]> {
  const slow: string[] = [];
  for (const [name, read] of Object.entries(readers)) {
    const start = process.threadCpuUsage();
    await read(text);
    const { user, system } = process.threadCpuUsage(start);
    const tookMs = (user + system) / 1000;
    if (tookMs > limitMs) slow.push(`${name}: ${tookMs} ms for ${text.slice(0, 40)}`);
  }
  return slow;
}

it.each(pieces)('no reader of untrusted text hangs on 64 kB of %j', async (piece) => {
  expect(await slowReaders(repeated(piece))).toEqual([]);
});

it.each(nested)('no reader of untrusted text hangs or throws on %.20s…', async (text) => {
  expect(await slowReaders(text)).toEqual([]);
});

it('no reader of untrusted text hangs on 64 kB of mixed pieces', async () => {
  const some = fc.array(fc.constantFrom(...pieces), { minLength: 2, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(some, async (chosen) => {
      expect(await slowReaders(repeated(chosen.join('')))).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
