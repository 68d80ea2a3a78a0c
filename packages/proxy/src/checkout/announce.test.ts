import { describe, expect, it, vi } from 'vitest';
import type { AttemptEvent } from '../attempt/state-machine.ts';
import { transition } from '../attempt/transition.ts';
import { begin, moved, posted, resolved, rules, waysTo } from '../../testing/payments.ts';
import { announceTo } from './announce.ts';

/** Announces the step of an unknown payment. */
function announced(event: AttemptEvent) {
  const listeners = {
    log: { stepRecorded: vi.fn() },
    outbox: { wake: vi.fn() },
    waiters: { wake: vi.fn() },
    cardTesting: { count: vi.fn() },
    brake: { postbackTaken: vi.fn() },
  };
  const change = transition([moved(begin(), waysTo.unknown)], 'a-1', event, rules);
  if (change) announceTo(listeners)(change);
  return { ...listeners, change };
}

describe('a stored step', () => {
  it('reaches log, outbox, waiting requests, brake and the guards against card testing', () => {
    const { log, outbox, waiters, cardTesting, brake, change } = announced(posted(1, 'refused'));

    expect(log.stepRecorded).toHaveBeenCalledExactlyOnceWith(change);
    expect(outbox.wake).toHaveBeenCalledOnce();
    expect(waiters.wake).toHaveBeenCalledExactlyOnceWith('a-1', change?.attempt);
    expect(cardTesting.count).toHaveBeenCalledExactlyOnceWith(change?.attempt);
    expect(brake.postbackTaken).toHaveBeenCalledExactlyOnceWith(change?.attempt, 1);
  });

  it('of an operator is no sign of card testing', () => {
    const { waiters, cardTesting } = announced(resolved('declined'));

    expect(waiters.wake).toHaveBeenCalledOnce();
    expect(cardTesting.count).not.toHaveBeenCalled();
  });
});
