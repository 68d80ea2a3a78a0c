import { html, type Html } from '@card-checkout/contract/html';
import { printable } from '@card-checkout/contract/printable';
import { shortCodeOf } from '@card-checkout/contract/payment';
import { alarmEntryOf, alarmRanks } from '../attempt/alarm-guide.ts';
import type { Resolution } from '../attempt/attempt.ts';
import { statuses, type AttemptStatus } from '../attempt/statuses.ts';
import type { Operator } from './operator.ts';
import type { GivenFinding } from './requests.ts';
import { ptBR, type Texts } from './texts.ts';
import { timelineOf } from './timeline.ts';
import type { OpenOrder, OrderTimeline, PaymentList, PaymentView } from './views.ts';

export interface Frame {
  texts: Texts;
  /** This page's, relative. */
  address: string;
  /** The result of the latest action. */
  notice?: string | undefined;
  fault?: string | undefined;
  /** What was searched for in vain. */
  searched?: string | undefined;
}

/** Renders a page. The first element with `autofocus` gets the focus, so news comes before headings. */
export function renderPage(frame: Frame, main: readonly Html[]): string {
  const { texts, address, notice, fault, searched = '' } = frame;
  const { title, search, other } = texts;
  const separator = address.includes('?') ? '&' : '?';
  return html`<!doctype html>
    <html lang="${texts.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} · card-checkout</title>
        <link rel="icon" href="icon.svg" />
        <link rel="stylesheet" href="page.css" />
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          <form role="search" action="./">
            <label for="search">${search.label}</label>
            <input
              id="search"
              type="search"
              name="id"
              value="${searched}"
              required
              maxlength="128"
              autocomplete="off"
              autocapitalize="off"
              spellcheck="false"
            />
            <button class="main">${search.button}</button>
          </form>
          <a lang="${other.language}" href="${address}${separator}lang=${other.language}"
            >${other.name}</a
          >
        </header>
        <main>${renderNews('status', notice)} ${renderNews('alert', fault)} ${main}</main>
        <footer>
          <span>${texts.updatedAt(timeText(texts, new Date().toISOString(), 'zone'))}</span>
          <a href="${address}">${texts.refresh}</a>
        </footer>
      </body>
    </html> `.text;
}

function renderNews(role: string, text: string | undefined): Html | undefined {
  if (text === undefined) return undefined;
  return html`<p class="news" role="${role}" tabindex="-1" autofocus>${text}</p>`;
}

/** Renders a card for each order that waits for somebody, the most urgent first. `limit` is per list. */
export function renderOpen(
  texts: Texts,
  { orders, next, isCut }: Awaited<ReturnType<Operator['openOrders']>>,
  { shownId, limit }: { shownId: string | undefined; limit: number },
): Html {
  const { title, none, select, older, limit: limited } = texts.open;
  const ranked = orders.toSorted((one, other) => rankOf(one) - rankOf(other));
  const selectable = orders.some(({ payments }) => payments.some(isUnresolved));
  return html`<section aria-labelledby="open">
    ${renderHeading('open', title, orders.length)}
    ${orders.length === 0 ? html`<p class="muted">${none}</p>` : undefined}
    <ul class="cards">
      ${ranked.map((order) => renderCard(texts, order, shownId))}
    </ul>
    ${selectable ? html`<form id="select" action="resolve"><button>${select}</button></form>` : undefined}
    ${next === undefined ? undefined : html`<p><a href="./?before=${next}">${older}</a></p>`}
    ${isCut ? html`<p class="muted">${limited(limit)}</p>` : undefined}
  </section>`;
}

function rankOf({ alarms, payments }: OpenOrder): number {
  const ranks = alarms.map(({ code }) => alarmRanks.indexOf(alarmEntryOf(code).rank));
  return Math.min(
    alarmRanks.indexOf(payments.some(isUnresolved) ? 'look_up' : 'information'),
    ...ranks,
  );
}

function isUnresolved({ status }: PaymentView): boolean {
  return statuses[status].phase === 'unresolved';
}

