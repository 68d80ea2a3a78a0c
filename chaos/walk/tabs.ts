import { blockingAttempt, isClosing, isFailure } from '../../packages/proxy/src/attempt/attempt.ts';
import type { TransitionRules } from '../../packages/proxy/src/attempt/transition.ts';
import { faultsAt } from './invariants.ts';
import { isFree, make, type Order, type World } from './world.ts';

/** An order, the pages on which its buyer may pay it, and the cards on their way to the proxy. */
export interface Scene {
  order: Order;
  tabs: readonly Tab[];
  /** Keys of payments that were sent and haven't arrived. */
  posts: readonly string[];
}

export interface Tab {
  page: 'none' | 'loading' | 'form' | 'bank' | 'sent' | 'shows a payment' | 'shows the end';
  /** What survives a reload: that the bank was being asked, or that the card was sent. */
  note?: 'bank' | 'card' | undefined;
  /** The payment that the page has sent, or shows instead. */
  key?: string | undefined;
}

/** What a page does. A reload ends anything but the note, and stops no card that has left. */
type TabMove = 'loads' | 'asks for the order' | 'presses' | 'sends the card' | 'is refused';

export interface SceneStep {
  label: string;
  scene: Scene;
  faults: string[];
}

/** Returns what can happen on the pages, and between them and the proxy. */
export function stepsOfTabs(scene: Scene, world: World, rules: TransitionRules): SceneStep[] {
  const ofTabs = scene.tabs.flatMap((tab, at) =>
    movesOf(tab, scene, world, rules).map((move) => {
      const { next, post = [], faults = [] } = makeMove(move, tab, scene, world, rules);
      const [tabs, posts] = [scene.tabs.with(at, next), [...scene.posts, ...post]];
      return { label: `page ${at + 1} ${move}`, scene: { ...scene, tabs, posts }, faults };
    }),
  );
  return [...ofTabs, ...scene.posts.map((key) => arrive(key, scene, rules))];
}

function movesOf(
  { page, key }: Tab,
  { order, posts }: Scene,
  world: World,
  rules: TransitionRules,
): TabMove[] {
  const refused = order.find(({ id }) => id === key);
  const others: Record<Tab['page'], TabMove[]> = {
    none: [],
    loading: ['asks for the order'],
    form: ['presses'],
    bank: freeKey(order, posts, world) === undefined ? [] : ['sends the card'],
    sent: [],
    'shows a payment': [],
    'shows the end': [],
  };
  const mayPayAgain = refused && isFailure(refused) && isFree(order, rules);
  return ['loads', ...others[page], ...(mayPayAgain ? ['is refused' as const] : [])];
}

interface Made {
  next: Tab;
  post?: readonly string[];
  faults?: string[];
}

function makeMove(
  move: TabMove,
  tab: Tab,
  { order, posts }: Scene,
  world: World,
  rules: TransitionRules,
): Made {
  const found = blockingAttempt(order);
  const shown: Tab = { page: 'shows a payment', note: 'card', key: found?.id };
  const isEnded = order.some(isClosing) && !found;
  const isTold = found !== undefined || isEnded;
  const faults = isTold === isFree(order, rules) ? [hiddenPayment] : [];
  switch (move) {
    case 'loads':
      return { next: { ...tab, page: 'loading' } };
    case 'asks for the order': {
      const isLie = !found && tab.note === 'bank' && posts.some((key) => key === tab.key);
      const next: Tab = found ? shown : { page: isEnded ? 'shows the end' : 'form' };
      return { next, faults: isLie ? [...faults, lie] : faults };
    }
    case 'presses':
      if (isEnded) return { next: { page: 'shows the end' }, faults };
      return { next: found ? shown : { page: 'bank', note: 'bank' }, faults };
    case 'sends the card': {
      const key = freeKey(order, posts, world) ?? '';
      return { next: { page: 'sent', note: 'card', key }, post: [key] };
    }
    case 'is refused':
      return { next: { page: 'form' } };
    default:
      return move satisfies never;
  }
}

const hiddenPayment =
  'the proxy names a payment, or says that the order is closed, if and only if it accepts no other';
const lie = '“nothing was charged” is said only before the card was sent';
const noAnswer = 'a press that is refused is answered with the payment or end that rules it out';

/** A card arrives at any time after it was sent: in time, after a reload, or after another page’s. */
function arrive(key: string, scene: Scene, rules: TransitionRules): SceneStep {
  const { order } = scene;
  const label = `card ${key} arrives`;
  const posts = scene.posts.filter((each) => each !== key);
  const edge = make({ label, id: key, event: 'begin' }, order, rules);
  if (edge) return { label, scene: { ...scene, order: edge.after, posts }, faults: faultsAt(edge) };
  const other = blockingAttempt(order)?.id;
  const isEnded = order.some(isClosing);
  const tabs = scene.tabs.map((tab): Tab => {
    const isRefused = tab.page === 'sent' && tab.key === key;
    if (isRefused && !other) return { page: 'shows the end' };
    return isRefused ? { page: 'shows a payment', note: 'card', key: other } : tab;
  });
  return { label, scene: { order, tabs, posts }, faults: other || isEnded ? [] : [noAnswer] };
}

function freeKey(order: Order, posts: readonly string[], { payments }: World): string | undefined {
  const used = new Set([...order.map(({ id }) => id), ...posts]);
  return ['A', 'B', 'C'].slice(0, payments).find((key) => !used.has(key));
}
