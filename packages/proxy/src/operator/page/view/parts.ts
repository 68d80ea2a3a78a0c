import { printable } from '@card-checkout/contract/printable';
import { html, type TemplateResult } from 'lit';
import { addressOf } from '../address.ts';
import { dayAndTime } from '../format.ts';
import type { Texts } from '../texts/texts.ts';

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

/** Whether nothing is decided yet. */
export function isRunning(status: string): boolean {
  return ['reserved', 'sending', 'waiting'].includes(status);
}

export function renderNotices(
  { faults }: Texts,
  { notice, fault }: { notice?: string | undefined; fault: string | undefined },
): TemplateResult {
  const alert = fault === undefined ? '' : (faults[fault] ?? faults.other);
  return html`<div class="notices">
    <p role="status">${notice}</p>
    <p role="alert">${alert}</p>
  </div>`;
}

export function renderTime(texts: Texts, iso: string): TemplateResult {
  return html`<time datetime=${iso}>${dayAndTime(texts, iso)}</time>`;
}

export function renderOrderLink(orderId: string): TemplateResult {
  return html`<a class="id" href=${addressOf(orderId)}>${printable(orderId)}</a>`;
}
