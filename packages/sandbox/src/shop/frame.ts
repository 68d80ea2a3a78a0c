import { shopName } from './catalogue.ts';
import { html, type Html } from '../web/html.ts';

const pages = { '/': 'Pagamento', '/looks': 'Aparência' } as const;

/** Writes what the head of every page of the shop has. */
export function pageHead(title: string): Html {
  return html`
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · ${shopName}</title>
    <link rel="icon" href="/assets/pictures/leaf.svg" />
    <link rel="stylesheet" href="/assets/shop.css" />
    <link rel="stylesheet" href="/assets/workbench.css" />
  `;
}

/** Writes the line at the top of every page of the shop. */
export function masthead(current: keyof typeof pages): Html {
  return html`<header class="masthead">
    <a class="brand" href="/"
      ><img src="/assets/pictures/leaf.svg" alt="" width="32" height="32" />${shopName}</a
    >
    <nav aria-label="Páginas da demonstração">
      ${Object.entries(pages).map(
        ([path, title]) =>
          html`<a href="${path}" ${path === current ? html`aria-current="page"` : undefined}>
            ${title}
          </a>`,
      )}
      <span class="badge">Demonstração</span>
    </nav>
  </header>`;
}
