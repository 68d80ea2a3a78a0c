import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { defineConfig, type DefaultTheme, type MarkdownRenderer } from 'vitepress';

const root = join(import.meta.dirname, '../../..');
const publicDir = join(import.meta.dirname, '../public');
const { DEMO_SHOP } = process.env;

const portuguese = [
  { text: 'Primeiro pagamento em dez minutos', link: '/docs/pt-br/first-payment' },
  { text: 'O elemento', link: '/docs/pt-br/element' },
];

// The pages stay where they are, so that their links work here as they do in the repository.
export default defineConfig({
  title: 'card-checkout',
  description: 'A card payment form for Brazilian shops, and the proxy that keeps the token',
  srcDir: root,
  srcExclude: ['.github/**', 'test-results/**'],
  rewrites: { 'docs/site/index.md': 'index.md' },
  outDir: join(import.meta.dirname, '../dist'),
  cacheDir: join(import.meta.dirname, '../node_modules/.cache'),
  cleanUrls: true,
  locales: {
    root: { label: 'English', lang: 'en' },
    'docs/pt-br': {
      label: 'Português',
      lang: 'pt-BR',
      link: '/docs/pt-br/first-payment',
      themeConfig: {
        sidebar: [{ text: 'Em português', items: portuguese }, ...sidebar()],
        outline: { level: [2, 3], label: 'Nesta página' },
        docFooter: { prev: 'Anterior', next: 'Próxima' },
        darkModeSwitchLabel: 'Aparência',
        sidebarMenuLabel: 'Páginas',
        returnToTopLabel: 'Voltar ao início',
        langMenuLabel: 'Idioma',
      },
    },
  },
  themeConfig: {
    i18nRouting: false,
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: sidebar(),
    nav: [
      { text: 'First payment', link: '/docs/first-payment' },
      { text: 'The element', link: '/docs/element' },
      { text: 'Errors', link: '/docs/errors' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
  },
  markdown: {
    anchor: { slugify: anchorOf },
    languageAlias: { console: 'sh', mjs: 'js' },
    config: (md) => {
      md.use(followLinks).use(drawDiagrams);
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'card-checkout' } } },
  vite: {
    publicDir,
    server: { proxy: DEMO_SHOP ? { '/_shop': DEMO_SHOP } : {} },
  },
});

/** Makes the sidebar of the readers that the guide names, each with its pages. */
function sidebar(): DefaultTheme.SidebarItem[] {
  const readers = readFileSync(join(root, 'docs/README.md'), 'utf8');
  const groups = readers.split('\n\n').flatMap((paragraph) => {
    const [, text] = /^\*\*(.+)\.\*\*/s.exec(paragraph) ?? [];
    if (text === undefined) return [];
    const items = [...paragraph.matchAll(/\[([^\]]+)\]\((?!pt-br)([\w/.-]+)\.md\)/g)].map(
      ([, name = '', page = '']) => ({
        text: (name[0] ?? '').toUpperCase() + name.slice(1).replaceAll(/\s+/g, ' '),
        link: join('/docs', page),
      }),
    );
    return [{ text, items, collapsed: false }];
  });
  return [{ text: 'Start', items: [{ text: 'What it is', link: '/README' }] }, ...groups];
}

/** Writes the anchor that GitHub gives a heading, which the pages' links use. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** Lets links lead to pages of the site, to the README of a folder, or to a copy of a source. */
function followLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('links', ({ tokens, env }) => {
    const folder = dirname(env.realPath ?? env.path);
    for (const token of tokens.flatMap((block) => [block, ...(block.children ?? [])])) {
      // Vue takes only such addresses for files.
      if (token.type === 'html_block')
        token.content = token.content.replaceAll(/(src|srcset)="(?![./]|\w+:)/g, '$1="./');
      const href = token.type === 'link_open' ? (token.attrGet('href') ?? '') : '';
      if (href === '' || /^(#|\w+:)/.test(href)) continue;
      const [link = '', anchor] = href.split('#');
      const address = addressOf(join(folder, link));
      token.attrSet('href', anchor ? `${address}#${anchor}` : address);
      if (address.endsWith('.txt')) token.attrSet('target', '_blank');
    }
  });
}

/** Returns where the site shows a file. Copies a source, so that it can be read as text. */
function addressOf(file: string): string {
  const path = relative(root, file);
  if (existsSync(join(file, 'README.md'))) return `/${path}/README`;
  if (path.endsWith('.md')) return `/${path.slice(0, -'.md'.length)}`;
  const copy = `source/${path}.txt`;
  const text = statSync(file).isDirectory() ? readdirSync(file).join('\n') : readFileSync(file);
  mkdirSync(dirname(join(publicDir, copy)), { recursive: true });
  writeFileSync(join(publicDir, copy), text);
  return `/${copy}`;
}

/** Leaves the text of a diagram to the theme, which draws it in the browser. */
function drawDiagrams(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index];
    if (info !== 'mermaid') return fence?.(tokens, index, ...rest) ?? '';
    return `<Diagram text="${encodeURIComponent(content)}" />`;
  };
}
