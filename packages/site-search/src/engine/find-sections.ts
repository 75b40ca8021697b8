/** Looks words up in the index: fetches what the query needs and nothing else. */
import type { ScopeManifest, SearchManifest, SectionChunk } from './index-format.ts';
import { createWordLookUp, jsonReader } from './look-up-words.ts';
import type { ReadIndexFile, WordScores } from './look-up-words.ts';
import { queryWords } from './tokenize.ts';

export interface FoundSection {
  readonly path: string;
  readonly title: string;
  readonly breadcrumbs: string;
  readonly headingId: string;
  readonly heading: string;
  readonly text: string;
  readonly scope: string;
  readonly score: number;
}

export interface FindOptions {
  /** Limits to one scope and the pages of all; `''` searches everything. */
  readonly scope: string;
  readonly limit: number;
  readonly perPage: number;
}

export interface Finder {
  /** Sections for a query, best first. */
  find(query: string, options: FindOptions): Promise<FoundSection[]>;
}

interface Ranked {
  readonly scope: ScopeManifest;
  readonly section: number;
  readonly score: number;
}

export function createFinder(read: ReadIndexFile): Finder {
  const readJson = jsonReader(read);
  const manifest = once(() => readJson<SearchManifest>('index.json'));
  const lookUp = createWordLookUp(read);

  const rank = async (scope: ScopeManifest, words: ReturnType<typeof queryWords>): Promise<Ranked[]> => {
    const looked = await Promise.all(words.map((word) => lookUp(scope, word)));
    return combine(looked).map(([section, score]) => ({ scope, section, score }));
  };

  return {
    async find(query, { scope: scopeName, limit, perPage }) {
      const words = queryWords(query);
      if (words.length === 0) return [];
      const { scopes } = await manifest();
      const searched = scopes.filter(({ name }) => scopeName === '' || name === scopeName || name === '');
      const ranked = (await Promise.all(searched.map((scope) => rank(scope, words))))
        .flat()
        .sort((a, b) => b.score - a.score || a.section - b.section);
      const found: FoundSection[] = [];
      const seenOf = new Map<string, number>();
      // One batch of chunks is nearly always enough; a second when one page filled the first.
      for (let start = 0; start < ranked.length && start < limit * 4 && found.length < limit; start += limit) {
        const batch = await Promise.all(ranked.slice(start, start + limit).map(readSection));
        for (const section of batch) {
          const seen = seenOf.get(section.path) ?? 0;
          seenOf.set(section.path, seen + 1);
          if (seen < perPage && found.length < limit) found.push(section);
        }
      }
      return found;
    },
  };

  async function readSection({ scope, section, score }: Ranked): Promise<FoundSection> {
    const chunk = await readJson<SectionChunk>(scope.chunks[Math.floor(section / scope.sectionsPerChunk)] ?? '');
    const [page, headingId, heading, text] = chunk.sections[section % scope.sectionsPerChunk] ?? [0, '', '', ''];
    const [path, title, breadcrumbs] = chunk.pages[page] ?? ['', '', ''];
    return { path, title, breadcrumbs, headingId, heading, text, scope: scope.name, score };
  }
}

/** Sections that have every required word, by the sum of their scores; when there are none, those that have most. */
function combine(words: readonly WordScores[]): [section: number, score: number][] {
  const totals = new Map<number, { score: number; hits: number }>();
  for (const { scores, required } of words) {
    for (const [section, score] of scores) {
      const total = totals.get(section) ?? { score: 0, hits: 0 };
      totals.set(section, { score: total.score + score, hits: total.hits + (required ? 1 : 0) });
    }
  }
  const wanted = words.filter(({ required, scores }) => required && scores.size > 0).length;
  const all = [...totals].filter(([, { hits }]) => hits >= wanted);
  const shown = all.length > 0 ? all : [...totals];
  return shown
    .map(([section, { score, hits }]): [number, number] => [section, score * (1 + hits)])
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, 80);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    // A failed first request may be tried again.
    made.catch(() => (made = undefined));
    return made;
  };
}
