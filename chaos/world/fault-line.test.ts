import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { listen } from '@card-checkout/testing/during-test';
import { expect, it, onTestFinished } from 'vitest';
import { layFaultLine } from './fault-line.ts';
import { Random } from './random.ts';

/** Connects through a line without faults to an echo server. */
async function connectThroughLine() {
  const arrived: string[] = [];
  const target = await listen(
    createServer((socket) => {
      socket.on('data', (chunk) => arrived.push(String(chunk)));
      socket.on('error', () => undefined);
      socket.pipe(socket);
    }),
  );
  const line = layFaultLine(target, new Random('line'), { cut: 0, reset: 0, delay: 0 });
  const socket = connect(await line.start(), '127.0.0.1');
  onTestFinished(async () => line.stop());
  const returned: string[] = [];
  socket.on('data', (chunk) => returned.push(String(chunk)));
  await once(socket, 'connect');
  /** Sends a text and waits until it has got as far as it should. */
  const say = async (text: string, until: string[]) => {
    socket.write(text);
    await expect.poll(() => until).toContain(text);
  };
  return { line, socket, arrived, returned, say };
}

it('delivers held data late', async () => {
  const { line, arrived, returned, say } = await connectThroughLine();
  await say('before', returned);

  const held = line.hold(['forth', 'back'], 20);
  await say('held', arrived);
  await held;

  await expect.poll(() => returned.join('')).toBe('beforeheld');
});

it.each([
  ['forth', ['before']],
  ['back', ['before', 'lost']],
] as const)('loses what it holds when it is cut, going %s', async (direction, arrives) => {
  const { line, socket, arrived, returned, say } = await connectThroughLine();
  await say('before', returned);

  void line.hold([direction], 60_000);
  if (direction === 'back') await say('lost', arrived);
  else socket.write('lost');
  const broken = once(socket, 'error');
  line.cut();

  await expect(broken).resolves.toMatchObject([{ code: 'ECONNRESET' }]);
  expect([arrived, returned]).toEqual([arrives, ['before']]);
});
