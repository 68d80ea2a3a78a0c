import type { AlarmList, AlarmView, PaymentList, PaymentView } from '../views.ts';

/** `fault` is the code of a problem, an HTTP status, or `unreachable`. */
export type Answer<Value = unknown> = { value: Value } | { fault: string };

export interface Overview {
  unknown: readonly PaymentView[];
  alarms: readonly AlarmView[];
}

const timeoutMs = 10_000;

export const maxPayments = 50;

/** Fails if any list can't be loaded. */
export async function loadOverview(): Promise<Answer<Overview>> {
  const [unknown, alarms] = await Promise.all([
    call<PaymentList>(`payments?status=unknown&limit=${maxPayments}`),
    call<AlarmList>('alarms'),
  ]);
  if ('fault' in unknown) return unknown;
  if ('fault' in alarms) return alarms;
  return { value: { unknown: unknown.value.payments, ...alarms.value } };
}

export async function post(path: string, body: object = {}): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' };
  return call(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** `path` is below `/operator`. */
export async function call<Value>(path: string, init: RequestInit = {}): Promise<Answer<Value>> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    // Not relative to the document: fetch refuses addresses with a password, which its URL may hold.
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
