import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { reach } from './kill-at-step.ts';
import { read, wrap } from './wrap.ts';

/** Watches what goes to the payments service and what comes from it. */
export function watchService(port: number): void {
  wrap(Socket.prototype, 'write', ({ self, args, proceed }) => {
    const isRequest = read(self, 'remotePort') === port && String(args[0]).startsWith('POST ');
    if (!isRequest) return proceed();
    reach('before_first_byte_to_service');
    const result = proceed();
    setImmediate(() => reach('after_request_to_service'));
    return result;
  });
  wrap(Socket.prototype, 'push', ({ self, args, proceed }) => {
    const isAnswer = args[0] !== null && read(self, 'remotePort') === port;
    if (isAnswer) reach('before_reading_service_answer');
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
