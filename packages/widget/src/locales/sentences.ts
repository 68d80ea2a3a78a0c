import { inLanguage, localeFor } from './language.ts';
import { around, frame, link } from './pt-br.json';

const othersAround = import.meta.glob<typeof around>(['./*.json', '!./pt-br.json'], {
  eager: true,
  import: 'around',
});
const othersFrame = import.meta.glob<typeof frame>(['./*.json', '!./pt-br.json'], {
  eager: true,
  import: 'frame',
});
const othersLink = import.meta.glob<typeof link>(['./*.json', '!./pt-br.json'], {
  eager: true,
  import: 'link',
});
/** Names the isolated form's frame for screen readers, and says why there is none, or not yet. */
export const textsAround = (languageTag: string) => inLanguage(languageTag, around, othersAround);

/** What the frame itself says. The page has no words here: they could name another amount. */
export const textsOfFrame = (languageTag: string) => inLanguage(languageTag, frame, othersFrame);

/** What the payment page says beside the form. */
export const textsOfLink = (languageTag: string) => inLanguage(languageTag, link, othersLink);

export const localeOfLink = (languageTag: string) => localeFor(languageTag, othersLink);
