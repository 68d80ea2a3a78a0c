import { memberOf } from '@card-checkout/contract/json';
import { printable } from '@card-checkout/contract/printable';
import { html, type TemplateResult } from 'lit';
import type { PaymentView } from '../views.ts';
import type { Texts } from './texts.ts';

/** Returns the order or payment id in the page's address; empty without one. */
export function wantedId(): string {
  return new URLSearchParams(location.hash.slice(1)).get('id') ?? '';
}

export function addressOf(id: string): string {
  return `#${new URLSearchParams({ id }).toString()}`;
}

export function money({ language }: Texts, centavos: number): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' });
  return format.format(centavos / 100);
}

const timeFormats = {
  dayAndTime: { dateStyle: 'short', timeStyle: 'short' },
  /** E.g. "Sunday, November 22". */
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  second: { timeStyle: 'medium' },
} as const;

export function timeText(
  { language }: Texts,
  time: string | Date,
  format: keyof typeof timeFormats,
): string {
  return new Intl.DateTimeFormat(language, timeFormats[format]).format(new Date(time));
}

/** Returns e.g. "Visa •••• 1111, credit". */
export function cardText({ kinds }: Texts, { card }: PaymentView): string {
  if (!card) return '';
  const { brand = '', last4, kind } = card;
  const name = brand.charAt(0).toUpperCase() + brand.slice(1);
  return `${name} ••••\u00a0${last4}, ${kind === 'debit' ? kinds.debit : kinds.credit}`.trim();
}

/** The heading takes the focus after an action. */
export function renderHeading(id: string, text: string, count?: number): TemplateResult {
  return html`
    <h2 id=${id} tabindex="-1">
      ${text} ${count ? html`<span class="count">${count}</span>` : ''}
    </h2>
  `;
}

export function renderStatus({ statuses }: Texts, status: keyof Texts['statuses']): TemplateResult {
  return html`<span class="status ${status}">${statuses[status]}</span>`;
}

export function renderNotices(
  { faults }: Texts,
  { notice, fault }: { notice?: string | undefined; fault: string | undefined },
): TemplateResult {
  const alert = fault === undefined ? '' : (memberOf(faults, fault) ?? faults.other);
  return html`<div class="notices">
    <p role="status">${notice}</p>
    <p role="alert">${alert}</p>
  </div>`;
}

export function renderTime(texts: Texts, iso: string): TemplateResult {
  return html`<time datetime=${iso}>${timeText(texts, iso, 'dayAndTime')}</time>`;
}

export function renderOrderLink(orderId: string): TemplateResult {
  return html`<a class="id" href=${addressOf(orderId)}>${printable(orderId)}</a>`;
}
