import { expect, it } from 'vitest';
import { startDeadline } from './deadline.ts';
import { unlessAborted } from './pause.ts';

it('takes in what arrived while the page was frozen, although its time is over', async () => {
  const { port1: bank, port2: page } = new MessageChannel();
  const message = Promise.withResolvers<unknown>();
  page.addEventListener('message', ({ data }) => message.resolve(data));
  page.start();
  const limit = startDeadline(10, undefined, () => 'too late');

  bank.postMessage('authenticated', []);
  const thawsAtMs = performance.now() + 700;
  while (performance.now() < thawsAtMs);

  expect(await unlessAborted(limit.signal, message.promise)).toBe('authenticated');
  limit.clear();
  bank.close();
});

it('ends soon after the page was frozen', async () => {
  const limit = startDeadline(10, undefined, () => 'too late');
  const thawsAtMs = performance.now() + 700;
  while (performance.now() < thawsAtMs);

  await expect(unlessAborted(limit.signal, new Promise(() => {}))).rejects.toBe('too late');
});
