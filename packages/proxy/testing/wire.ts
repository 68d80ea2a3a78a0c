import { connect, type Socket } from 'node:net';
import { paying, type CheckoutOptions } from '@card-checkout/testing/checkout-request';

interface WireAnswer {
  status: number;
  /** Names are in lower case. */
  headers: Map<string, string>;
  text: string;
}

export type Header = [name: string, value: string];

/** A request line and headers; a name may come twice. */
type Head = [line: string, ...headers: Header[]];

/** Writes a right payment with something wrong in it. */
export type Spoiled = (payment: Awaited<ReturnType<typeof rightPayment>>) => string;

/** Makes a right payment for a test to spoil; its connection closes after the answer. */
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

/** Writes a request as it goes over the wire; a length comes with it unless the head says one. */
export function bytesOf([line, ...headers]: Head, body = ''): string {
  const isFramed = headers.some(([name]) => /^(content-length|transfer-encoding)/i.test(name));
  const length: Header[] = isFramed ? [] : [['Content-Length', String(Buffer.byteLength(body))]];
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}`);
  return [line, ...lines, '', body].join('\r\n');
}

/** Sends a payment under other headers, in the place of those of the same name. */
export const withHeaders =
  (...headers: Header[]): Spoiled =>
  ({ head, body }) => {
    const names = new Set(headers.map(([name]) => name.toLowerCase()));
    const [line, ...given] = head();
    const kept = given.filter(([name]) => !names.has(name.toLowerCase()));
    return bytesOf([line, ...kept, ...headers], body);
  };

/** Sends bytes as they are over a new connection, and reads the answers until the proxy closes it. */
export async function sendBytes(...sent: Parameters<typeof exchange>): Promise<WireAnswer[]> {
  return answersIn(await exchange(...sent));
}

/** Sends bytes as they are over a new connection, and returns all that comes back. */
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

/** Waits until a connection is closed, or reset, as it is when more is sent than the proxy takes. */
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
