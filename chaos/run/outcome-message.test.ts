import { expect, it } from 'vitest';
import { startSingleProxy } from './single-proxy.ts';
import type { Step } from './steps.ts';

/** When the proxy is killed, and what the shop's server is eventually told about the payment. */
const moments: [moment: Step | 'while_the_receiver_answers', told: string[]][] = [
  // The answer was not stored, so the outcome is unknown.
  ['before_commit_try_ended', ['payment.unknown']],
  ['after_commit_try_ended', ['payment.approved']],
  ['after_commit_message_taken', ['payment.approved']],
  ['while_the_receiver_answers', ['payment.approved', 'payment.approved']],
  ['after_webhook', ['payment.approved', 'payment.approved']],
  ['before_commit_message_removed', ['payment.approved', 'payment.approved']],
  ['after_commit_message_removed', ['payment.approved']],
];

/** How far the clock jumps for each next process; a message in delivery is locked for a minute. */
const jumpMs = 61_000;

it('a kill at any step of a message loses no outcome and repeats it at most once', async () => {
  const { receiver, startAgain, pay, messagesLeft, ...first } = await startSingleProxy();
  const takesAll = receiver.script;
  let { running } = first;
  for (const [index, [moment]] of moments.entries()) {
    if (moment === 'while_the_receiver_answers') {
      const arrived = Promise.withResolvers<void>();
      receiver.script = () => {
        arrived.resolve();
        return 'hang';
      };
      await pay(moment);
      await arrived.promise;
      receiver.script = takesAll;
      await running.kill('SIGKILL');
    } else {
      await running.arm(moment);
      await pay(moment).catch(() => undefined);
      await running.ended;
    }
    running = await startAgain();
    await running.shiftClock(jumpMs * (index + 1));
    await expect.poll(messagesLeft, { timeout: 30_000 }).toBe(0);
  }

  const outcomes = receiver.messages().filter(({ type }) => type.startsWith('payment.'));
  const told = Map.groupBy(outcomes, ({ data }) => String(data['orderId']));
  const types = [...told].map(([order, messages]) => [order, messages.map(({ type }) => type)]);
  expect(types).toEqual(moments);
  for (const messages of told.values()) {
    expect(new Set(messages.map(({ id }) => id)).size).toBe(1);
  }
});
