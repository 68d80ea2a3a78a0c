import { memberOf } from '@card-checkout/contract/json';
import type { RaisedAlarm } from '../check/evidence.ts';

/** Reads the alarm in a message to support; nothing in one that is none. */
export function alarmIn(text: string): RaisedAlarm | undefined {
  const message: unknown = JSON.parse(text);
  const type = String(memberOf(message, 'type'));
  if (!type.startsWith('alarm.')) return undefined;
  const payment = memberOf(memberOf(message, 'data'), 'payment');
  return {
    code: type.slice('alarm.'.length),
    orderId: String(memberOf(payment, 'orderId')),
    attemptId: String(memberOf(payment, 'id')),
  };
}
