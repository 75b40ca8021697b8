/** The compared engines: our search, and peers that are installed into a separate folder on first use. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSearchIndex, searchIndex, type SearchPage } from '@docwright/site-search';

import { pagefindEngine } from './pagefind-engine.ts';

export interface OpenedIndex {
  /** Size of all files, or of the one file that a browser would load. */
  readonly bytes: number;
  /** Returns the number of bytes read for the questions so far. */
  firstBytes(): number;
  /** Returns the matching pages, best first. */
  find(query: string, scope: string): Promise<readonly string[]>;
}

export interface SearchEngine {
  readonly name: string;
  open(pages: readonly SearchPage[]): Promise<OpenedIndex>;
}

const LIMIT = 10;

export const ours: SearchEngine = {
  name: 'docwright',
  async open(pages) {
    const index = createSearchIndex();
    for (const page of pages) index.add(page);
    const files = new Map(
      index.files().map(({ path, bytes }) => [path.slice('_docwright/search/'.length), Buffer.from(bytes)]),
    );
    const asked = new Set<string>();
    const read = (name: string) => {
      asked.add(name);
      const bytes = files.get(name);
      return bytes === undefined ? Promise.reject(new Error(`no file ${name}`)) : Promise.resolve(bytes);
    };
    const languages = new Map(pages.map(({ scope, facets }) => [scope, facets.language]));
    const find = async (query: string, scope: string) => {
      const language = languages.get(scope) ?? 'en';
      const { hits } = await searchIndex(read, query, { scope, language, limit: LIMIT, perPage: 1 });
      return hits.map(({ path }) => path);
    };
    return Promise.resolve({
      bytes: [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0),
      firstBytes: () => [...asked].reduce((sum, name) => sum + (files.get(name)?.length ?? 0), 0),
      find,
    });
  },
};

/** Returns the sections as passed to the libraries: one document each, as their manuals advise. */
function documentsOf(pages: readonly SearchPage[]) {
  return pages.flatMap(({ path, title, description, keywords, scope, sections }) =>
    sections.map(({ heading, text }, index) => ({
      id: `${path}#${index}`,
      path,
      scope,
      title,
      heading,
      text: index === 0 ? `${description} ${keywords.join(' ')} ${text}` : text,
    })),
  );
}

function pagesOf(ids: readonly string[], scopes: ReadonlyMap<string, string>, scope: string): string[] {
  const paths = ids.map((id) => id.slice(0, id.lastIndexOf('#')));
  const own = paths.filter((path) => scope === '' || scopes.get(path) === scope || scopes.get(path) === '');
  return [...new Set(own)].slice(0, LIMIT);
}

type SectionDocument = ReturnType<typeof documentsOf>[number];

/** A library that keeps its whole index in memory. */
interface Library {
  readonly packages: Readonly<Record<string, string>>;
  /**
   * Opens an index; `bytes` is its size as sent to a browser. `find` returns the IDs of the matching documents, best
   * first.
   */
  open(
    load: (name: string) => Promise<unknown>,
    documents: readonly SectionDocument[],
  ): Promise<{ readonly bytes: number; find(query: string): Promise<readonly string[]> }>;
}

/**
 * The number of results; more than the number of checked pages, because several of the best results can be sections of
 * one page.
 */
const SECTIONS = 200;
const fields = ['title', 'heading', 'text'] as const;

interface MiniSearchIndex {
  addAll(documents: readonly SectionDocument[]): void;
  search(query: string): readonly { readonly id: string }[];
}
interface FlexSearchIndex {
  add(document: SectionDocument): void;
  search(query: string, options: object): readonly { readonly id: string }[];
  export(keep: (key: string, data: string | undefined) => void): Promise<void>;
}
interface OramaModule {
  create(options: object): object;
  insertMultiple(index: object, documents: readonly SectionDocument[]): Promise<unknown>;
  search(index: object, options: object): Promise<{ readonly hits: readonly { readonly id: string }[] }>;
  save(index: object): unknown;
}

const libraries: Readonly<Record<string, Library>> = {
  minisearch: {
    packages: { minisearch: '7.2.0' },
    async open(load, documents) {
      const { default: MiniSearch } = (await load('minisearch')) as {
        readonly default: new (options: object) => MiniSearchIndex;
      };
      const index = new MiniSearch({
        fields,
        searchOptions: { boost: { title: 4, heading: 3 }, prefix: true, fuzzy: 0.2 },
      });
      index.addAll(documents);
      const find = (query: string) => Promise.resolve(index.search(query).map(({ id }) => id));
      return { bytes: JSON.stringify(index).length, find };
    },
  },
  flexsearch: {
    packages: { flexsearch: '0.8.212' },
    async open(load, documents) {
      const { default: FlexSearch } = (await load('flexsearch')) as {
        readonly default: { readonly Document: new (options: object) => FlexSearchIndex };
      };
      const index = new FlexSearch.Document({ document: { id: 'id', index: fields }, tokenize: 'forward' });
      for (const document of documents) index.add(document);
      let bytes = 0;
      await index.export((_, data) => (bytes += data?.length ?? 0));
      const options = { limit: SECTIONS, suggest: true, merge: true };
      return { bytes, find: (query) => Promise.resolve(index.search(query, options).map(({ id }) => id)) };
    },
  },
  orama: {
    packages: { '@orama/orama': '3.1.18' },
    async open(load, documents) {
      const orama = (await load('@orama/orama')) as OramaModule;
      const index = orama.create({ schema: { title: 'string', heading: 'string', text: 'string' } });
      await orama.insertMultiple(index, documents);
      const options = { limit: SECTIONS, boost: { title: 4, heading: 3 }, tolerance: 1, properties: fields };
      const find = async (term: string) => (await orama.search(index, { ...options, term })).hits.map(({ id }) => id);
      return { bytes: JSON.stringify(orama.save(index)).length, find };
    },
  },
};

export async function openPeers(names: readonly string[], cache: string): Promise<SearchEngine[]> {
  return Promise.resolve(
    names.map((name) => {
      if (name === 'pagefind') {
        const folder = installPackages(name, { pagefind: '1.5.2' }, cache);
        // A CommonJS resolver finds no entry point in the package.
        const entry = pathToFileURL(join(folder, 'node_modules/pagefind/lib/index.js')).href;
        return pagefindEngine(() => import(entry) as Promise<unknown>, LIMIT);
      }
      const library = Object.hasOwn(libraries, name) ? libraries[name] : undefined;
      if (library === undefined)
        throw new Error(`no peer ${name}; the peers are ${Object.keys(libraries).join(', ')}, pagefind`);
      return peer(name, library, installPackages(name, library.packages, cache));
    }),
  );
}

function peer(name: string, library: Library, folder: string): SearchEngine {
  const load = (module: string) =>
    import(pathToFileURL(createRequire(join(folder, 'package.json')).resolve(module)).href) as Promise<unknown>;
  return {
    name,
    async open(pages) {
      const scopes = new Map(pages.map(({ path, scope }) => [path, scope]));
      const opened = await library.open(load, documentsOf(pages));
      return {
        bytes: opened.bytes,
        firstBytes: () => opened.bytes,
        find: async (query, scope) => pagesOf(await opened.find(query), scopes, scope),
      };
    },
  };
}

/** Returns the folder of these packages, which are installed on first use. */
export function installPackages(name: string, packages: Readonly<Record<string, string>>, cache: string): string {
  const folder = join(cache, name);
  if (existsSync(join(folder, 'node_modules'))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} can't be installed: ${stderr.slice(0, 500)}`);
  return folder;
}
