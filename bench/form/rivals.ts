import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { installRivals } from '../install-rivals.ts';
import { pathOf } from '../path-of.ts';
import { visit, type Place } from './browser.ts';
import { moduleTag, pageOf, type SiteFile } from './site.ts';

declare global {
  interface Window {
    /** Builds the form in `#form`; made by the script of the page. */
    startForm: () => Promise<unknown>;
  }
}

/** A form whose script is compared, bundled as vite does by default. */
export interface Bundle {
  name: string;
  /** The page that loads it and builds its form. */
  path: string;
  /** What a page loads before the form can start, each file compressed by itself. */
  rawBytes: number;
  brotliBytes: number;
  files: [string, SiteFile][];
}

const entries = {
  'card-checkout': 'form/own-form.mjs',
  adyen: 'rivals/forms/adyen.mjs',
  'braintree-drop-in': 'rivals/forms/braintree-drop-in.mjs',
  'braintree-hosted-fields': 'rivals/forms/braintree-hosted-fields.mjs',
};

/** Installs and bundles the forms that are compared, ours among them. */
export async function bundleForms(): Promise<Bundle[]> {
  installRivals('forms');
  const bundles: Bundle[] = [];
  for (const [name, file] of Object.entries(entries))
    bundles.push(await bundle(name, pathOf(file)));
  return bundles;
}

async function bundle(name: string, input: string): Promise<Bundle> {
  const built = await build({
    configFile: false,
    base: `/${name}/`,
    logLevel: 'error',
    build: { write: false, modulePreload: false, rolldownOptions: { input } },
  });
  if (!('output' in built)) throw new Error(`vite built no bundle of ${name}`);
  const [entry, ...others] = built.output;
  const parts = [entry, ...others].map((part) => {
    const isScript = part.type === 'chunk';
    const isNeeded = !isScript || part === entry || entry.imports.includes(part.fileName);
    const body = isScript ? part.code : part.source.toString();
    return { path: `/${name}/${part.fileName}`, isScript, isNeeded, body };
  });
  const needed = parts.filter(({ isNeeded }) => isNeeded).map(({ body }) => Buffer.from(body));
  const links = parts
    .filter(({ path }) => path.endsWith('.css'))
    .map(({ path }) => `<link rel="stylesheet" href="${path}">`);
  const page = pageOf(
    `${links.join('')}<div id="form"></div>${moduleTag(`/${name}/${entry.fileName}`)}`,
  );
  const files = parts.map(({ path, isScript, body }): [string, SiteFile] => [
    path,
    { type: isScript ? 'text/javascript' : 'text/css', body },
  ]);
  return {
    name,
    path: `/only/${name}`,
    rawBytes: needed.reduce((sum, { length }) => sum + length, 0),
    brotliBytes: needed.reduce((sum, part) => sum + brotliCompressSync(part).length, 0),
    files: [...files, [`/only/${name}`, page]],
  };
}

/**
 * Loads a form into an empty page, builds it as far as it gets without an account, and returns for how
 * long the main thread worked, in ms.
 */
export async function measureStart(place: Place, path: string): Promise<number> {
  return visit(place, startWhenLoaded, '', async ({ told, open, workedMs }) => {
    const before = await workedMs();
    await open(path);
    await told;
    await pause(500);
    return (await workedMs()) - before;
  });
}

/** Runs in the page. Forms of others end with an error, as their servers are out of reach. */
function startWhenLoaded(): void {
  addEventListener('load', () => {
    void window
      .startForm()
      .catch(() => undefined)
      .then(() => window.tellBenchmark(''));
  });
}
