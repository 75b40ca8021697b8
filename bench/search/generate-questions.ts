import type { SearchPage } from '@docwright/site-search';

/** A query of a reader, and the pages that answer it. */
export interface Question {
  readonly kind: 'title' | 'two words' | 'typo' | 'symbol' | 'error' | 'task';
  readonly query: string;
  readonly scope: string;
  readonly paths: readonly string[];
}

const PER_KIND = 8;

/**
 * Generates questions from a site's own pages: a title, two words of a title, a mistyped title, a name that appears in
 * code, and an error message. The pages that answer are all those with the same title, or that contain the name or the
 * message.
 */
export function generateQuestions(pages: readonly SearchPage[], random: () => number): Question[] {
  const titled = pages.filter(({ title }) => /\p{L}{3}/u.test(title));
  const byTitle = Map.groupBy(titled, ({ title, scope }) => `${scope}\n${title.toLowerCase()}`);
  const pathsOf = (page: SearchPage) =>
    byTitle.get(`${page.scope}\n${page.title.toLowerCase()}`)?.map(({ path }) => path) ?? [];
  // A title that many pages share doesn't identify the page that a reader wants.
  const own = titled.filter((page) => pathsOf(page).length <= 2);
  const take = (list: readonly SearchPage[]) => pick(list, PER_KIND, random);
  const questionOf = (kind: Question['kind'], page: SearchPage, query: string): Question => ({
    kind,
    query,
    scope: page.scope,
    paths: pathsOf(page),
  });
  return [
    ...take(own).map((page) => questionOf('title', page, page.title)),
    ...take(own.filter(({ title }) => spacedWords(title).length >= 2)).map((page) =>
      questionOf('two words', page, pick(spacedWords(page.title), 2, random).join(' ')),
    ),
    ...take(own.filter(({ title }) => spacedWords(title).some((word) => word.length >= 6))).map((page) =>
      questionOf('typo', page, mistype(page.title, random)),
    ),
    ...namesAndErrors(pages, random),
  ];
}

function namesAndErrors(pages: readonly SearchPage[], random: () => number): Question[] {
  const name = /\b[a-z]+(?:[A-Z][a-z]+)+\b|\b[a-z]+(?:_[a-z]+)+\b|(?<!\S)--[a-z]+(?:-[a-z]+)+\b/g;
  const error = /[^.:!?\n]*\b(?:errors?|failed|invalid|not found|denied|cannot|forbidden|unauthorized)\b[^.:!?\n]*/gi;
  const holders = (find: RegExp, fits: (text: string) => boolean): [string, SearchPage[]][] => {
    const found = new Map<string, { readonly text: string; readonly pages: Set<SearchPage> }>();
    for (const page of pages)
      for (const { heading, text } of page.sections)
        for (const [match] of `${heading}\n${text}`.matchAll(find)) {
          const text = match.trim();
          // `policy_id` answers a search for `policyId`.
          const key = text.toLowerCase().replaceAll(/[_-]/g, '');
          const known = found.get(key) ?? { text, pages: new Set() };
          if (fits(text)) found.set(key, { ...known, pages: known.pages.add(page) });
        }
    return [...found.values()].filter((one) => one.pages.size <= 3).map((one) => [one.text, [...one.pages]]);
  };
  const ask = (kind: Question['kind'], [query, found]: [string, SearchPage[]]): Question => ({
    kind,
    query,
    scope: found[0]?.scope ?? '',
    paths: found.map(({ path }) => path),
  });
  const names = holders(name, (text) => text.length >= 6);
  const errors = holders(
    error,
    (text) => /^[\w' -]+$/.test(text) && text.split(/\s+/).length >= 3 && text.length <= 70,
  );
  return [
    ...pick(names, PER_KIND, random).map((one) => ask('symbol', one)),
    ...pick(errors, PER_KIND / 2, random).map((one) => ask('error', one)),
  ];
}

function spacedWords(title: string): string[] {
  return (
    title
      .match(/[\p{L}\p{N}]{4,}/gu)
      ?.filter((word) => !/[぀-鿿]|^(?:with|from|your|what|when|this|that|into|using|para|pour|avec)$/iu.test(word)) ??
    []
  );
}

/** Makes one typo in the longest word, at any letter. */
function mistype(title: string, random: () => number): string {
  const word = spacedWords(title).reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  const at = Math.floor(random() * (word.length - 1));
  const slips = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
    `${word.slice(0, at)}e${word.slice(at + 1)}`,
    `${word.slice(0, at)}${word[at] ?? ''}${word.slice(at)}`,
  ].filter((slip) => slip !== word);
  return title.replace(word, slips[Math.floor(random() * slips.length)] ?? word);
}

function pick<T>(list: readonly T[], count: number, random: () => number): T[] {
  const left = [...list];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat();
}
