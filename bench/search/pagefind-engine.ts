/**
 * Pagefind, used as described in its manual: with an index of the pages' HTML for each language, and its own script
 * that reads the index.
 */
import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SearchPage } from '@docwright/site-search';

import type { OpenedIndex, SearchEngine } from './search-engines.ts';

interface PagefindIndexer {
  createIndex(options: { readonly forceLanguage: string }): Promise<{ readonly index: PagefindIndex }>;
  close(): Promise<unknown>;
}
interface PagefindIndex {
  addHTMLFile(file: {
    readonly url: string;
    readonly content: string;
  }): Promise<{ readonly errors: readonly string[] }>;
  getFiles(): Promise<{ readonly files: readonly { readonly path: string; readonly content: Uint8Array }[] }>;
  writeFiles(options: { readonly outputPath: string }): Promise<unknown>;
}
interface PagefindClient {
  options(options: { readonly basePath: string; readonly baseUrl: string }): Promise<void>;
  search(query: string): Promise<{ readonly results: readonly { data(): Promise<{ readonly url: string }> }[] }>;
}

/** Files that a search in a browser doesn't load: the user interfaces and the script for highlights. */
const interfaceFile = /^pagefind-/;
/** Results inspected to find `limit` pages of one scope: Pagefind doesn't support our scopes. */
const LOOKED_AT = 60;

export function pagefindEngine(load: () => Promise<unknown>, limit: number): SearchEngine {
  return {
    name: 'pagefind',
    async open(pages) {
      const indexer = (await load()) as PagefindIndexer;
      const fetched = readFilesByFetch();
      const scopes = new Map(pages.map(({ path, scope }) => [path, scope]));
      const languages = Map.groupBy(pages, ({ facets }) => facets.language ?? 'en');
      const clients = new Map<string, PagefindClient>();
      let bytes = 0;
      for (const [language, own] of languages) {
        const written = await writeIndex(indexer, language, own);
        bytes += written.bytes;
        clients.set(language, await openClient(written.folder));
      }
      await indexer.close();
      const languageOf = new Map(pages.map(({ scope, facets }) => [scope, facets.language ?? 'en']));
      return {
        bytes,
        firstBytes: () => [...fetched.values()].reduce((sum, size) => sum + size, 0),
        find: async (query, scope) => {
          const client = clients.get(languageOf.get(scope) ?? 'en');
          const { results } = (await client?.search(query)) ?? { results: [] };
          const found: string[] = [];
          for (const result of results.slice(0, LOOKED_AT)) {
            const path = decodeURI((await result.data()).url).slice(1);
            if (scope === '' || scopes.get(path) === scope || scopes.get(path) === '') found.push(path);
            if (found.length === limit) break;
          }
          return found;
        },
      } satisfies OpenedIndex;
    },
  };
}

async function writeIndex(indexer: PagefindIndexer, language: string, pages: readonly SearchPage[]) {
  const { index } = await indexer.createIndex({ forceLanguage: language });
  for (const page of pages) {
    const { errors } = await index.addHTMLFile({ url: encodeURI(`/${page.path}`), content: htmlOf(page, language) });
    if (errors.length > 0) throw new Error(`${page.path}: ${errors.join(', ')}`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'docwright-pagefind-'));
  await index.writeFiles({ outputPath: folder });
  const { files } = await index.getFiles();
  const bytes = files.reduce((sum, { path, content }) => sum + (interfaceFile.test(path) ? 0 : content.length), 0);
  return { folder, bytes };
}

async function openClient(folder: string): Promise<PagefindClient> {
  const client = (await import(pathToFileURL(join(folder, 'pagefind.js')).href)) as PagefindClient;
  await client.options({ basePath: `${pathToFileURL(folder).href}/`, baseUrl: '/' });
  return client;
}

function htmlOf({ title, description, keywords, sections }: SearchPage, language: string): string {
  const parts = sections.map(({ headingId, heading, text }) =>
    heading === ''
      ? `<p>${escape(text)}</p>`
      : `<h2 id="${escape(headingId)}">${escape(heading)}</h2><p>${escape(text)}</p>`,
  );
  const head = `<h1>${escape(title)}</h1><p>${escape(description)} ${escape(keywords.join(' '))}</p>`;
  return `<!doctype html><html lang="${escape(language)}"><body>${head}${parts.join('')}</body></html>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/**
 * Lets Pagefind's script fetch its files, because Node's fetch can't read files. Returns the number of bytes read, by
 * address.
 */
function readFilesByFetch(): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  globalThis.fetch = async (input) => {
    const url = new URL(input instanceof Request ? input.url : input);
    url.search = '';
    const bytes = await readFile(url);
    sizes.set(url.href, bytes.length);
    return new Response(bytes);
  };
  return sizes;
}