function renderCard(texts: Texts, order: OpenOrder, shownId: string | undefined): Html {
  const { ranks, locked, acknowledge } = texts.open;
  const { orderId, payments, alarms } = order;
  const rank = alarmRanks[rankOf(order)] ?? 'information';
  const name = printable(orderId);
  const isLocked = payments.some(isUnresolved);
  const boxes = payments
    .filter(isUnresolved)
    .map(
      ({ paymentId, amount }) =>
        html`<label class="pick"
          ><input
            type="checkbox"
            name="payment"
            value="${paymentId}"
            form="select"
            aria-label="${name}, ${money(texts, amount)}"
        /></label>`,
    );
  const notes = alarms.map(({ code, at, reason }) => {
    const entry = texts.alarm(code);
    const details = reason === undefined ? undefined : ` · ${printable(reason)}`;
    return html`<p>${entry.title}. <b>${entry.nextStep}</b></p>
      <p class="muted">${renderTime(texts, at)} · <code>${code}</code>${details}</p>`;
  });
  const posts = alarms.map(({ id, code }) =>
    renderPost(
      'acknowledge',
      { alarm: id, id: shownId },
      acknowledge,
      `${acknowledge}: ${name}, ${texts.alarm(code).title}`,
    ),
  );
  return html`<li class="card ${rank}">
    <div class="head"><span class="status ${rank}">${ranks[rank]}</span> ${boxes}</div>
    ${payments.map((payment) => renderPayment(texts, payment))} ${notes}
    ${isLocked && alarms.length === 0 ? html`<p>${locked}</p>` : undefined}
    <div class="actions">
      ${payments.filter(isUnresolved).map((each) => renderResolveLink(texts, each, name))} ${posts}
    </div>
  </li>`;
}

function renderResolveLink({ payment }: Texts, { paymentId }: PaymentView, name: string): Html {
  const label = `${payment.resolve}: ${name}`;
  return html`<a class="button" href="resolve?payment=${paymentId}" aria-label="${label}"
    >${payment.resolve}</a
  >`;
}

/** Renders the payments that fit what was searched for. */
export function renderFound(texts: Texts, { payments, next }: PaymentList, text: string): Html {
  const { title, none } = texts.search;
  const older = new URLSearchParams({ id: text, before: next ?? '' }).toString();
  return html`<section aria-labelledby="found">
    ${renderHeading('found', title, payments.length)}
    ${payments.length === 0 ? html`<p class="muted">${none}</p>` : undefined}
    <ul class="rows">
      ${payments.map((payment) => html`<li>${renderPayment(texts, payment)}</li>`)}
    </ul>
    ${next === undefined ? undefined : html`<p><a href="./?${older}">${texts.open.older}</a></p>`}
  </section>`;
}

export function renderOrder(
  texts: Texts,
  { orderId, status, payments, steps }: OrderTimeline,
): Html {
  const { order, payment: words } = texts;
  const names = new Map(
    payments.map(({ paymentId }, index) => [paymentId, words.numbered(index + 1)]),
  );
  const rows = payments.map((payment) => {
    const name = names.get(payment.paymentId) ?? '';
    const resend = `${words.resend}: ${name}`;
    return html`<li>
      <h4>${name}</h4>
      ${renderPayment(texts, payment)}
      <div class="actions">
        ${isUnresolved(payment) ? renderResolveLink(texts, payment, name) : undefined}
        ${renderPost('resend', { payment: payment.paymentId, id: orderId }, words.resend, resend)}
      </div>
    </li>`;
  });
  const lines = timelineOf(steps, texts.timeline, (iso) => timeText(texts, iso, 'minute')).map(
    (line) =>
      html`<li>
        <time datetime="${line.at}">${timeText(texts, line.at, 'second')}</time>
        <p>
          ${payments.length > 1 && line.paymentId ? `${names.get(line.paymentId)}: ` : undefined}${printable(line.event)}
          ${line.status && !isRunning(line.status) ? renderStatus(texts, line.status) : undefined}
        </p>
        <p class="muted">${printable(line.details)}</p>
      </li>`,
  );
  return html`<section aria-labelledby="order">
    <div class="head">
      ${renderHeading('order', `${order.title} ${printable(orderId)}`)}
      ${renderStatus(texts, status)} <a href="./">${order.close}</a>
    </div>
    <div class="columns">
      <div>
        <h3>${order.payments}</h3>
        <ol>
          ${rows}
        </ol>
        ${status === 'unpaid' ? renderEnd(texts, orderId) : undefined}
      </div>
      <div>
        <h3>${order.timeline}</h3>
        <ol class="timeline">
          ${lines}
        </ol>
      </div>
    </div>
  </section>`;
}

/** Renders how to close an order; the warning is read before the button shows. */
function renderEnd({ end }: Texts, orderId: string): Html {
  return html`<details>
    <summary>${end.title}</summary>
    <p>${end.warning}</p>
    ${renderPost('close', { id: orderId }, end.button, `${end.button}: ${printable(orderId)}`)}
  </details>`;
}

function isRunning(status: AttemptStatus): boolean {
  return statuses[status].phase === 'running';
}

