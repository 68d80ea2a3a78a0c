import { html, type Html } from '../web/html.ts';
import { shopName } from './catalogue.ts';

const pages = { '/': 'Pagamento', '/looks': 'Aparência' } as const;
const current = html`aria-current="page"`;

interface PageParts {
  /** Absent on a page that the navigation does not name. */
  path?: keyof typeof pages;
  title: string;
  /** The page's style sheet and script; the script comes before the widget, to miss no event. */
  head: Html;
  /** The widget's script. Absent on a page without the widget. */
  widgetUrl?: string;
  /** The columns below the title. */
  columns: Html;
}

/** Writes a page of the shop. */
export function framedPage({ path, title, head, widgetUrl, columns }: PageParts): Html {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${shopName}</title>
        <link rel="icon" href="/assets/pictures/leaf.svg" />
        <link rel="stylesheet" href="/assets/base.css" />
        <link rel="stylesheet" href="/assets/shop.css" />
        ${head} ${widgetUrl && html`<script type="module" src="${widgetUrl}"></script>`}
      </head>
      <body>
        <header class="masthead">
          <a class="brand" href="/"
            ><img src="/assets/pictures/leaf.svg" alt="" width="32" height="32" />${shopName}</a
          >
          <nav aria-label="Páginas da demonstração">
            ${Object.entries(pages).map(
              ([other, name]) =>
                html`<a href="${other}" ${other === path ? current : undefined}>${name}</a>`,
            )}
            <span class="badge">Demonstração</span>
          </nav>
        </header>
        ${columns}
      </body>
    </html>`;
}
