import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Frame, type Locator, type Page } from '@playwright/test';
import { startProgram } from '@card-checkout/testing/program';
import { choosePorts, portVariables } from '../../scripts/demo.ts';
import { findBrowser } from '../../scripts/find-browser.ts';
import { figureTable } from '../report.ts';
import { openNetwork, type Distance } from './network.ts';

const forms = ['ordinary', 'isolated', '/pay'] as const;
type Form = (typeof forms)[number];

/** How long a request is held, to count those in a row. */
const holdMs = 1_000;
const distances: readonly Distance[] = [
  { rttMs: 0, holdMs: 0 },
  { rttMs: 150, holdMs: 0 },
  { rttMs: 400, holdMs: 0 },
  { rttMs: 0, holdMs },
];

/**
 * How long a buyer waits, in milliseconds, until the fields can be used, until the button has the amount,
 * and from the press to the bank's page or, unless the bank asks, to the payment's request; `NaN` for
 * moments that the visit doesn't have.
 */
type Wait = Record<'usable' | 'amount' | 'bank' | 'leaves', number>;

interface Visit {
  form: Form;
  distance: Distance;
  /** Whether the bank asks the buyer. */
  isChallenged: boolean;
}

type Shop = Awaited<ReturnType<typeof openShop>>;

/** An address of this machine that no other program serves. */
const host = '127.0.0.5';
const typed = {
  Validade: '12/30',
  'Código de segurança': '123',
  'Nome impresso no cartão': 'APPROVED',
  'CPF ou CNPJ': '529.982.247-25',
};
const cards = { asked: '4000000000002503', unasked: '4000000000002701' };

/** Measures the forms of built clones, by their names, in turn, and returns a table. */
export async function measureWaits(
  builds: Readonly<Record<string, string>>,
  visits: number,
): Promise<string> {
  const shops = await Promise.all(
    Object.entries(builds).map(async ([name, folder]) => ({ name, shop: await openShop(folder) })),
  );
  const rows = distances.flatMap((distance) =>
    forms.flatMap((form) =>
      shops.map(({ name, shop }) => {
        const place = distance.holdMs ? '' : `${distance.rttMs} ms, `;
        return { name: `${place}${form}, ${name}`, form, distance, shop, waits: new Array<Wait>() };
      }),
    ),
  );
  for (let number = 1; number <= visits; number += 1) {
    process.stderr.write(`visit ${number}\n`);
    for (const { shop, waits, form, distance } of rows) {
      waits.push(await visit(shop, { form, distance, isChallenged: false }));
      waits.push(await visit(shop, { form, distance, isChallenged: true }));
    }
  }
  await Promise.all(shops.map(async ({ shop }) => shop.stop()));
  const tableOf = (corner: string, unitMs: number, decimals: number): string => {
    const shown = rows.filter(({ distance }) => unitMs === (distance.holdMs || 1));
    const figures = shown.map(({ name, waits }) => [name, waits] as const);
    return figureTable(corner, figures, [
      ['fields usable', ({ usable }) => usable / unitMs, decimals],
      ['amount on the button', ({ amount }) => amount / unitMs, decimals],
      ["press → bank's page", ({ bank }) => bank / unitMs, decimals],
      ['press → payment leaves', ({ leaves }) => leaves / unitMs, decimals],
    ]);
  };
  return `${tableOf('ms', 1, 0)}\n\n${tableOf('requests in a row', holdMs, 1)}`;
}

/** Serves the demo shop of a built clone from afar. */
async function openShop(folder: string) {
  const ports = await choosePorts({ anyPorts: true });
  const program = await startProgram({
    args: ['packages/sandbox/dist/server.js'],
    cwd: folder,
    env: { ...process.env, ...portVariables(ports), LAN_HOST: host },
    isReady: /^sandbox ready/,
  });
  const network = await openNetwork(host, Object.values(ports));
  const url = (role: keyof typeof ports): string => `https://${host}:${ports[role]}`;
  const ours = new Set([url('proxy'), url('payments')]);
  /** The acquirer answers at once, so only our own requests count. */
  const isHeld = ({ origin, pathname }: URL): boolean =>
    ours.has(origin) || (origin === url('threeDS') && pathname.startsWith('/Scripts/'));
  const addressOf = async (form: Form): Promise<string> => {
    if (form !== '/pay') return `${url('shop')}/?form=${form}`;
    const answer = await fetch(`http://127.0.0.1:${ports.shop}/_shop/order`);
    const { order }: { order: string } = await answer.json();
    return `${url('proxy')}/pay#${order}`;
  };
  return {
    args: network.args,
    addressOf,
    set: (distance: Distance) => network.set({ ...distance, isHeld }),
    stop: async () => {
      network.stop();
      await program.stop();
    },
  };
}