export function renderResolve(
  texts: Texts,
  payments: readonly PaymentView[],
  given: GivenFinding = { status: null, note: null },
): Html {
  const { resolve: words, payment } = texts;
  const rows = payments.map(
    (each) =>
      html`<li>
        <input type="hidden" name="payment" value="${each.paymentId}" />
        ${renderPayment(texts, each)}
      </li>`,
  );
  const renderChoice = (value: Resolution, hint: string) => {
    const checked = given.status === value ? html`checked` : undefined;
    return html`<label class="choice">
      <input type="radio" name="status" value="${value}" required ${checked} />
      <span>${words[value]} <span class="muted">${hint}</span></span>
    </label>`;
  };
  const back = payments.length === 1 ? payments[0]?.orderId : undefined;
  return html`<section aria-labelledby="resolve">
    ${renderHeading('resolve', words.title(payments.length))}
    <form method="post" action="resolve">
      <ul class="rows">
        ${rows}
      </ul>
      <p>${words.warning}</p>
      <fieldset>
        <legend>${words.question}</legend>
        ${renderChoice('approved', words.approvedHint)}
        ${renderChoice('declined', words.declinedHint)}
      </fieldset>
      <label for="note">${words.note}</label>
      <textarea
        id="note"
        name="note"
        required
        maxlength="500"
        rows="2"
        aria-describedby="note-hint"
      >
${given.note ?? ''}</textarea>
      <p id="note-hint" class="muted">${words.noteHint}</p>
      <div class="actions">
        <button class="main">${payment.resolve}</button>
        <a class="button" href="${hrefOf(back)}">${words.cancel}</a>
      </div>
    </form>
  </section>`;
}

/** Returns the address of an order, or of the page without one. */
export function hrefOf(id: string | undefined): string {
  return id === undefined ? './' : `./?${new URLSearchParams({ id }).toString()}`;
}

function renderHeading(id: string, text: string, count = 0): Html {
  const takesFocus = id !== 'open' ? html`tabindex="-1" autofocus` : undefined;
  const counted = count === 0 ? undefined : html`<span class="count">${count}</span>`;
  return html`<h2 id="${id}" ${takesFocus}>${text} ${counted}</h2>`;
}

function renderPost(
  action: string,
  values: Record<string, string | number | undefined>,
  text: string,
  name: string,
): Html {
  const inputs = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`);
  return html`<form method="post" action="${action}">
    ${inputs}<button aria-label="${name}">${text}</button>
  </form>`;
}

function renderPayment(texts: Texts, payment: PaymentView): Html {
  const { orderId, amount, installments, status, code, transactionId = '', paymentId } = payment;
  // The status says as much as the code `declined`.
  const shownCode = code && code !== status ? texts.payment.codes[code] : undefined;
  const details = [cardText(texts, payment), shownCode, printable(transactionId)].filter(Boolean);
  return html`<div>
    <p>
      ${renderOrderLink(orderId)} <b>${money(texts, amount)}</b>
      ${texts.payment.installments(installments)} ${renderStatus(texts, status)}
    </p>
    <p class="muted">${details.join(' · ')}</p>
    <p class="muted">${texts.payment.portal} <b class="copy">${portalLine(payment)}</b></p>
    <p class="muted"><b>${shortCodeOf(paymentId)}</b> <code>${paymentId}</code></p>
  </div>`;
}

/** Returns what finds a payment in an acquirer's portal, which is Brazilian: `R$ 129,90 · final 2701 · 25/11 17:46`. */
function portalLine({ amount, card, startedAt }: PaymentView): string {
  const time = new Intl.DateTimeFormat('pt-BR', {
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const at = time.format(new Date(startedAt)).replace(',', '');
  return [money(ptBR, amount), card && `final ${card.last4}`, at].filter(Boolean).join(' · ');
}

function renderStatus(texts: Texts, status: keyof Texts['statuses']): Html {
  return html`<span class="status ${status}">${texts.statuses[status]}</span>`;
}

function renderTime(texts: Texts, iso: string): Html {
  return html`<time datetime="${iso}">${timeText(texts, iso, 'minute')}</time>`;
}

function renderOrderLink(orderId: string): Html {
  return html`<a class="id" href="${hrefOf(orderId)}">${printable(orderId)}</a>`;
}

const timeFormats = {
  minute: { dateStyle: 'short', timeStyle: 'short' },
  second: { dateStyle: 'short', timeStyle: 'medium' },
  /** With the time zone, which is the process's. */
  zone: { timeStyle: 'long' },
} as const;

function timeText({ language }: Texts, iso: string, format: keyof typeof timeFormats): string {
  return new Intl.DateTimeFormat(language, timeFormats[format]).format(new Date(iso));
}

function money({ language }: Texts, centavos: number): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' });
  return format.format(centavos / 100);
}

/** Returns e.g. "Visa •••• 1111, credit". */
function cardText({ payment }: Texts, { card }: PaymentView): string {
  if (!card) return '';
  const { brand = '', last4, kind } = card;
  const name = brand.charAt(0).toUpperCase() + brand.slice(1);
  const { credit, debit } = payment.kinds;
  return `${name} ••••\u00a0${last4}, ${kind === 'debit' ? debit : credit}`.trim();
}
