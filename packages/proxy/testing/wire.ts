import { connect, type Socket } from 'node:net';
import { paying, type CheckoutOptions } from '@card-checkout/testing/checkout-request';

interface WireAnswer {
  status: number;
  /** Names are lowercase. */
  headers: Map<string, string>;
  text: string;
}

export type Header = [name: string, value: string];

/** Request line and headers; names may repeat. */
type Head = [line: string, ...headers: Header[]];

/** Writes a payment with a flaw. */
export type Spoiled = (payment: Awaited<ReturnType<typeof rightPayment>>) => string;

/** A valid payment for a test to spoil; its connection closes after the answer. */
export async function rightPayment(options: CheckoutOptions = {}) {
  const { headers, body } = await paying(options);
  const head = (line = 'POST /api/checkout/ HTTP/1.1'): Head => [
    line,
    ['Host', 'checkout.example'],
    ['Connection', 'close'],
    ...Object.entries(headers),
  ];
  return { head, body };
}

/** Formats a request as bytes, with a `Content-Length` unless the head has one. */
export function bytesOf([line, ...headers]: Head, body = ''): string {
  const isFramed = headers.some(([name]) => /^(content-length|transfer-encoding)/i.test(name));
  const length: Header[] = isFramed ? [] : [['Content-Length', String(Buffer.byteLength(body))]];
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}`);
  return [line, ...lines, '', body].join('\r\n');
}

/** GETs in one piece; the connection closes after the last answer. */
export function pipelined(count: number, path = '/widget/card-checkout.js'): string {
  const head = `GET ${path} HTTP/1.1\r\nHost: x\r\n`;
  return `${`${head}\r\n`.repeat(count - 1)}${head}Connection: close\r\n\r\n`;
}

/** Sends a payment with these headers instead of its own of the same name. */
export const withHeaders =
  (...headers: Header[]): Spoiled =>
  ({ head, body }) => {
    const names = new Set(headers.map(([name]) => name.toLowerCase()));
    const [line, ...given] = head();
    const kept = given.filter(([name]) => !names.has(name.toLowerCase()));
    return bytesOf([line, ...kept, ...headers], body);
  };

/** Sends raw bytes over a new connection and reads answers until the proxy closes it. */
export async function sendBytes(...sent: Parameters<typeof exchange>): Promise<WireAnswer[]> {
  return answersIn(await exchange(...sent));
}

/** Sends raw bytes over a new connection and returns everything received. */
export async function exchange(
  url: string,
  bytes: string,
  localAddress = '127.0.0.1',
): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress });
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  socket.write(bytes, 'latin1');
  await closed(socket);
  return text;
}

/** Waits until a connection closes, or is reset because the proxy stopped reading. */
export async function closed(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on('error', () => undefined).once('close', () => resolve());
  return promise;
}

function answersIn(text: string): WireAnswer[] {
  return text.split(/(?=HTTP\/1\.1 \d{3} )/).map((answer) => {
    const [head = '', ...body] = answer.split('\r\n\r\n');
    const [line = '', ...headers] = head.split('\r\n');
    const pairs = headers.map((header): Header => {
      const [name = '', ...value] = header.split(': ');
      return [name.toLowerCase(), value.join(': ')];
    });
    const status = Number(line.split(' ')[1]);
    return { status, headers: new Map(pairs), text: body.join('\r\n\r\n') };
  });
}
