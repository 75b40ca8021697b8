/** Searches with the site's server if it answers in time, and otherwise with the index in the browser. */
import { searchIndexWith, type SearchAnswer } from '../engine/search-index.ts';
import { readManifest } from '../engine/index-format.ts';
import { createReader, loadLanguage } from './read-index.ts';

export interface PageFinder {
  find(query: string, scope: string): Promise<SearchAnswer>;
  /** Names of the versions, products and languages that a search may be limited to. */
  scopes(): Promise<readonly string[]>;
}

export interface PageFinderOptions {
  readonly base: string;
  readonly language: string;
  readonly endpoint: string | undefined;
}

const MAX_RESULTS = 8;
/** Maximum wait for a server while a reader types. */
const SERVER_MS = 300;

export function createPageFinder({ base, language, endpoint }: PageFinderOptions): PageFinder {
  const folder = new URL(`${base}_docwright/search/`, location.href);
  const read = createReader(folder);
  const own = (query: string, scope: string) =>
    searchIndexWith((_, file) => loadLanguage(folder, file), read, query, { scope, language, limit: MAX_RESULTS });
  // A server that failed once isn't called again on this page.
  let server = endpoint;
  return {
    async find(query, scope) {
      if (server === undefined || query.trim() === '') return own(query, scope);
      try {
        return await askServer(server, { q: query, scope, language });
      } catch {
        server = undefined;
        return own(query, scope);
      }
    },
    async scopes() {
      const { scopes } = readManifest(new TextDecoder().decode(await read('index.json')));
      return scopes.map(({ name }) => name).filter((name) => name !== '');
    },
  };
}

async function askServer(endpoint: string, query: Readonly<Record<string, string>>): Promise<SearchAnswer> {
  const url = new URL(endpoint, location.href);
  url.search = new URLSearchParams({ ...query, limit: String(MAX_RESULTS) }).toString();
  const response = await fetch(url, { signal: AbortSignal.timeout(SERVER_MS) });
  if (!response.ok) throw new Error(`${endpoint}: ${response.status}`);
  return (await response.json()) as SearchAnswer;
}
