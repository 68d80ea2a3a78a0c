import type { OrderTimeline, OutcomesOfHour, PaymentView, AlarmView } from '../views.ts';

/** What an operator may find out about a payment whose outcome is not known. */
export type Resolution = 'approved' | 'declined';

/** What the proxy answered, or the code of its problem; `unreachable` if it did not answer. */
export type Answer<Value> = { value: Value } | { fault: string };

/** The lists that the page shows and keeps fresh. */
export interface Overview {
  unknown: readonly PaymentView[];
  alarms: readonly AlarmView[];
  hours: readonly OutcomesOfHour[];
}

/** How long an answer may take. */
const timeoutMs = 10_000;

/** The maximum number of payments on the page. */
export const maxPayments = 50;

/** Loads every list. Fails if one of them cannot be loaded. */
export async function loadOverview(): Promise<Answer<Overview>> {
  const [unknown, alarms, outcomes] = await Promise.all([
    call<{ payments: PaymentView[] }>(`payments?status=unknown&limit=${maxPayments}`),
    call<{ alarms: AlarmView[] }>('alarms'),
    call<{ hours: OutcomesOfHour[] }>('outcomes'),
  ]);
  if ('fault' in unknown) return unknown;
  if ('fault' in alarms) return alarms;
  if ('fault' in outcomes) return outcomes;
  return { value: { unknown: unknown.value.payments, ...alarms.value, ...outcomes.value } };
}

/** Finds an order by its id, or by that of one of its payments. */
export async function findOrder(id: string): Promise<Answer<OrderTimeline>> {
  return call(`orders/${encodeURIComponent(id)}`);
}

/** Resolves a payment. The note says how the operator knows. */
export async function resolve(
  { paymentId }: PaymentView,
  status: Resolution,
  note: string,
): Promise<Answer<{ payment: PaymentView }>> {
  return post(`payments/${paymentId}/resolve`, { status, note });
}

/** Sends the outcome's webhook again. */
export async function resend({ paymentId }: PaymentView): Promise<Answer<unknown>> {
  return post(`payments/${paymentId}/resend`, {});
}

/** Takes an alarm off the list of open ones. */
export async function acknowledge({ id }: AlarmView): Promise<Answer<unknown>> {
  return post(`alarms/${id}/acknowledge`, {});
}

async function post<Value>(path: string, body: object): Promise<Answer<Value>> {
  const headers = { 'Content-Type': 'application/json' };
  return call(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function call<Value>(path: string, init: RequestInit = {}): Promise<Answer<Value>> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    // Not relative to the document, whose address may have the password in it, which fetch refuses.
    const url = new URL(`operator/${path}`, location.origin + location.pathname);
    const response = await fetch(url, { ...init, signal });
    const text = await response.text();
    if (response.ok) return { value: JSON.parse(text || '{}') };
    const isProblem = /json/.test(response.headers.get('Content-Type') ?? '');
    const problem: { code?: string } = isProblem ? JSON.parse(text) : {};
    return { fault: problem.code ?? String(response.status) };
  } catch {
    return { fault: 'unreachable' };
  }
}
