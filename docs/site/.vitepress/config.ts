import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  defineConfig,
  type DefaultTheme,
  type MarkdownEnv,
  type MarkdownRenderer,
} from 'vitepress';

const root = join(import.meta.dirname, '../../..');
const publicDir = join(import.meta.dirname, '../public');
/** The CI names the repository. */
const { DEMO_SHOP, GITHUB_REPOSITORY: repository } = process.env;

/** The pages in the order of their use; a page's first heading is its name. */
const english = {
  'Get started': ['README', 'docs/first-payment', 'examples/README'],
  Build: [
    'docs/element',
    'docs/looks',
    'docs/three-ds',
    'docs/order-token',
    'docs/shop-server',
    'docs/order-end',
    'docs/payments-api',
  ],
  'Go live': ['docs/testing', 'docs/running', 'docs/payment-page', 'docs/security'],
  Operate: ['docs/troubleshooting', 'docs/operating', 'docs/monitoring'],
  Reference: [
    'docs/errors',
    'docs/environment',
    'docs/element-reference',
    'docs/http-api',
    'docs/versions',
    'docs/benchmarks',
    'CHANGELOG',
    'SECURITY',
  ],
  Contribute: ['docs/architecture', 'CONTRIBUTING', 'docs/decisions/README'],
};

const portuguese = {
  Comece: ['README.pt-BR', 'docs/pt-br/first-payment'],
  Monte: [
    'docs/pt-br/element',
    'docs/pt-br/order-token',
    'docs/pt-br/shop-server',
    'docs/pt-br/order-end',
    'docs/pt-br/payments-api',
  ],
  'Entre no ar': ['docs/pt-br/testing', 'docs/pt-br/running', 'docs/pt-br/security'],
  Opere: ['docs/pt-br/troubleshooting', 'docs/pt-br/operating'],
  Consulte: ['docs/pt-br/errors', 'docs/pt-br/environment', 'docs/pt-br/versions'],
};

/** What readers search for, and what the pages say instead. */
const synonyms: readonly [RegExp, string][] = [
  [/custom propert(?:y|ies)|--card-checkout-accent/gi, 'CSS variables'],
  [/\binstallments?\b/gi, 'parcelas'],
  [/\b(?:refund|estorn)\w*/gi, 'estorno reembolso'],
  [/\bdeclined?\b/gi, 'recusado'],
  [/\bwebhooks?\b/gi, 'notificação'],
  [/\bisolated form\b/gi, 'iframe'],
  [/\bdark mode\b/gi, 'modo escuro'],
];

