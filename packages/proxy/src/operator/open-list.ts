import { html, type Html } from '@card-checkout/contract/html';
import { printable } from '@card-checkout/contract/printable';
import type { StoredAlarm } from '../store/store.ts';
import { alarmEntryOf, alarmRanks, type AlarmRank } from '../telemetry/alarm-guide.ts';
import type { Operator } from './operator.ts';
import {
  isUnresolved,
  money,
  renderHeading,
  renderPayment,
  renderPost,
  renderResolveLink,
  renderTime,
} from './page-parts.ts';
import type { Texts } from './texts.ts';
import type { OpenOrder, PaymentView } from './views.ts';

type Open = Awaited<ReturnType<Operator['openOrders']>>;

/** The order that the page shows beside the list, and how much is listed. */
interface Place {
  shownId: string | undefined;
  limit: number;
}

/** Renders what waits for somebody: an API that is down, refunds that are due, and orders. */
export function renderOpen(texts: Texts, open: Open, place: Place): Html[] {
  const refunds = open.orders
    .map((order) => ({ ...order, alarms: order.alarms.filter(isRefund) }))
    .filter(({ alarms }) => alarms.length > 0);
  const others = open.orders
    .map((order) => ({ ...order, alarms: order.alarms.filter((alarm) => !isRefund(alarm)) }))
    .filter(({ alarms, payments }) => alarms.length > 0 || payments.some(isUnresolved));
  return [
    ...renderApi(texts, open, place),
    ...(refunds.length > 0 ? [renderRefunds(texts, refunds, place)] : []),
    ...(others.length > 0 || refunds.length === 0
      ? [renderOrders(texts, { ...open, orders: others }, place)]
      : []),
  ];
}

function isRefund({ code }: StoredAlarm): boolean {
  return alarmEntryOf(code).rank === 'refund';
}

/** Renders since when the payments API is down, or back, until somebody acknowledges that it is. */
function renderApi(texts: Texts, { orders, next, api }: Open, place: Place): Html[] {
  const { last, open } = api;
  if (!last || (last.code === 'api_up' && open.length === 0)) return [];
  const { down, up, locked } = texts.open.api;
  const isDown = last.code === 'api_down';
  const count = orders.filter(({ payments }) => payments.some(isUnresolved)).length;
  return [
    html`<section class="head banner ${isDown ? 'money' : 'information'}">
      <p>
        ${isDown ? down : up} ${renderTime(texts, last.at)} · ${locked(count, next !== undefined)}
      </p>
      ${open.length === 0 ? undefined : renderAcknowledge(texts, open, place)}
    </section>`,
  ];
}

function renderRefunds(texts: Texts, orders: readonly OpenOrder[], { shownId }: Place): Html {
  const { title, done } = texts.open.refunds;
  const rows = orders.map(({ orderId, payments, alarms }) => {
    const values = { alarm: alarms.map(({ id }) => id), id: shownId };
    return html`<li>
      ${payments.map((payment) => renderPayment(texts, payment))}
      <div>${alarms.flatMap((alarm) => renderNote(texts, [alarm], payments))}</div>
      ${renderPost('acknowledge', values, done, `${done}: ${printable(orderId)}`)}
    </li>`;
  });
  return html`<section aria-labelledby="refunds">
    ${renderHeading('refunds', title, orders.length)}
    <ul class="rows">
      ${rows}
    </ul>
  </section>`;
}

/** Renders the most urgent first. Orders that wait for the same thing share a card. */
function renderOrders(texts: Texts, { orders, next, isCut }: Open, place: Place): Html {
  const { title, none, select, older, limit } = texts.open;
  const groups = Map.groupBy(orders, ({ payments, alarms }) =>
    JSON.stringify([
      alarms.map(({ code, reason }) => [code, reason]),
      payments.map(({ status, code }) => [status, code]),
    ]),
  );
  const ranked = [...groups.values()].toSorted((one, other) => rankIn(one) - rankIn(other));
  const selectable = orders.some(({ payments }) => payments.some(isUnresolved));
  return html`<section aria-labelledby="open">
    ${renderHeading('open', title, orders.length)}
    ${orders.length === 0 ? html`<p class="muted">${none}</p>` : undefined}
    <ul class="cards">
      ${ranked.map((group) => renderCard(texts, group, place))}
    </ul>
    ${selectable ? html`<form id="select" action="resolve"><button>${select}</button></form>` : undefined}
    ${next === undefined ? undefined : html`<p><a href="./?before=${next}">${older}</a></p>`}
    ${isCut ? html`<p class="muted">${limit(place.limit)}</p>` : undefined}
  </section>`;
}

