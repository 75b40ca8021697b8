/** Loaded by the 404 page in addition to search. */
import { baseLanguage } from '../engine/language.ts';
import type { hitAddress } from './dialog-parts.ts';
import type { createPageFinder } from './find-pages.ts';
import { nearestPages } from './nearest-pages.ts';

export interface SuggestOptions {
  /** Module of the dialog. */
  readonly search: {
    readonly createPageFinder: typeof createPageFinder;
    readonly hitAddress: typeof hitAddress;
  };
  /** Address of the site's root with a trailing slash: `/` or `/docs/`. */
  readonly base: string;
  /** Language of the page. */
  readonly language: string;
  /** `endpoint` and `awaitsEndpoint` as in `SearchOptions`. */
  readonly endpoint?: string;
  readonly awaitsEndpoint?: boolean;
  /** Filled and shown if any page is suggested. */
  readonly place: HTMLElement;
}

const titles: Readonly<Record<string, string>> = {
  en: 'Were you looking for one of these pages?',
  de: 'Haben Sie eine dieser Seiten gesucht?',
  fr: 'Cherchiez-vous l’une de ces pages ?',
  es: '¿Buscabas alguna de estas páginas?',
  pt: 'Procurava uma destas páginas?',
  it: 'Cercavi una di queste pagine?',
  ru: 'Возможно, вы искали одну из этих страниц',
  ja: 'お探しのページはこちらですか?',
  zh: '您要找的是以下页面吗?',
  ko: '다음 페이지를 찾으셨나요?',
};

export async function suggestPages(options: SuggestOptions): Promise<void> {
  const { search, base, language, place } = options;
  const finder = search.createPageFinder(options);
  const address = location.pathname.startsWith(base) ? location.pathname.slice(base.length) : location.pathname;
  const hits = await nearestPages(address, (query) => finder.find(query, ''));
  if (hits.length === 0) return;
  const own = baseLanguage(language);
  const title = document.createElement('h2');
  title.id = 'not-found-near';
  title.textContent = (Object.hasOwn(titles, own) ? titles[own] : titles['en']) ?? '';
  const list = document.createElement('ul');
  list.append(
    ...hits.map((hit) => {
      const link = document.createElement('a');
      link.href = search.hitAddress({ ...hit, anchor: '' }, base);
      link.textContent = hit.title;
      const entry = document.createElement('li');
      const trail = document.createElement('small');
      trail.textContent = hit.breadcrumbs.join(' › ');
      entry.append(link, trail);
      return entry;
    }),
  );
  place.setAttribute('aria-labelledby', title.id);
  place.replaceChildren(title, list);
  place.hidden = false;
}
