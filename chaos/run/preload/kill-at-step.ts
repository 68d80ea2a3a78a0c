import { subscribe } from 'node:diagnostics_channel';
import { ServerResponse } from 'node:http';
import type { Step } from '../steps.ts';
import { read, wrap } from './wrap.ts';

let armed: Step | undefined;
let left = 0;

/** Sets the occurrence of a step, counted from now, at which the process kills itself. */
export function armStep(step: Step, occurrence: number): void {
  armed = step;
  left = occurrence;
}

/** Kills the process at the armed occurrence. */
export function reach(step: Step): void {
  if (armed !== step) return;
  left -= 1;
  if (left <= 0) process.kill(process.pid, 'SIGKILL');
}

export function watchRequests(servicePort = ''): void {
  const watch = (moment: string, atService: Step, atWebhook?: Step) =>
    subscribe(`undici:${moment}`, (message) => {
      const origin = String(read(read(message, 'request'), 'origin'));
      const step = origin.endsWith(`:${servicePort}`) ? atService : atWebhook;
      if (step) reach(step);
    });
  watch('client:sendHeaders', 'before_first_byte_to_service', 'before_webhook');
  watch('request:bodySent', 'after_request_to_service');
  watch('request:headers', 'before_reading_service_answer', 'after_webhook');
}

export function watchAnswers(): void {
  wrap(ServerResponse.prototype, 'end', ({ self, proceed }) => {
    const path = String(read(read(self, 'req'), 'url'));
    if (path.startsWith('/api/postback/')) reach('before_answer_to_postback');
    if (!path.startsWith('/api/checkout/')) return proceed();
    reach('before_answer_to_browser');
    const result = proceed();
    setImmediate(() => reach('after_answer_to_browser'));
    return result;
  });
}