/** The position of a group's rank, by its first order, since all have the same alarms. */
function rankIn([order]: readonly OpenOrder[]): number {
  const ranks: AlarmRank[] = (order?.alarms ?? []).map(({ code }) => alarmEntryOf(code).rank);
  if (order?.payments.some(isUnresolved)) ranks.push('look_up');
  return Math.min(...ranks.map((rank) => alarmRanks.indexOf(rank)));
}

function renderCard(texts: Texts, group: readonly OpenOrder[], place: Place): Html {
  const { ranks, locked, orders } = texts.open;
  const rank = alarmRanks[rankIn(group)] ?? 'information';
  const payments = group.flatMap((order) => order.payments);
  const alarms = group.flatMap((order) => order.alarms);
  const kinds = [...Map.groupBy(alarms, ({ code, reason }) => `${code} ${reason}`).values()];
  const rows = payments.map((payment) => renderRow(texts, payment));
  const listed = html`<details>
    <summary>${orders(group.length)}</summary>
    ${rows}
  </details>`;
  return html`<li class="card ${rank}">
    <p class="rank">${ranks[rank]}</p>
    ${group.length === 1 ? rows : listed}
    ${kinds.flatMap((same) => renderNote(texts, same, payments))}
    ${kinds.length === 0 ? html`<p>${locked}</p>` : undefined}
    <div class="actions">${kinds.map((same) => renderAcknowledge(texts, same, place))}</div>
  </li>`;
}

/** Renders a payment, and what resolves it alone or together with others. */
function renderRow(texts: Texts, payment: PaymentView): Html {
  if (!isUnresolved(payment)) return renderPayment(texts, payment);
  const { paymentId, orderId, amount } = payment;
  const name = printable(orderId);
  return html`<div class="pay">
    ${renderPayment(texts, payment)}
    <label class="pick"
      ><input
        type="checkbox"
        name="payment"
        value="${paymentId}"
        form="select"
        aria-label="${name}, ${money(texts, amount)}"
    /></label>
    ${renderResolveLink(texts, payment, name)}
  </div>`;
}

/** Renders what equal alarms say, and what is left to do. */
function renderNote(
  texts: Texts,
  same: readonly StoredAlarm[],
  payments: readonly PaymentView[],
): Html[] {
  const [latest, first] = [same[0], same.at(-1)];
  if (!latest || !first) return [];
  const { title, nextStep, afterwards } = texts.alarm(latest.code);
  const payment = payments.find(({ paymentId }) => paymentId === latest.paymentId);
  const isLeft = payment === undefined || isUnresolved(payment) || afterwards === undefined;
  const already = isLeft ? '' : `${texts.open.already(texts.statuses[payment.status])} `;
  const until = same.length > 1 ? html`– ${renderTime(texts, latest.at)}` : undefined;
  const reason = latest.reason === undefined ? undefined : ` · ${printable(latest.reason)}`;
  return [
    html`<p>${title}. ${already}<b>${isLeft ? nextStep : afterwards}</b></p>`,
    html`<p class="muted">
      ${renderTime(texts, first.at)} ${until} · <code>${latest.code}</code>${reason}
    </p>`,
  ];
}

/** Renders the button for equal alarms, which says which. */
function renderAcknowledge(
  { open: { acknowledge } }: Texts,
  same: readonly StoredAlarm[],
  { shownId }: Place,
): Html {
  const [latest] = same;
  const count = same.length > 1 ? `${same.length} × ` : '';
  const text = `${acknowledge}: ${count}${latest?.code}`;
  const order = same.length === 1 ? `, ${printable(latest?.orderId ?? '')}` : '';
  return renderPost(
    'acknowledge',
    { alarm: same.map(({ id }) => id), id: shownId },
    text,
    `${text}${order}`,
  );
}
