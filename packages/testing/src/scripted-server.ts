import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { startHttpServer, type HttpServer } from './http-server.ts';

/** An answer, silence, or a closed connection. */
export type ScriptedAnswer = 'hang' | 'reset' | WrittenAnswer;

interface WrittenAnswer {
  status: number;
  /** Body as text; replaces `json`. */
  text?: string;
  json?: unknown;
  location?: string;
  /** Time between the first byte of the body and the rest. */
  slowMs?: number;
}

export interface ReceivedRequest {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A server whose answers follow a script. By default it is a payments API. */
export interface ScriptedServer extends HttpServer {
  received: ReceivedRequest[];
  /** Chooses the answer; `number` counts requests from 1. */
  script: (number: number, request: ReceivedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;
}

/** Starts the server, by default on a free port. Without a script it approves every payment. */
export async function startScriptedServer(
  script: ScriptedServer['script'] = () => ({ status: 200, json: { id: 'pay_1' } }),
  port = 0,
): Promise<ScriptedServer> {
  const received: ReceivedRequest[] = [];
  const scripted = { received, script };
  const server = await startHttpServer((request, response) => {
    serve(scripted, request, response).catch(() => request.destroy());
  }, port);
  return Object.assign(scripted, server);
}

/** Gives the answers one after the other; the last one repeats. */
export function oneByOne(...answers: ScriptedAnswer[]): ScriptedServer['script'] {
  return (number) => answers[Math.min(number, answers.length) - 1] ?? 'hang';
}

/** Returns a request's postback URL, or '' if it has none. */
export function postbackUrlOf(request: ReceivedRequest | undefined): string {
  const { postbackUrl }: { postbackUrl?: unknown } = JSON.parse(request?.text ?? '{}');
  return typeof postbackUrl === 'string' ? postbackUrl : '';
}

async function serve(
  { received, script }: Pick<ScriptedServer, 'received' | 'script'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const got = { path: request.url, headers: request.headers, text: await text(request) };
  received.push(got);
  const answer = await script(received.length, got);
  if (answer === 'hang') return;
  if (answer === 'reset') request.socket.resetAndDestroy();
  else await write(answer, response);
}

async function write(
  { status, json, location, slowMs, ...answer }: WrittenAnswer,
  to: ServerResponse,
) {
  const body = answer.text ?? JSON.stringify(json ?? {});
  if (location) to.setHeader('Location', location);
  if (slowMs) {
    to.writeHead(status, { 'Content-Length': Buffer.byteLength(body) }).write(body.slice(0, 1));
    await pause(slowMs);
    to.end(body.slice(1));
  } else {
    to.writeHead(status).end(body);
  }
}
