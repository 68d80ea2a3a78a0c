import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import type { SiteFile } from './site.ts';

/** The sizes of some files, each compressed by itself, in bytes. */
export interface Size {
  raw: number;
  gzip: number;
  brotli: number;
}

/** What vite makes of a contestant. */
export interface Bundle {
  files: ReadonlyMap<string, SiteFile>;
  /** The path of the script that a page loads. */
  script: string;
  /** The paths of the style sheets that a page loads with it. */
  styleSheets: string[];
  /** All scripts without which that one does not run, itself among them. */
  scripts: Size;
  styles: Size;
  /** Scripts that are loaded when they are used. */
  later: Size;
}

const folder = fileURLToPath(new URL('contestants', import.meta.url));

type Output = Exclude<
  Awaited<ReturnType<typeof build>>,
  unknown[] | { close(): unknown }
>['output'];

/** Bundles a contestant as vite does by default in production mode, everybody in the same way. */
export async function bundle(name: string): Promise<Bundle> {
  const input = `${folder}/${name}.ts`;
  const built = await build({
    configFile: false,
    root: folder,
    base: `/${name}/`,
    logLevel: 'error',
    build: { write: false, modulePreload: false, rolldownOptions: { input } },
  });
  if (!('output' in built)) throw new Error(`vite built no bundle of ${name}`);
  const { output } = built;

  const [entry] = output;
  const needed = new Set([entry.fileName, ...entry.imports]);
  const scripts = output.filter(({ type }) => type === 'chunk');
  const styles = output.filter(({ fileName }) => fileName.endsWith('.css'));
  return {
    files: new Map(output.map((part) => [`/${name}/${part.fileName}`, fileOf(part)])),
    script: `/${name}/${entry.fileName}`,
    styleSheets: styles.map(({ fileName }) => `/${name}/${fileName}`),
    scripts: sizeOf(scripts.filter(({ fileName }) => needed.has(fileName))),
    styles: sizeOf(styles),
    later: sizeOf(scripts.filter(({ fileName }) => !needed.has(fileName))),
  };
}

function fileOf(part: Output[number]): SiteFile {
  return { type: part.type === 'chunk' ? 'text/javascript' : 'text/css', body: textOf(part) };
}

function sizeOf(parts: readonly Output[number][]): Size {
  const bodies = parts.map((part) => Buffer.from(textOf(part)));
  const sum = (measure: (body: Buffer) => number) =>
    bodies.reduce((total, body) => total + measure(body), 0);
  return {
    raw: sum(({ length }) => length),
    gzip: sum((body) => gzipSync(body, { level: 9 }).length),
    // Its quality is 11 by default.
    brotli: sum((body) => brotliCompressSync(body).length),
  };
}

function textOf(part: Output[number]): string {
  return part.type === 'chunk' ? part.code : part.source.toString();
}
