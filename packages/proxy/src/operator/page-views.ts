import { html, type Html } from '@card-checkout/contract/html';
import { printable } from '@card-checkout/contract/printable';
import type { Resolution } from '../attempt/attempt.ts';
import { statuses, type AttemptStatus } from '../attempt/statuses.ts';
import {
  hrefOf,
  isUnresolved,
  renderHeading,
  renderPayment,
  renderPost,
  renderResolveLink,
  renderStatus,
  renderTime,
  timeText,
} from './page-parts.ts';
import type { GivenFinding } from './requests.ts';
import type { Texts } from './texts.ts';
import { timelineOf } from './timeline.ts';
import type { OrderTimeline, PaymentList, PaymentView } from './views.ts';

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
          <span
            >${texts.updatedAt(timeText(texts, new Date().toISOString(), { timeZoneName: 'short' }))}</span
          >
          <a href="${address}">${texts.refresh}</a>
        </footer>
      </body>
    </html> `.text;
}

function renderNews(role: string, text: string | undefined): Html | undefined {
  if (text === undefined) return undefined;
  return html`<p class="news" role="${role}" tabindex="-1" autofocus>${text}</p>`;
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
  const lines = timelineOf(steps, texts.timeline, (iso) => timeText(texts, iso)).map(
    (line) =>
      html`<li>
        ${renderTime(texts, line.at)}
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
