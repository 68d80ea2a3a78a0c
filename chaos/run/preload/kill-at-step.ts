import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Step } from '../steps.ts';
import { read, wrap } from './wrap.ts';

let armed: Step | undefined;
let left = 0;

/** Sets at which occurrence of a step, counted from now on, the process kills itself. */
export function armStep(step: Step, occurrence: number): void {
  armed = step;
  left = occurrence;
}

/** Kills the process when the armed step is reached for the n-th time. */
export function reach(step: Step): void {
  if (armed !== step) return;
  left -= 1;
  if (left <= 0) process.kill(process.pid, 'SIGKILL');
}

/** Watches the requests to the payments service and its answers. */
export function watchService(port: number): void {
  const isService = (self: unknown) => read(self, 'remotePort') === port;
  wrap(Socket.prototype, 'write', ({ self, args, proceed }) => {
    if (!isService(self) || !String(args[0]).startsWith('POST ')) return proceed();
    reach('before_first_byte_to_service');
    const result = proceed();
    setImmediate(() => reach('after_request_to_service'));
    return result;
  });
  wrap(Socket.prototype, 'push', ({ self, args, proceed }) => {
    if (args[0] !== null && isService(self)) reach('before_reading_service_answer');
    return proceed();
  });
}

/** Watches the answers to browsers and to the payments service's postbacks. */
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

/** Watches the messages that the outbox sends. */
export function watchWebhooks(): void {
  wrap(globalThis, 'fetch', async ({ proceed }) => {
    reach('before_webhook');
    const response = await proceed();
    reach('after_webhook');
    return response;
  });
}
