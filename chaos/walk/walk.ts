import type { Attempt } from '../../packages/proxy/src/attempt/attempt.ts';
import { faultsAt, faultsInState } from './invariants.ts';
import { make, movesOf, rulesOf, type Edge, type Order, type World } from './world.ts';

interface Fault {
  invariant: string;
  way: string;
  times: number;
}

interface Arrival {
  from: string;
  label: string;
}

/**
 * Explores every state that an order can reach, breadth first, through everything that can happen.
 * States that differ only in times count as one.
 */
export function walk(world: World, maxStates = Infinity) {
  const walker = new Walker(world);
  let frontier: readonly Order[] = [[]];
  while (frontier.length > 0 && walker.states < maxStates) {
    frontier = frontier.flatMap((order) => walker.visit(order));
  }
  const { states, steps, faults } = walker;
  return { states, steps, faults, isWhole: frontier.length === 0 };
}

class Walker {
  steps = 0;
  readonly #world: World;
  readonly #arrivals = new Map<string, Arrival | undefined>([['', undefined]]);
  readonly #faults = new Map<string, Fault>();

  constructor(world: World) {
    this.#world = world;
  }

  get states(): number {
    return this.#arrivals.size;
  }

  get faults(): Fault[] {
    return [...this.#faults.values()];
  }

  /** Checks a state and everything that can happen in it. Returns new states. */
  visit(order: Order): Order[] {
    const rules = rulesOf(this.#world);
    const name = nameOf(order);
    this.#report(faultsInState(order, rules), name);
    return movesOf(order, this.#world).flatMap((move) => {
      const edge = make(move, order, rules);
      return edge && this.#isNew(edge, name) ? [edge.after] : [];
    });
  }

  #isNew(edge: Edge, from: string): boolean {
    const { label, after } = edge;
    this.steps += 1;
    this.#report(faultsAt(edge), from, label);
    const reached = nameOf(after);
    if (this.#arrivals.has(reached)) return false;
    this.#arrivals.set(reached, { from, label });
    return true;
  }

  #report(invariants: readonly string[], state: string, last?: string): void {
    for (const invariant of invariants) {
      const known = this.#faults.get(invariant);
      if (known) known.times += 1;
      else this.#faults.set(invariant, { invariant, way: this.#wayTo(state, last), times: 1 });
    }
  }

  #wayTo(state: string, last?: string): string {
    const labels = last === undefined ? [] : [last];
    for (let at = this.#arrivals.get(state); at; at = this.#arrivals.get(at.from)) {
      labels.unshift(at.label);
    }
    return labels.join(', ');
  }
}

/** Names a state by everything that affects a decision. */
function nameOf(order: Order): string {
  return order.map(nameOfAttempt).join('|');
}

function nameOfAttempt(attempt: Attempt): string {
  const { id, status, code, alarmAt, decidedBy, resolution } = attempt;
  let name = `${id} ${status} ${code} ${alarmAt !== undefined} ${decidedBy} ${resolution}`;
  for (const { answer, postback } of attempt.tries) name += ` ${answer}/${postback}`;
  return name;
}
