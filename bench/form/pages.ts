import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf } from '../server-process.ts';
import type { Bundle } from './bundle.ts';
import type { Contestant } from './contestants.ts';
import { typedFields } from './typed-fields.ts';
import { moduleTag, pageOf, type SiteFile } from './site.ts';

/** The script-tag build, as a path in the repository and as one of the site. */
export const scriptTag = {
  file: 'packages/widget/dist/script/card-checkout.js',
  path: '/script/card-checkout.js',
} as const;

/** The page with the form. */
export const formPath = '/form';

/** The page with inputs of the same names and nothing else: what a browser costs by itself. */
export const inputsPath = '/inputs';

/** A page whose fields come from a script. */
export interface ScriptedPage {
  path: string;
  /** The path of the script. */
  script: string;
}

/** The page with the form, and what makes it. */
export const scriptedForm: ScriptedPage = { path: formPath, script: scriptTag.path };

/** The page whose script puts the inputs there and does nothing else. */
export const scriptedInputs: ScriptedPage = { path: '/inputs-by-script', script: '/inputs.js' };

/** Says what to do before anything can be measured, or nothing. */
export function whenNotBuilt(): string | undefined {
  const files = [scriptTag.file, 'packages/widget/dist/index.js'];
  const areBuilt = files.every((file) => existsSync(pathOf(`../${file}`)));
  return areBuilt ? undefined : 'The widget is not built: run `npx -y pnpm@12 bundle` first.';
}

/** Lists all that browsers ask for: the form's page, and one for each contestant. */
export function siteFiles(bundles: ReadonlyMap<Contestant, Bundle>): ReadonlyMap<string, SiteFile> {
  const form =
    '<card-checkout proxy-url="/proxy" order-id="order-1" amount="12990"></card-checkout>';
  return new Map([
    ['/blank', pageOf('Blank', '')],
    [inputsPath, pageOf('Inputs', inputTags)],
    [scriptedInputs.path, pageOf('Inputs', moduleTag(scriptedInputs.script))],
    [scriptedInputs.script, { type: 'text/javascript', body: insertInputs }],
    [formPath, pageOf('Form', moduleTag(scriptTag.path) + form)],
    ...scriptTagFiles(),
    ...[...bundles].map(([contestant, bundle]) => contestantPage(contestant, bundle)),
    ...[...bundles.values()].flatMap(({ files }) => Array.from(files)),
  ]);
}

function inputTag({ label }: (typeof typedFields)[number], index: number): string {
  return `<p><label for="input-${index}">${label}</label> <input id="input-${index}"></p>`;
}

const inputTags = typedFields.map(inputTag).join('');
const insertInputs = `document.body.innerHTML = ${JSON.stringify(inputTags)};`;

/** The path of the page that loads a contestant and nothing else. */
export function pathOfPage({ name }: Contestant): string {
  return `/only/${name}`;
}

function contestantPage(contestant: Contestant, bundle: Bundle): [string, SiteFile] {
  const { script, styleSheets } = bundle;
  const links = styleSheets.map((path) => `<link rel="stylesheet" href="${path}">`).join('');
  const content = `${links}<div id="form"></div>${moduleTag(script)}`;
  return [pathOfPage(contestant), pageOf(contestant.name, content)];
}

function scriptTagFiles(): [string, SiteFile][] {
  const folder = pathOf('../packages/widget/dist/script');
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));
  return scripts.map((file) => [
    `/script/${file}`,
    { type: 'text/javascript', body: readFileSync(join(folder, file), 'utf8') },
  ]);
}
