import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHttpServer } from '@card-checkout/testing/http-server';
import { runProgram } from '@card-checkout/testing/program';
import { buyer, cards } from '../support/checkout-page.ts';
import { documentWith } from '../support/own-page.ts';
import { startRunningDemo } from '../support/running-demo.ts';
import { openDesktop } from './desktop.ts';

const browsers = {
  firefox: (profile: string, url: string) => [
    'firefox-esr',
    '--no-remote',
    '--profile',
    profile,
    url,
  ],
  chromium: (profile: string, url: string) => [
    'chromium',
    '--no-sandbox',
    '--no-first-run',
    '--disable-features=Translate',
    '--force-renderer-accessibility',
    '--lang=pt-BR',
    `--user-data-dir=${profile}`,
    url,
  ],
} as const;

/** Nothing of Firefox's own comes between: no welcome, no offer to translate, no search for a network. */
const preferences = `
  user_pref('browser.aboutwelcome.enabled', false);
  user_pref('browser.startup.homepage_override.mstone', 'ignore');
  user_pref('browser.translations.enable', false);
  user_pref('browser.newtabpage.enabled', false);
  user_pref('datareporting.policy.dataSubmissionEnabled', false);
  user_pref('network.captive-portal-service.enabled', false);
  user_pref('intl.accept_languages', 'pt-BR');
  user_pref('accessibility.force_disabled', -1);`;

/** Nor of Chromium's: on a page without TLS, it says that it fills in no cards. */
const chromiumPreferences = {
  autofill: { credit_card_enabled: false, profile_enabled: false },
  translate: { enabled: false },
};

type Browser = keyof typeof browsers;
type Form = 'ordinary' | 'isolated';
const [only = ''] = process.argv.slice(2);

/** The page, with another order for each load. */
const shopServer = await startHttpServer((request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  void pageWith(request.url === '/isolated').then((page) => response.end(page));
});
/** A proxy that answers nothing. The element asks it for this path once for each try. */
const awayServer = await startHttpServer(({ url, socket }) => {
  socket.destroy();
  if (url === '/') tries.emit('try');
});
const tries = new EventEmitter();
let isAway = false;
const demo = await startRunningDemo({
  ALLOWED_ORIGINS: shopServer.url,
  THREE_DS: 'required',
});
let failures = 0;
for (const [browser, form] of [
  ['firefox', 'ordinary'],
  ['firefox', 'isolated'],
  ['chromium', 'ordinary'],
  ['chromium', 'isolated'],
] as const)
  if (`${browser} ${form}`.includes(only)) await walk(browser, form);
await demo.stop();
await shopServer.stop();
await awayServer.stop();
process.exit(failures > 0 ? 1 : 0);

async function pageWith(isIsolated: boolean): Promise<string> {
  const file = isIsolated ? 'isolated' : 'card-checkout';
  const { proxy } = demo.urls;
  return documentWith(`<h1 tabindex="-1">Pagamento</h1>
    <card-checkout proxy-url="${isAway ? awayServer.url : proxy}" order="${await freshOrder()}"></card-checkout>
    <script>
      addEventListener('checkout-ready', () => document.querySelector('h1').focus());
    </script>
    <script type="module" src="${proxy}/widget/${file}.js"></script>`);
}

async function freshOrder(): Promise<string> {
  const shop = await fetch(`${demo.urls.shop}/?amount=${demo.freshAmount()}`);
  return /order="([^"]+)"/.exec(await shop.text())?.[1] ?? '';
}

async function walk(browser: Browser, form: Form): Promise<void> {
  process.stdout.write(`\n${browser}, ${form} form\n`);
  const desktop = await openDesktop();
  const { listen, press, type } = desktop;
  const profile = mkdtempSync(join(desktop.home, 'profile-'));
  writeFileSync(join(profile, 'user.js'), preferences);
  mkdirSync(join(profile, 'Default'));
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(chromiumPreferences));
  const [command = '', ...args] = browsers[browser](profile, `${shopServer.url}/${form}`);
  const program = runProgram({ command, args, env: desktop.env });

  /** Opens the page with another order, and moves to the form's first field. */
  const open = async (): Promise<string[]> => {
    await press('F5');
    await listen(/^Pagamento/);
    await press('Tab');
    // In a frame that has just loaded, Chromium's field may not have its name yet.
    return listen(/entry/);
  };
  /** Fills in the form from its first field on, and presses Enter in the last. */
  const pay = async (number: string, holder: string): Promise<void> => {
    for (const text of [number, '1230', '123', holder]) {
      await type(`${text}\t`);
      await listen();
    }
    await type('52998224725');
    await listen();
    await press('Return');
  };
  /** Presses Tab until the focus is in a field. */
  const moveTo = async (field: string): Promise<void> => {
    for (let tabs = 0; tabs < 30; tabs += 1) {
      await press('Tab');
      if ((await listen()).join().includes(field)) return;
    }
    throw new Error(`Tab doesn't lead to ${field}.`);
  };
  /** Expects each sentence once, and waits for the last one. */
  const hear = async (what: string, ...sentences: string[]): Promise<void> => {
    const said = await listen(new RegExp(sentences.at(-1)?.replaceAll(/[.$]/g, '\\$&') ?? ''));
    process.stdout.write(`  ${what}\n${said.map((text) => `    ${text}\n`).join('')}`);
    for (const sentence of sentences) {
      const count = said.join(' ').split(sentence).length - 1;
      if (count === 1) continue;
      failures += 1;
      process.stdout.write(`  ✗ ${count} times: ${sentence}\n`);
    }
  };
  try {
    await listen(/^Pagamento/);
    await open();
    for (const [label, hint] of [
      ['Validade', 'MM/AA'],
      ['Código de segurança', 'No verso do cartão ou no aplicativo do banco'],
      ['Nome impresso no cartão', ''],
      ['CPF ou CNPJ de quem paga', ''],
    ] as const) {
      await press('Tab');
      await hear('a field', ...[label, hint].filter((text) => text !== ''));
    }
    await press('Return');
    await hear('errors', 'Confira 5 campos.', 'Informe o número do cartão.');

    await open();
    await type('40');
    await hear('typed characters', '0');
    await press('Home');
    await hear('the caret', '4');
    await press('Tab');
    await hear('an error on leaving', 'Validade', 'O número do cartão está incompleto.');
    await press('shift+Tab');
    await hear('the value', 'Número do cartão', '40', 'O número do cartão está incompleto.');

    await open();
    await pay(cards.frictionless, 'REFUSED');
    await hear(
      'a decline',
      'O pagamento não foi autorizado. Nada foi cobrado.',
      'Código de segurança',
      'Digite o código de novo.',
    );

    await open();
    await pay(cards.frictionlessFails, buyer.holder);
    await hear('an error', 'A autenticação com o banco não foi concluída.');

    await open();
    await pay(cards.challenge, buyer.holder);
    await hear(
      'the bank',
      'Confirme com o seu banco',
      'Se o banco avisar no aplicativo',
      'Para sair, use o botão Cancelar.',
    );
    await moveTo('Código SMS');
    await type('1234');
    await listen();
    await press('Return');
    await hear('the receipt', 'Pagamento aprovado.', 'Você pagou');

    isAway = true;
    await press('F5');
    for (let count = 0; count < 3; count += 1) await once(tries, 'try');
    await hear('no proxy', 'Não conseguimos falar com a loja.');
    isAway = false;
  } finally {
    program.child.kill('SIGKILL');
    desktop.close();
  }
}
