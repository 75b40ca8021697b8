/**
 * A site for search measurements: the pages of a folder of Markdown, repeated up to a given number, and the queries of
 * its readers.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSite, createMemorySource } from '../../packages/site-builder/src/index.ts';

export interface SearchSite {
  /** Files of the bundle, by path. */
  readonly files: ReadonlyMap<string, Uint8Array | string>;
  /** Titles and headings of the pages, each once. */
  readonly names: readonly string[];
}

/**
 * Keeps each page's plain text and headings, but nothing that only an MDX compiler understands.
 * @param options without `sidebars`, HTML has no navigation, which takes up 2.2 GB on 5,000 pages
 */
export async function makeSearchSite(
  folder: string,
  pages: number,
  { sidebars = true }: { readonly sidebars?: boolean } = {},
): Promise<SearchSite> {
  const texts = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.mdx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => toPlainPage(readFileSync(path, 'utf8')));
  if (texts.length === 0) throw new Error(`no Markdown in ${folder}`);
  const made = Array.from({ length: pages }, (_, index) => ({
    path: `guides/page-${index}`,
    page: texts[index % texts.length] ?? texts[0],
    round: Math.floor(index / texts.length),
  }));
  const config = {
    theme: 'mint',
    name: 'Bench',
    colors: { primary: '#0a5c46' },
    navigation: { groups: [{ group: 'Guides', pages: made.map(({ path }) => path) }] },
  };
  const files = new Map<string, Uint8Array | string>();
  await buildSite({
    source: createMemorySource([
      ['docs.json', JSON.stringify(config)],
      ...made.map(({ path, page, round }): [string, string] => {
        const title = `${page?.title ?? ''}${round === 0 ? '' : ` ${round + 1}`}`;
        return [`${path}.mdx`, `---\ntitle: ${JSON.stringify(title)}\n---\n\n${page?.body ?? ''}\n`];
      }),
    ]),
    emit: ({ path, bytes }) => {
      const isWhole = sidebars || !path.endsWith('.html');
      files.set(
        path,
        isWhole
          ? bytes
          : Buffer.from(bytes)
              .toString()
              .replaceAll(/<nav\b[^]*?<\/nav>/g, ''),
      );
    },
    clock: () => performance.now(),
  });
  const names = texts.flatMap(({ title, body }) => [
    title,
    ...[...body.matchAll(/^#{2,4} (?<heading>.+)$/gm)].map(({ groups }) => groups?.['heading'] ?? ''),
  ]);
  return { files, names: [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))] };
}

function toPlainPage(text: string): { readonly title: string; readonly body: string } {
  const title = /^title:\s*["']?(?<title>.*?)["']?\s*$/m.exec(text)?.groups?.['title'];
  const body = text
    .replace(/^---\n[^]*?\n---\n/, '')
    .replaceAll(/```[^]*?```|<[^>]*>/g, ' ')
    .replaceAll(/^(?:import|export)\b.*$/gm, ' ')
    .replaceAll(/[{}<>\\]|!?\[|\]\([^)\n]*\)|\]/g, ' ');
  const heading = /^# (?<heading>.+)$/m.exec(body)?.groups?.['heading'];
  return { title: title ?? heading ?? 'Page', body: body.replace(/^# .+$/m, '') };
}

/** Creates a generator of numbers from 0 to 1 that are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Makes queries of several kinds in turn: headings, two words of a heading, misspelled words, questions, single words
 * and beginnings of words.
 */
export function makeQueries(names: readonly string[], count: number): string[] {
  const random = createRandom(7);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const words = [...new Set(names.flatMap((name) => name.match(/\p{L}{4,}/gu) ?? []))];
  const slip = (word: string): string => {
    const at = 1 + Math.floor(random() * (word.length - 2));
    return word.slice(0, at) + word.slice(at + 1);
  };
  const kinds: readonly (() => string)[] = [
    () => pick(names) ?? '',
    () => `${pick(words) ?? ''} ${pick(words) ?? ''}`,
    () => `${slip(pick(words) ?? 'word')} ${pick(words) ?? ''}`,
    () => `how do I use ${(pick(names) ?? '').toLowerCase()}`,
    () => pick(words) ?? '',
    () => (pick(words) ?? '').slice(0, 3),
  ];
  return Array.from({ length: count }, (_, index) => (kinds[index % kinds.length] ?? kinds[0])?.() ?? '');
}
