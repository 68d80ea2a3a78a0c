import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addAnswerHeaders } from '../http/answer-headers.ts';
import { refusalOf } from '../http/answers.ts';
import { Refusal } from '../refusal.ts';
import { positionIn, type ChangePosition } from '../store/change-position.ts';
import type { EventLog } from '../telemetry/log.ts';
import { renderOpen } from './open-list.ts';
import type { Operator } from './operator.ts';
import { hrefOf } from './page-parts.ts';
import { icon, styles } from './page-styles.ts';
import { renderFound, renderOrder, renderPage, renderResolve, type Frame } from './page-views.ts';
import { AlarmId, OrderId, parse, PaymentId, type GivenFinding } from './requests.ts';
import { en, ptBR, type Texts } from './texts.ts';
import { cluesIn } from './search.ts';
import type { OrderTimeline, PaymentList, PaymentView } from './views.ts';

export interface OperatorPageOptions {
  operator: Operator;
  log: EventLog;
}

const by = 'operator';

/** How many payments or alarms are listed; a form with so many payments and a long note has 7 kB. */
const limit = 50;
const maxFormBytes = 8192;

const AlarmIds = z.object({ alarm: z.array(AlarmId.shape.id).min(1).max(limit) });
const PaymentIds = z.object({ payment: z.array(z.guid().toLowerCase()).min(1).max(limit) });

const sources = { 'form-action': ["'self'"], 'style-src': ["'self'"], 'img-src': ["'self'"] };

/** Serves the page, which has no script. The caller restricts access. */
export async function operatorPage(
  app: FastifyInstance,
  { operator, log }: OperatorPageOptions,
): Promise<void> {
  addAnswerHeaders(app, sources);
  // With `no-referrer`, browsers send `Origin: null` with a form (Fetch, "append a request Origin header").
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Referrer-Policy', 'same-origin');
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  app.setErrorHandler(async (error, request, reply) => {
    const { code, status } = refusalOf(error, request, log).problem;
    reply.code(status);
    const fault = textsFor(request).faultOf(code);
    if (code === 'internal') return send(request, reply, { fault }, []);
    return overview(request, reply, { fault, searched: queryOf(request).get('id') ?? undefined });
  });

  app.get('/page.css', async (_request, reply) => reply.type('text/css').send(styles));
  app.get('/icon.svg', async (_request, reply) => reply.type('image/svg+xml').send(icon));

  app.get('/', async (request, reply) => {
    const id = queryOf(request).get('id');
    return overview(request, reply, id === null ? {} : parse(OrderId, { id: id.trim() }));
  });

  app.get('/resolve', async (request, reply) => {
    const given = queryOf(request).getAll('payment');
    if (given.length === 0) {
      return overview(request, reply.code(400), { fault: textsFor(request).selectFirst });
    }
    return resolveForm(request, reply, await found(given));
  });

  app.post('/resolve', async (request, reply) => {
    const form = formOf(request);
    const given = { status: form.get('status'), note: form.get('note') };
    const payments = await found(form.getAll('payment'));
    const ids = payments.map(({ paymentId }) => paymentId);
    const { resolved, refused } = await operator.resolve(ids, given, by);
    const count = resolved.length;
    const done = `${given.status}.${count}`;
    const [first] = refused.values();
    if (!first) {
      return goTo(reply, count === 1 ? resolved[0]?.orderId : undefined, done);
    }
    const texts = textsFor(request);
    const notice = count > 0 ? doneText(texts, done) : undefined;
    const codes = new Set([...refused.values()].map(({ problem }) => problem.code));
    const fault = [...codes].map(texts.faultOf).join(' ');
    const news = { given, fault, notice };
    const left = payments.filter(({ paymentId }) => refused.has(paymentId));
    return resolveForm(request, reply.code(first.problem.status), left, news);
  });

  app.post('/close', async (request, reply) => {
    const { id } = parse(OrderId, { id: formOf(request).get('id') });
    await operator.close(id, by);
    return goTo(reply, id, 'closed');
  });

  app.post('/resend', async (request, reply) => {
    const form = formOf(request);
    await operator.resend(parse(PaymentId, { id: form.get('payment') }).id, by);
    return goTo(reply, form.get('id') ?? undefined, 'resent');
  });

  app.post('/acknowledge', async (request, reply) => {
    const form = formOf(request);
    const { alarm: alarms } = parse(AlarmIds, { alarm: form.getAll('alarm') });
    for (const alarm of alarms) await operator.acknowledge(alarm, by);
    return goTo(reply, form.get('id') ?? undefined, `acknowledged.${alarms.length}`);
  });

  async function overview(
    request: FastifyRequest,
    reply: FastifyReply,
    { id, ...news }: { id?: string; fault?: string; searched?: string | undefined },
  ): Promise<FastifyReply> {
    const texts = textsFor(request);
    const cursor = positionIn(queryOf(request).get('before') ?? '');
    const result = id === undefined ? undefined : await search(id, texts, cursor);
    const order = result && 'steps' in result ? result : undefined;
    const first =
      result &&
      ('steps' in result ? renderOrder(texts, result) : renderFound(texts, result, id ?? ''));
    const open = await operator.openOrders(limit, result ? undefined : cursor);
    const list = renderOpen(texts, open, { shownId: order?.orderId, limit });
    const frame = { address: hrefOf(id), searched: order ? undefined : id, ...news };
    return send(request, reply, frame, first ? [first, ...list] : list);
  }

  /** Finds an order by its id or a payment's; otherwise payments by what the text says about them. */
  async function search(
    text: string,
    { language }: Texts,
    cursor: ChangePosition | undefined,
  ): Promise<OrderTimeline | PaymentList> {
    try {
      return await operator.order(text);
    } catch (error) {
      const clues = cluesIn(text, language === 'en', new Date());
      if (!clues || !(error instanceof Refusal)) throw error;
      const list = await operator.search(clues, cursor);
      const [only, another] = new Set(list.payments.map(({ orderId }) => orderId));
      const isOne = only !== undefined && another === undefined && list.next === undefined;
      return isOne ? operator.order(only) : list;
    }
  }

  async function found(given: readonly string[]): Promise<PaymentView[]> {
    const ids = new Set(parse(PaymentIds, { payment: given }).payment);
    const payments: PaymentView[] = [];
    for (const id of ids) {
      const order = await operator.order(id);
      payments.push(...order.payments.filter(({ paymentId }) => paymentId === id));
    }
    return payments;
  }
}

