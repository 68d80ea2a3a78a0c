import type { Attempt } from '../../packages/proxy/src/attempt/attempt.ts';
import { faultsAt, faultsInState } from './invariants.ts';
import { make, movesOf, rulesOf, type Order, type World } from './world.ts';

/** An invariant that does not hold, and the shortest way to it. */
export interface Fault {
  invariant: string;
  way: string;
  times: number;
}

/** The result of a walk. */
export interface Walked {
  states: number;
  steps: number;
  /** Whether every state was seen. */
  isWhole: boolean;
  faults: Fault[];
}

/** How a state was reached first. */
interface Arrival {
  from: string;
  label: string;
}

/**
 * Walks through every state that an order can get into, nearest first, by all that can happen in it.
 * Two states count as one if they differ in times alone.
 */
export function walk(world: World, maxStates = Infinity): Walked {
  const rules = rulesOf(world);
  const arrivals = new Map<string, Arrival | undefined>([[nameOf([]), undefined]]);
  const faults = new Map<string, Fault>();
  const report = (invariant: string, name: string, label: string) => {
    const known = faults.get(invariant);
    if (known) known.times += 1;
    else faults.set(invariant, { invariant, way: wayTo(name, arrivals, label), times: 1 });
  };
  let steps = 0;
  let frontier: Order[] = [[]];
  while (frontier.length > 0 && arrivals.size < maxStates) {
    const next: Order[] = [];
    for (const order of frontier) {
      const name = nameOf(order);
      for (const fault of faultsInState(order, rules)) report(fault, name, '');
      for (const move of movesOf(order, world)) {
        const edge = make(move, order, rules);
        if (!edge) continue;
        steps += 1;
        for (const fault of faultsAt(edge)) report(fault, name, move.label);
        const reached = nameOf(edge.after);
        if (arrivals.has(reached)) continue;
        arrivals.set(reached, { from: name, label: move.label });
        next.push(edge.after);
      }
    }
    frontier = next;
  }
  const isWhole = frontier.length === 0;
  return { states: arrivals.size, steps, isWhole, faults: [...faults.values()] };
}

function wayTo(
  state: string,
  arrivals: ReadonlyMap<string, Arrival | undefined>,
  last: string,
): string {
  const labels = last === '' ? [] : [last];
  for (let at = arrivals.get(state); at; at = arrivals.get(at.from)) labels.unshift(at.label);
  return labels.join(', ');
}

/** Names a state by everything that a decision looks at. */
function nameOf(order: Order): string {
  return order.map(nameOfAttempt).join('|');
}

function nameOfAttempt(attempt: Attempt): string {
  const { id, status, code, alarmAt, decidedBy, resolution } = attempt;
  let name = `${id} ${status} ${code} ${alarmAt !== undefined} ${decidedBy} ${resolution}`;
  for (const { answer, postback } of attempt.tries) name += ` ${answer}/${postback}`;
  return name;
}
