/** Searches with the site's server if it answers in time, and otherwise with the index in the browser. */
import { searchIndexWith, type SearchAnswer } from '../engine/search-index.ts';
import { readManifest } from '../engine/index-format.ts';
import { awaitServer } from './await-server.ts';
import { createReader, loadLanguage } from './read-index.ts';

export interface PageFinder {
  find(query: string, scope: string, waiting?: Waiting): Promise<SearchAnswer>;
  /** Names of the versions, products and languages that a search can be limited to. */
  scopes(): Promise<readonly string[]>;
}

export interface Waiting {
  /** Shows incomplete results while the server's answer is awaited. */
  readonly showMeanwhile: (answer: SearchAnswer) => void;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

export interface PageFinderOptions {
  readonly base: string;
  readonly language: string;
  readonly endpoint?: string | undefined;
  /** Whether the index in the browser lacks pages that the reader may see, so that only the server's answer counts. */
  readonly awaitsEndpoint?: boolean;
}

const MAX_RESULTS = 8;
/** Maximum wait for a server while a reader types. */
const SERVER_MS = 300;
/** Maximum wait for a server whose answer is needed for complete results. */
const AWAITED_MS = 20_000;

export function createPageFinder({ base, language, endpoint, awaitsEndpoint = false }: PageFinderOptions): PageFinder {
  const folder = new URL(`${base}_docwright/search/`, location.href);
  const read = createReader(folder);
  const own = (query: string, scope: string) =>
    searchIndexWith((_, file) => loadLanguage(folder, file), read, query, { scope, language, limit: MAX_RESULTS });
  // A server that failed once isn't called again on this page.
  let server = endpoint;
  return {
    async find(query, scope, waiting) {
      if (server === undefined || query.trim() === '') return own(query, scope);
      const asked = { endpoint: server, query: { q: query, scope, language } };
      if (awaitsEndpoint) {
        const signal = waiting?.signal;
        const signals = [AbortSignal.timeout(AWAITED_MS), ...(signal === undefined ? [] : [signal])];
        const isSlow = new Promise((resolve) => setTimeout(resolve, SERVER_MS));
        const ask = () => askServer(asked, AbortSignal.any(signals));
        return awaitServer({ ask, searchIndex: () => own(query, scope), signal, isSlow }, waiting?.showMeanwhile);
      }
      try {
        return await askServer(asked, AbortSignal.timeout(SERVER_MS));
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

async function askServer(
  { endpoint, query }: { readonly endpoint: string; readonly query: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const url = new URL(endpoint, location.href);
  url.search = new URLSearchParams({ ...query, limit: String(MAX_RESULTS) }).toString();
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${endpoint}: ${response.status}`);
  return (await response.json()) as SearchAnswer;
}
