import { html, type Html } from '@card-checkout/contract/html';
import { printable } from '@card-checkout/contract/printable';
import type { Resolution } from '../attempt/attempt.ts';
import { statuses, type AttemptStatus } from '../attempt/statuses.ts';
import type { Texts } from './texts.ts';
import { timelineOf } from './timeline.ts';
import type { AlarmView, OrderTimeline, PaymentList, PaymentView } from './views.ts';

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

export function renderLocking(texts: Texts, { payments, next }: PaymentList): Html {
  const { title, hint, none, select, older } = texts.locking;
  const rows = payments.map((payment) => {
    const name = `${printable(payment.orderId)}, ${money(texts, payment.amount)}`;
    const box = html`<input
      type="checkbox"
      name="payment"
      value="${payment.paymentId}"
      aria-label="${name}"
    />`;
    return html`<li>${box} ${renderPayment(texts, payment)}</li>`;
  });
  const form = html`<form action="resolve">
    <ul class="rows">
      ${rows}
    </ul>
    <button>${select}</button>
  </form>`;
  return html`<section aria-labelledby="locking">
    ${renderHeading('locking', title, payments.length)}
    <p class="muted">${payments.length === 0 ? none : hint}</p>
    ${payments.length === 0 ? undefined : form}
    ${next === undefined ? undefined : html`<p><a href="./?before=${next}">${older}</a></p>`}
  </section>`;
}

/** `limit` is how many alarms are listed at most. */
export function renderAlarms(
  texts: Texts,
  alarms: readonly AlarmView[],
  { shown, limit }: { shown: OrderTimeline | undefined; limit: number },
): Html {
  const { title, none, acknowledge, limit: limited } = texts.alarms;
  const rows = alarms.map(({ id, code, at, orderId, reason }) => {
    const entry = texts.alarm(code);
    const name = `${acknowledge}: ${printable(orderId)}, ${entry.title}`;
    return html`<li>
      <div>
        <p>${entry.title}.</p>
        <p class="muted">${entry.nextStep}</p>
        <p class="muted">
          ${renderTime(texts, at)} · ${renderOrderLink(orderId)} ·
          <code>${code}</code>${reason === undefined ? undefined : ` · ${printable(reason)}`}
        </p>
      </div>
      ${renderPost('acknowledge', { alarm: id, id: shown?.orderId }, acknowledge, name)}
    </li>`;
  });
  const note = alarms.length === 0 ? none : limited(limit);
  return html`<section aria-labelledby="alarms">
    ${renderHeading('alarms', title, alarms.length)}
    <ul class="rows">
      ${rows}
    </ul>
    ${alarms.length > 0 && alarms.length < limit ? undefined : html`<p class="muted">${note}</p>`}
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
    const name = names.get(payment.paymentId);
    const href = `resolve?payment=${payment.paymentId}`;
    const resolve = html`<a class="button" href="${href}" aria-label="${words.resolve}: ${name}"
      >${words.resolve}</a
    >`;
    const resend = `${words.resend}: ${name}`;
    return html`<li>
      <h4>${name}</h4>
      ${renderPayment(texts, payment)}
      <div class="actions">
        ${statuses[payment.status].phase === 'unresolved' ? resolve : undefined}
        ${renderPost('resend', { payment: payment.paymentId, id: orderId }, words.resend, resend)}
      </div>
    </li>`;
  });
  const lines = timelineOf(steps, texts.timeline, (iso) => timeText(texts, iso, 'minute')).map(
    (line) =>
      html`<li>
        <time datetime="${line.at}">${timeText(texts, line.at, 'second')}</time>
        <p>
          ${payments.length > 1 ? `${names.get(line.paymentId)}: ` : undefined}${printable(line.event)}
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

function isRunning(status: AttemptStatus): boolean {
  return statuses[status].phase === 'running';
}

/** What the form held when it was refused. */
export interface GivenFinding {
  status: string | null;
  note: string | null;
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
        <a class="button" href="${addressOf(back)}">${words.cancel}</a>
      </div>
    </form>
  </section>`;
}

/** Returns the address of an order, or of the page without one. */
export function addressOf(id: string | undefined): string {
  return id === undefined ? './' : `./?${new URLSearchParams({ id }).toString()}`;
}

function renderHeading(id: string, text: string, count = 0): Html {
  const takesFocus = id === 'order' || id === 'resolve' ? html`tabindex="-1" autofocus` : undefined;
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
  const { orderId, amount, installments, status, changedAt, code, transactionId = '' } = payment;
  // The status says as much as the code `declined`.
  const shownCode = code === status ? undefined : code;
  const details = [cardText(texts, payment), shownCode, printable(transactionId)].filter(Boolean);
  return html`<div>
    <p>
      ${renderOrderLink(orderId)} <b>${money(texts, amount)}</b>
      ${texts.payment.installments(installments)} ${renderStatus(texts, status)}
    </p>
    <p class="muted">${renderTime(texts, changedAt)} · ${details.join(' · ')}</p>
    <p class="muted"><code>${payment.paymentId}</code></p>
  </div>`;
}

function renderStatus(texts: Texts, status: keyof Texts['statuses']): Html {
  return html`<span class="status ${status}">${texts.statuses[status]}</span>`;
}

function renderTime(texts: Texts, iso: string): Html {
  return html`<time datetime="${iso}">${timeText(texts, iso, 'minute')}</time>`;
}

function renderOrderLink(orderId: string): Html {
  return html`<a class="id" href="${addressOf(orderId)}">${printable(orderId)}</a>`;
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
