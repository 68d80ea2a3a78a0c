import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { begin, ended, endedForNow, moved, started } from '../../testing/payments.ts';
import { approved, mayBeCharged, noAnswer, pending, rateLimited } from '../attempt/outcome.ts';
import { Brake, type Press } from './brake.ts';

const probeEveryMs = 10_000;

/** A brake on a clock that only the test moves. */
function newBrake() {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  return new Brake({ probeEveryMs, probeWithinMs: 0 });
}

function wait(ms: number): void {
  vi.advanceTimersByTime(ms);
}

/** A press of another buyer for each number. */
function pressOf(number: number, changed: Partial<Press> = {}): Press {
  const paymentId = `p-${number}`;
  return { paymentId, network: `n-${number}`, brand: 'visa', card: `c-${number}`, ...changed };
}

const numbers = [1, 2, 3, 4, 5];

/** A brake with five first tries in doubt. */
function braked(changed: Partial<Press> = {}) {
  const brake = newBrake();
  for (const number of numbers) brake.tryEnded(pressOf(number, changed), 1, noAnswer);
  return brake;
}

/** A brake with five first tries in flight. */
function startTries() {
  const brake = newBrake();
  const presses = numbers.map((number) => pressOf(number));
  for (const press of presses) brake.tryStarts(press);
  return { brake, presses };
}

describe('a press', () => {
  it('needs a turn only while it is held back', () => {
    expect(newBrake().holds(pressOf(6))).toBe(false);
    expect(braked().holds(pressOf(6))).toBe(true);
  });

  it("isn't held back by retries in doubt", () => {
    const brake = newBrake();
    for (const number of numbers) brake.tryEnded(pressOf(number), 2, noAnswer);

    expect(brake.isOn).toBe(false);
  });

  it('without a card is held back by no brand', () => {
    const brake = braked({ brand: undefined });
    brake.tryEnded(pressOf(6), 1, approved);

    expect(brake.holds(pressOf(7, { brand: undefined }))).toBe(true);
    expect(brake.refuses({ network: 'n-7' })).toBe(false);
  });
});

describe('a probe', () => {
  it.each([
    ['that begins uses up its turn', true],
    ["that doesn't begin leaves its turn to another", false],
  ])('%s', async (_words, hasBegun) => {
    const brake = newBrake();
    brake.hold();
    const passage = await brake.admit(pressOf(1));

    passage?.(hasBegun);

    expect(passage).toBeDefined();
    expect(brake.refuses(pressOf(2))).toBe(hasBegun);
  });

  it("that doesn't begin leaves a later turn as it is", async () => {
    const brake = newBrake();
    brake.hold();
    const passage = await brake.admit(pressOf(1));
    wait(probeEveryMs);
    const later = await brake.admit(pressOf(2));

    passage?.(false);

    expect(later).toBeDefined();
    expect(brake.refuses(pressOf(3))).toBe(true);
  });
});

describe('a postback', () => {
  const inFlight = begin('p-1');
  const sentAgain = moved(inFlight, [endedForNow(1, rateLimited), started(2)]);

  it.each([
    ['for a try in flight', inFlight, 1],
    ['for a try in doubt', moved(inFlight, [ended(1, mayBeCharged)]), 1],
    ['for a later try in flight', sentAgain, 2],
  ])('%s is a sign of life', (_words, payment, number) => {
    const brake = braked();

    brake.postbackTaken(payment, number);

    expect(brake.isOn).toBe(false);
  });

  it.each([
    ['for a try whose answer proved something', moved(inFlight, [ended(1, pending)]), 1],
    ["for a try that wasn't made", inFlight, 2],
    ['for no try', inFlight, undefined],
  ])('%s is no sign of life', (_words, payment, number) => {
    const brake = braked();

    brake.postbackTaken(payment, number);

    expect(brake.isOn).toBe(true);
  });

  it.each([
    ["for a buyer's payment in doubt lets this buyer pass", 'p-1', false],
    ["for another buyer's payment in doubt doesn't", 'p-6', true],
  ])('%s', (_words, id, isHeld) => {
    const brake = braked({ network: 'n-1', card: 'c-1' });
    brake.tryEnded(pressOf(6), 1, noAnswer);

    brake.postbackTaken(begin(id), 1);

    expect(brake.holds(pressOf(7, { network: 'n-1', card: 'c-1' }))).toBe(isHeld);
  });

  it('lets a buyer pass whose payments alone are still in doubt', () => {
    const brake = braked({ network: 'n-1', card: 'c-1' });
    brake.tryEnded(pressOf(6), 1, approved);

    brake.postbackTaken(begin('p-1'), 1);

    expect(brake.holds(pressOf(7, { network: 'n-1', card: 'c-1' }))).toBe(false);
  });
});

describe('tries in flight', () => {
  it('are in doubt after ten seconds', () => {
    const { brake } = startTries();

    wait(9_999);
    const early = brake.isOn;
    wait(1);

    expect([early, brake.isOn]).toEqual([false, true]);
  });

  it('that hang while others are answered can still let their buyer pass', () => {
    const buyer = { network: 'n-1', card: 'c-1' };
    const brake = newBrake();
    brake.tryStarts(pressOf(1));
    wait(1);
    brake.tryEnded(pressOf(6), 1, approved);
    wait(10_000);
    for (const number of [2, 3, 4, 5, 7]) brake.tryEnded(pressOf(number, buyer), 1, noAnswer);
    const before = brake.holds(pressOf(8, buyer));

    brake.postbackTaken(begin('p-1'), 1);

    expect([before, brake.holds(pressOf(8, buyer))]).toEqual([true, false]);
  });

  it.each([0, 1])('are not if another is answered %d ms later', (ms) => {
    const { brake } = startTries();
    wait(ms);
    brake.tryEnded(pressOf(6), 1, approved);
    wait(20_000);

    expect(brake.isOn).toBe(false);
  });

  it('are not once their payments have ended', () => {
    const { brake, presses } = startTries();
    for (const press of presses) brake.runEnded(press);
    wait(20_000);

    expect(brake.isOn).toBe(false);
  });
});
