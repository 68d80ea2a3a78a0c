/** @typedef {import('../../src/web/journal.ts').JournalEntry & { durationMs?: unknown }} JournalEntry */

const list = document.getElementById('steps');
const total = document.getElementById('charged');
if (!list || !total) throw new Error('The page is incomplete');

/** The sentences by event; `*` matches any last part. @type {Record<string, string>} */
const sentences = JSON.parse(list.dataset['texts'] ?? '{}');
const { lang } = document.documentElement;
const reais = new Intl.NumberFormat(lang, { style: 'currency', currency: 'BRL' });
const clock = new Intl.DateTimeFormat(lang, { timeStyle: 'medium' });
const charged = { count: 0, amount: 0 };

/** How many journal entries have been shown, and how often this payment was sent. */
let known = Number(list.dataset['from']);
let calls = 0;

/** The element's events, with the fields that say what happened. None holds card data. */
const events = {
  'checkout-ready': [],
  'checkout-change': ['valid'],
  'checkout-step': ['step', 'outcome'],
  'checkout-approved': [],
  'checkout-declined': [],
  'checkout-error': ['retryable', 'code'],
  'checkout-pending': [],
};

/** @param {Element} checkout */
export function explain(checkout) {
  for (const [type, fields] of Object.entries(events)) {
    checkout.addEventListener(type, (event) => {
      const values = fields.map((field) => Reflect.get(event, field));
      const what = [type.slice('checkout-'.length), ...values].filter((part) => part !== undefined);
      const durationMs = Reflect.get(event, 'durationMs');
      add({ at: new Date().toISOString(), what: what.join('.'), durationMs });
    });
  }
  void follow();
}

/** Polls the journal; an incomplete response counts as nothing new. */
async function follow() {
  for (;;) {
    const asked = fetch(`/_shop/journal?from=${known}`).then(async (answer) => answer.json());
    const { entries = [], next = known } = await asked.catch(() => ({}));
    known = next;
    for (const entry of entries) add(entry);
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
}

/** @param {JournalEntry} entry */
function add(entry) {
  const { at, amount = 0 } = entry;
  if (entry.what === 'step.submit') calls = 0;
  // Another tab of the shop may be paying, too.
  if (entry.what === 'charged' && entry.order === list?.dataset['order']) {
    charged.count += 1;
    charged.amount += amount;
  }
  const what = entry.what === 'call' ? `call.${++calls}` : entry.what;
  const sentence = sentenceOf(what, entry);
  if (!sentence || !list || !total) return;
  total.textContent = sentenceOf(`total.${charged.count}`, charged) ?? '';
  const item = document.createElement('li');
  item.dataset['at'] = at;
  item.className = toneOf(what);
  const note = document.createElement('small');
  note.append(element('time', clock.format(new Date(at))), element('code', what));
  item.append(sentence, note);
  const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  const before = [...list.children].findLast(
    (other) => (other.getAttribute('data-at') ?? '') <= at,
  );
  if (before) before.after(item);
  else list.prepend(item);
  if (isAtEnd) list.scrollTop = list.scrollHeight;
}

/** @type {(what: string, facts: Partial<JournalEntry>) => string | undefined} */
function sentenceOf(what, { amount = 0, durationMs, ...facts }) {
  const last = what.slice(what.lastIndexOf('.') + 1);
  const ms = `${Math.round(Number(durationMs)).toLocaleString(lang)} ms`;
  /** @type {Record<string, unknown>} */
  const values = { count: charged.count, ...facts, last, ms, amount: reais.format(amount / 100) };
  const sentence = sentences[what] ?? sentences[what.replace(/[^.]+$/, '*')];
  return sentence?.replaceAll(/\{(\w+)\}/g, (_match, name) => String(values[name]));
}

/** Picks the color: good news, or something to look at. @param {string} what */
function toneOf(what) {
  if (/^(told\.alarm|answered\.(5xx|none)|pending|error\.false|told.*unknown)/.test(what))
    return 'alarm';
  return /approved|authenticated|passed|charged/.test(what) ? 'good' : '';
}

/** @type {(name: string, textContent: string) => Element} */
function element(name, textContent) {
  return Object.assign(document.createElement(name), { textContent });
}
