import type { Attempt } from '../../packages/proxy/src/attempt/attempt.ts';
import { faultsAt, faultsInState } from './invariants.ts';
import { stepsOfTabs, type Scene, type SceneStep, type Tab } from './tabs.ts';
import { make, movesOf, rulesOf, type World } from './world.ts';

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
  const tabs = Array.from({ length: world.tabs ?? 0 }, (): Tab => ({ page: 'none' }));
  let frontier: readonly Scene[] = [{ order: [], tabs, posts: [] }];
  while (frontier.length > 0 && walker.states < maxStates) {
    frontier = frontier.flatMap((scene) => walker.visit(scene));
  }
  const { states, steps, faults } = walker;
  return { states, steps, faults, isWhole: frontier.length === 0 };
}

class Walker {
  steps = 0;
  readonly #world: World;
  readonly #arrivals = new Map<string, Arrival | undefined>();
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
  visit(scene: Scene): Scene[] {
    const rules = rulesOf(this.#world);
    const name = nameOf(scene);
    if (this.states === 0) this.#arrivals.set(name, undefined);
    this.#report(faultsInState(scene.order, rules), name);
    const ofOrder = movesOf(scene.order, this.#world).flatMap((move) => {
      const edge = make(move, scene.order, rules);
      if (!edge) return [];
      return { label: edge.label, scene: { ...scene, order: edge.after }, faults: faultsAt(edge) };
    });
    const steps = [...ofOrder, ...stepsOfTabs(scene, this.#world, rules)];
    return steps.filter((step) => this.#isNew(step, name)).map((step) => step.scene);
  }

  #isNew({ label, scene, faults }: SceneStep, from: string): boolean {
    this.steps += 1;
    this.#report(faults, from, label);
    const reached = nameOf(scene);
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
function nameOf({ order, tabs, posts }: Scene): string {
  const pages = tabs.map(({ page, note, key }) => `${page} ${note} ${key}`);
  return [...order.map(nameOfPayment), ...pages, ...posts.toSorted()].join('|');
}

function nameOfPayment(payment: Attempt): string {
  const { id, status, code, alarmAt, decidedBy, resolution } = payment;
  let name = `${id} ${status} ${code} ${alarmAt !== undefined} ${decidedBy} ${resolution}`;
  for (const { answer, postback } of payment.tries) name += ` ${answer}/${postback}`;
  return name;
}
