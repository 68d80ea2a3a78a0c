import { html, type Html } from '@card-checkout/contract/html';
import { shortCodeOf } from '@card-checkout/contract/payment';
import { printable } from '@card-checkout/contract/printable';
import { statuses } from '../attempt/statuses.ts';
import { ptBR, type Texts } from './texts.ts';
import type { PaymentView } from './views.ts';

/** Returns the address of an order, or of the page without one. */
export function hrefOf(id: string | undefined): string {
  return id === undefined ? './' : `./?${new URLSearchParams({ id }).toString()}`;
}

export function renderHeading(id: string, text: string, count = 0): Html {
  const takesFocus = id !== 'open' ? html`tabindex="-1" autofocus` : undefined;
  const counted = count === 0 ? undefined : html`<span class="count">${count}</span>`;
  return html`<h2 id="${id}" ${takesFocus}>${text} ${counted}</h2>`;
}

export function renderPost(
  action: string,
  values: Record<string, string | readonly number[] | undefined>,
  text: string,
  name: string,
): Html {
  const inputs = Object.entries(values).flatMap(([key, value = []]) =>
    [value].flat().map((each) => html`<input type="hidden" name="${key}" value="${each}" />`),
  );
  return html`<form method="post" action="${action}">
    ${inputs}<button aria-label="${name}">${text}</button>
  </form>`;
}

export function renderPayment(texts: Texts, payment: PaymentView): Html {
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

/**
 * Returns the text that finds a payment in an acquirer's portal, as Brazilian portals write it:
 * `R$ 129,90 · final 2701 · 25/11 17:46`.
 */
function portalLine({ amount, card, startedAt }: PaymentView): string {
  const time = new Intl.DateTimeFormat('pt-BR', dayAndMinute);
  const at = time.format(new Date(startedAt)).replace(',', '');
  return [money(ptBR, amount), card && `final ${card.last4}`, at].filter(Boolean).join(' · ');
}

export function renderStatus(texts: Texts, status: keyof Texts['statuses']): Html {
  return html`<span class="status ${status}">${texts.statuses[status]}</span>`;
}

export function renderTime(texts: Texts, iso: string): Html {
  return html`<time datetime="${iso}">${timeText(texts, iso)}</time>`;
}

function renderOrderLink(orderId: string): Html {
  return html`<a class="id" href="${hrefOf(orderId)}">${printable(orderId)}</a>`;
}

const dayAndMinute = {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
} as const;

/** Writes a time in the process's zone, the day first in both languages, as Brazilian portals do. */
export function timeText(
  { language }: Texts,
  iso: string,
  zone: Intl.DateTimeFormatOptions = {},
): string {
  const options = { ...dayAndMinute, year: 'numeric', second: '2-digit', ...zone } as const;
  const locale = language === 'en' ? 'en-GB' : language;
  return new Intl.DateTimeFormat(locale, options).format(new Date(iso)).replace(',', '');
}

export function money({ language }: Texts, centavos: number): string {
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

export function isUnresolved({ status }: PaymentView): boolean {
  return statuses[status].phase === 'unresolved';
}

export function renderResolveLink(
  { payment }: Texts,
  { paymentId }: PaymentView,
  name: string,
): Html {
  const label = `${payment.resolve}: ${name}`;
  return html`<a class="button" href="resolve?payment=${paymentId}" aria-label="${label}"
    >${payment.resolve}</a
  >`;
}