async function resolveForm(
  request: FastifyRequest,
  reply: FastifyReply,
  payments: readonly PaymentView[],
  { given, ...news }: { given?: GivenFinding; fault?: string; notice?: string | undefined } = {},
): Promise<FastifyReply> {
  const query = payments.map(({ paymentId }) => `payment=${paymentId}`).join('&');
  const form = renderResolve(textsFor(request), payments, given);
  return send(request, reply, { address: `resolve?${query}`, ...news }, [form]);
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { address = './', fault, searched, ...news }: Partial<Frame>,
  main: Parameters<typeof renderPage>[1],
): Promise<FastifyReply> {
  const texts = textsFor(request);
  const cookies = [`${languageCookie}=${texts.language}; Max-Age=31536000; ${cookieRules}`];
  const done = cookieIn(request, doneCookie);
  if (done !== undefined) cookies.push(`${doneCookie}=; Max-Age=0; ${cookieRules}`);
  const notice = news.notice ?? doneText(texts, done);
  const page = renderPage({ texts, address, notice, fault, searched }, main);
  return reply.header('Set-Cookie', cookies).type('text/html; charset=utf-8').send(page);
}

/** Leads from a form to a page, which then says what was done; reloading it repeats nothing. */
async function goTo(
  reply: FastifyReply,
  id: string | undefined,
  done: string,
): Promise<FastifyReply> {
  return reply
    .header('Set-Cookie', `${doneCookie}=${done}; ${cookieRules}`)
    .redirect(hrefOf(id), 303);
}

const languageCookie = 'operator_language';
/** A cookie, since anybody could link to an address that says "approved". */
const doneCookie = 'operator_done';
const cookieRules = 'HttpOnly; SameSite=Strict';

function cookieIn({ headers }: FastifyRequest, name: string): string | undefined {
  return new RegExp(`(?:^|; )${name}=([\\w.-]+)`).exec(headers.cookie ?? '')?.[1];
}

function doneText(texts: Texts, done = ''): string | undefined {
  const [name, count] = done.split('.');
  return Object.entries(texts.done).find(([key]) => key === name)?.[1](Number(count));
}

/** Takes the language of the link, of the page before, or else the browser's first. */
function textsFor(request: FastifyRequest): Texts {
  const chosen = queryOf(request).get('lang') ?? cookieIn(request, languageCookie);
  return /^pt\b/i.test(chosen ?? request.headers['accept-language'] ?? '') ? ptBR : en;
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(url.split('?')[1]);
}

function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}
