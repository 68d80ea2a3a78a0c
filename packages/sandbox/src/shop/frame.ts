import { html, type Html } from '@card-checkout/contract/html';
import { shopName } from './catalogue.ts';
import { languages, texts, type Language } from './texts/texts.ts';

const pages = ['/', '/looks'] as const;
const current = html`aria-current="page"`;

export interface Place {
  /** Path and query. */
  url: string;
  language: Language;
}

interface PageParts {
  place: Place;
  title: string;
  /**
   * The page's style sheet and script. The script precedes the widget, so that it misses no event.
   */
  head: Html;
  /** The widget's script, on pages with the widget. */
  widgetUrl?: string;
  columns: Html;
}

export function framedPage({ place, title, head, widgetUrl, columns }: PageParts): Html {
  return html`<!doctype html>
    <html lang="${place.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${shopName}</title>
        <link rel="stylesheet" href="/assets/base.css" />
        <link rel="stylesheet" href="/assets/shop.css" />
        ${head} ${widgetUrl && html`<script type="module" src="${widgetUrl}"></script>`}
      </head>
      <body>
        ${masthead(place)} ${columns}
      </body>
    </html>`;
}

function masthead({ url, language }: Place): Html {
  const { pages: names } = texts[language];
  const { pathname, searchParams } = new URL(url, 'http://shop');
  const inLanguage = (other: Language): string => {
    searchParams.set('lang', other);
    return `${pathname}?${String(searchParams)}`;
  };
  // The page of looks is in Portuguese only.
  const languageLinks = html`<nav aria-label="${names.languages}">
    ${languages.map((other) => link(inLanguage(other), texts[other].language, other === language))}
  </nav>`;
  return html`<header class="masthead">
    <a class="brand" href="/"
      ><img src="/assets/pictures/leaf.svg" alt="" width="32" height="32" />${shopName}</a
    >
    <nav aria-label="${names.label}">
      ${pages.map((path) => link(`${path}?lang=${language}`, names[path], path === pathname))}
      <span class="badge">${names.badge}</span>
    </nav>
    ${pathname === '/looks' ? undefined : languageLinks}
  </header>`;
}

function link(href: string, name: string, isCurrent: boolean): Html {
  return html`<a href="${href}" ${isCurrent ? current : undefined}>${name}</a>`;
}
