import { setTimeout as pause } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { installRivals } from '../install-rivals.ts';
import { visit, type Place } from './browser.ts';
import { form, pageOf, scriptFolder } from './site.ts';

/** A form whose script is compared. */
export interface Bundle {
  name: string;
  /** The page that loads it and builds its form. */
  path: string;
  kilobytes: number;
  /** Script and styles, each compressed by itself. */
  brotliKilobytes: number;
  files: Readonly<Record<string, string>>;
}

/** Installs the forms of others and bundles each by Vite's defaults; ours is the script tag. */
export async function bundleRivals(): Promise<Bundle[]> {
  installRivals('forms');
  const own = readFileSync(`${scriptFolder}/card-checkout.js`, 'utf8');
  const bundles = [{ name: 'card-checkout', path: form.path, ...sizesOf([own]), files: {} }];
  for (const name of ['adyen', 'braintree-drop-in', 'braintree-hosted-fields']) {
    bundles.push(await bundle(name));
  }
  return bundles;
}

async function bundle(name: string): Promise<Bundle> {
  const input = `${import.meta.dirname}/../rivals/forms/${name}.mjs`;
  const rolldownOptions = { input, output: { codeSplitting: false } };
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, modulePreload: false, rolldownOptions },
  });
  if (!('output' in built)) throw new Error(`Vite built no bundle of ${name}`);
  const [{ code }, ...others] = built.output;
  const style = others.map((part) => (part.type === 'asset' ? String(part.source) : '')).join('');
  const content = `<style>${style}</style><div id="form"></div>`;
  const files = {
    [`/${name}.html`]: pageOf(content, `/${name}.js`),
    [`/${name}.js`]: code,
  };
  return { name, path: `/${name}.html`, ...sizesOf([code, style]), files };
}

function sizesOf(parts: readonly string[]) {
  const brotli = parts.map((part) => (part ? brotliCompressSync(part).length : 0));
  return {
    kilobytes: Buffer.byteLength(parts.join('')) / 1000,
    brotliKilobytes: brotli.reduce((sum, length) => sum + length, 0) / 1000,
  };
}

/**
 * Opens the page of a form and returns the work of its main thread in the first two seconds, in ms. The
 * forms of others stop where their provider would have to answer.
 */
export async function measureStart(place: Place, { path }: Bundle): Promise<number> {
  return visit(place, async ({ open, workedMs }) => {
    const before = await workedMs();
    await open(path);
    await pause(2000);
    return (await workedMs()) - before;
  });
}
