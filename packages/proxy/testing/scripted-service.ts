import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { memberOf } from '@card-checkout/contract/json';

/** What the service does with a request: an answer, silence, or a broken connection. */
export type ScriptedAnswer =
  { status: number; json?: unknown; text?: string; location?: string } | 'hang' | 'reset';

/** One request that reached the service. */
export interface ReceivedRequest {
  path: string | undefined;
  headers: IncomingMessage['headers'];
  text: string;
}

/** Stands in for the payments service at the network's edge; its script says what it answers. */
export interface ScriptedService {
  url: string;
  received: ReceivedRequest[];
  /** Takes the number of the request, from 1 on. */
  script: (number: number, request: ReceivedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;
}

/** Starts the service for the length of a test, on a free port unless told which; it approves unless told otherwise. */
export async function startScriptedService(
  script: ScriptedService['script'] = () => ({ status: 200, json: { id: 'pay_1' } }),
  port = 0,
): Promise<ScriptedService> {
  const service: ScriptedService = { url: '', received: [], script };
  const server = createServer((request, response) => void serve(service, request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  service.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return service;
}

/** Scripts one answer after the other; the last one repeats. */
export function oneByOne(...answers: ScriptedAnswer[]): ScriptedService['script'] {
  return (number) => answers[Math.min(number, answers.length) - 1] ?? 'hang';
}

/** Returns the address that the service is asked to post back to; empty where there is none. */
export function postbackUrlOf(request: ReceivedRequest | undefined): string {
  const body: unknown = JSON.parse(request?.text ?? '{}');
  const url = memberOf(body, 'postbackUrl');
  return typeof url === 'string' ? url : '';
}

/** Finds a port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

async function serve(
  service: ScriptedService,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString();
  const received = { path: request.url, headers: request.headers, text };
  service.received.push(received);
  const answer = await service.script(service.received.length, received);
  if (answer === 'hang') return;
  if (answer === 'reset') {
    request.socket.resetAndDestroy();
    return;
  }
  response.statusCode = answer.status;
  if (answer.location) response.setHeader('Location', answer.location);
  response.end(answer.text ?? JSON.stringify(answer.json ?? {}));
}