/** Visits the shop with nothing cached, and pays. */
async function visit(shop: Shop, { form, distance, isChallenged }: Visit): Promise<Wait> {
  // Private contexts of Chromium never open connections early.
  const profile = mkdtempSync(join(tmpdir(), 'profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    locale: 'pt-BR',
    ignoreDefaultArgs: ['--disable-background-networking'],
    // Chromium refuses to start its sandbox as root.
    args: [...shop.args, '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  try {
    await context.addInitScript(noteMoments);
    const page = await context.newPage();
    shop.set(distance);
    await page.goto(await shop.addressOf(form), { waitUntil: 'commit' });
    const outer = page.locator('card-checkout').first();
    const framed = outer.frameLocator(':scope > iframe').locator('card-checkout');
    const element = form === 'isolated' ? framed : outer;
    const button = element.getByRole('button', { name: /^Pagar R/ });
    await button.waitFor();
    // The buyer types until everything has loaded.
    await page.waitForTimeout(8 * distance.rttMs + 4 * distance.holdMs + 1_500);
    const opened = await firstOf(page, 'opened');
    const [usable, amount] = [await firstOf(page, 'usable'), await firstOf(page, 'amount')];
    await fill(element, isChallenged ? cards.asked : cards.unasked);
    await page.waitForTimeout(distance.rttMs * 4 + distance.holdMs * 2 + 500);

    const answered = page.waitForResponse((response) => response.url().endsWith('/api/checkout/'));
    await button.click();
    const pressed = await firstOf(page, 'pressed');
    let bank = Number.NaN;
    if (isChallenged) {
      const asked = element.locator('dialog').frameLocator('iframe').frameLocator('iframe');
      await asked.getByLabel('Código SMS').waitFor();
      bank = (await firstOf(page, 'bank')) - pressed;
      await asked.getByLabel('Código SMS').fill('1234');
      await asked.getByRole('button', { name: 'Confirmar' }).click();
    }
    const left = (await answered).request().timing().startTime;
    await element.getByText('Pagamento aprovado.').waitFor();
    const leaves = isChallenged ? Number.NaN : left - pressed;
    // Held requests count from the page's document, which isn't ours.
    const start = distance.holdMs && form !== '/pay' ? await firstOf(page, 'arrived') : opened;
    return { usable: usable - start, amount: amount - start, bank, leaves };
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function fill(element: Locator, number: string): Promise<void> {
  for (const [label, text] of Object.entries({ 'Número do cartão': number, ...typed }))
    await element.getByLabel(label).fill(text);
}

/** When a moment was first noted, in any frame, once it was; milliseconds since 1970. */
async function firstOf(page: Page, name: string): Promise<number> {
  const read = async (frame: Frame): Promise<number> =>
    frame
      .evaluate((mark) => {
        const [first] = performance.getEntriesByName(mark);
        return first ? performance.timeOrigin + first.startTime : Infinity;
      }, name)
      .catch(() => Infinity);
  for (;;) {
    const first = Math.min(...(await Promise.all(page.frames().map(read))));
    if (first < Infinity) return first;
    await page.waitForTimeout(50);
  }
}

/** Runs in each document: notes when a moment is first seen. */
function noteMoments(): void {
  performance.mark('opened', { startTime: 0 });
  // The driver needs a tenth of a second to find the button.
  addEventListener(
    'click',
    ({ timeStamp }) => performance.mark('pressed', { startTime: timeStamp }),
    { capture: true },
  );
  const look = (): void => {
    const root = document.querySelector('card-checkout')?.shadowRoot;
    const moments = {
      arrived: document.body,
      usable: root?.querySelector('#cc-number')?.checkVisibility(),
      amount: /R\$/.test(root?.querySelector('button.pay')?.textContent ?? ''),
      bank: location.pathname === '/challenge' && document.querySelector('#code'),
    };
    for (const [name, isSeen] of Object.entries(moments))
      if (isSeen && performance.getEntriesByName(name).length === 0) performance.mark(name);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
