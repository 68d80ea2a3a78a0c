import { expect, it, onTestFinished, vi } from 'vitest';
import Fastify from 'fastify';
import { EventLog, LineLimit } from './log.ts';
import { Metrics } from './metrics.ts';

it('lets so many lines through each second', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const limit = new LineLimit(2);
  const threeLines = () => [1, 2, 3].map(() => limit.allowsOne());

  const first = threeLines();
  vi.advanceTimersByTime(1000);
  const second = threeLines();

  expect([first, second]).toEqual([
    [true, true, false],
    [true, true, false],
  ]);
});

it('writes only the fields that an entry allows, and of an error no message', () => {
  const lines: string[] = [];
  const app = Fastify({ logger: { stream: { write: (line) => void lines.push(line) } } });
  const log = new EventLog(app.log, new Metrics());
  const canary = 'c4n4ry';
  const fields = { payment: 'a', error: new SyntaxError(canary), holder: canary, support: canary };

  log.emit('read_failed', fields);

  expect(JSON.parse(lines.join(''))).toMatchObject({ event: 'read_failed', payment: 'a' });
  expect(lines.join('')).toContain('SyntaxError');
  expect(lines.join('')).not.toContain(canary);
});