/** A payment card. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect y="5" width="32" height="22" rx="4" fill="#3451b2"/>
  <path d="M0 11h32v4H0zm5 8h8v3H5z" fill="#fff"/>
</svg>`;

// While Vite starts, it lists the files of the public folder: all must be there by then.
copySources();

// The pages stay where they are, so that their links work here as they do in the repository.
export default defineConfig({
  title: 'card-checkout',
  description: 'A card payment form for Brazilian shops, and the proxy that keeps the token',
  srcDir: root,
  srcExclude: ['.github/**', 'test-results/**'],
  rewrites: {
    'docs/site/index.md': 'index.md',
    'docs/site/inicio.md': 'docs/pt-br/index.md',
    'README.pt-BR.md': 'docs/pt-br/README.md',
  },
  outDir: join(import.meta.dirname, '../dist'),
  cacheDir: join(import.meta.dirname, '../node_modules/.cache'),
  cleanUrls: true,
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  locales: {
    root: { label: 'English', lang: 'en' },
    'docs/pt-br': {
      label: 'Português',
      lang: 'pt-BR',
      link: '/docs/pt-br/',
      themeConfig: {
        nav: [
          { text: 'Primeiro pagamento', link: '/docs/pt-br/first-payment' },
          { text: 'Monte', link: '/docs/pt-br/element' },
          { text: 'Entre no ar', link: '/docs/pt-br/testing' },
          { text: 'Opere', link: '/docs/pt-br/operating' },
          { text: 'Erros', link: '/docs/pt-br/errors' },
        ],
        sidebar: [...sidebarOf(portuguese), { text: 'Em inglês', items: sidebarOf(english) }],
        outline: { level: [2, 3], label: 'Nesta página' },
        docFooter: { prev: 'Anterior', next: 'Próxima' },
        darkModeSwitchLabel: 'Aparência',
        lightModeSwitchTitle: 'Usar o tema claro',
        darkModeSwitchTitle: 'Usar o tema escuro',
        sidebarMenuLabel: 'Páginas',
        returnToTopLabel: 'Voltar ao início',
        langMenuLabel: 'Idioma',
        skipToContentLabel: 'Ir para o conteúdo',
      },
    },
  },
  themeConfig: {
    i18nRouting: false,
    socialLinks: repository ? [{ icon: 'github', link: `https://github.com/${repository}` }] : [],
    search: {
      provider: 'local',
      options: {
        detailedView: true,
        _render: renderForSearch,
        miniSearch: { searchOptions: { boostDocument: (page) => (/errors/.test(page) ? 2 : 1) } },
        locales: {
          'docs/pt-br': {
            translations: {
              button: { buttonText: 'Buscar', buttonAriaLabel: 'Buscar' },
              modal: {
                displayDetails: 'Mostrar trechos',
                resetButtonTitle: 'Limpar a busca',
                backButtonTitle: 'Fechar a busca',
                noResultsText: 'Nada encontrado para',
                footer: { selectText: 'abrir', navigateText: 'navegar', closeText: 'fechar' },
              },
            },
          },
        },
      },
    },
    outline: [2, 3],
    sidebar: sidebarOf(english),
    nav: [
      { text: 'First payment', link: '/docs/first-payment' },
      { text: 'Build', link: '/docs/element' },
      { text: 'Go live', link: '/docs/testing' },
      { text: 'Operate', link: '/docs/operating' },
      { text: 'Errors', link: '/docs/errors' },
    ],
  },
  markdown: {
    anchor: { slugify: anchorOf },
    languageAlias: { console: 'sh', mjs: 'js' },
    config: (md) => {
      md.use(followLinks);
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'card-checkout' } } },
  vite: {
    publicDir,
    server: { proxy: DEMO_SHOP ? { '/_shop': DEMO_SHOP } : {} },
  },
});

function sidebarOf(groups: Record<string, readonly string[]>): DefaultTheme.SidebarItem[] {
  return Object.entries(groups).map(([text, pages]) => ({ text, items: itemsOf(pages) }));
}

function itemsOf(pages: readonly string[]): { text: string; link: string }[] {
  return pages.map((page) => {
    const file = join(root, `${page}.md`);
    const [, heading = page] = /^# (.+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
    return { text: heading, link: addressOf(file) };
  });
}

/**
 * Adds to a page's index what readers may call things. Headings stay, since anchors follow from them.
 * Decisions are left out: they answer no user's question.
 */
function renderForSearch(source: string, env: MarkdownEnv, md: MarkdownRenderer): string {
  if (env.relativePath.startsWith('docs/decisions/')) return '';
  const lines = source.split('\n').map((line) => {
    if (line.startsWith('#')) return line;
    const added = synonyms.filter(([known]) => line.search(known) !== -1).map(([, name]) => name);
    return line.startsWith('|')
      ? line.replace(/ \|$/, ` ${added.join(' ')} |`)
      : [line, ...added].join(' ');
  });
  return md.render(lines.join('\n'), env);
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

/** Returns where the site shows a file: as a page, or as a copy of its text. */
function addressOf(file: string): string {
  const path = relative(root, file);
  if (path === 'README.pt-BR.md') return '/docs/pt-br/README';
  if (path === 'docs/site/index.md') return '/';
  if (path === 'docs/site/inicio.md') return '/docs/pt-br/';
  if (existsSync(join(file, 'README.md'))) return `/${path}/README`;
  return path.endsWith('.md') ? `/${path.slice(0, -'.md'.length)}` : `/source/${path}.txt`;
}

/** Copies every source that a page links to, so that it can be read as text. */
function copySources(): void {
  const pages = globSync('{*,docs/**/*,{packages,examples,bench,chaos,e2e}/**/*}.md', {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name),
  });
  for (const page of pages) {
    const links = readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g);
    for (const [, link = ''] of links) copySource(join(root, dirname(page), link));
  }
}

function copySource(file: string): void {
  const address = addressOf(file);
  if (!address.startsWith('/source/') || !existsSync(file)) return;
  const copy = join(publicDir, address);
  mkdirSync(dirname(copy), { recursive: true });
  if (statSync(file).isDirectory()) writeFileSync(copy, readdirSync(file).join('\n'));
  else copyFileSync(file, copy);
}
