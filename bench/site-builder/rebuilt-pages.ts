/**
 * Counts the pages that a build with a cache creates again, by kind of change: `node
 * bench/site-builder/rebuilt-pages.ts [--pages 1000] [--json]`.
 *
 * Each change starts from the same generated site, whose build is in the cache. Rendered: the content was rebuilt.
 * Written: the document around the content was rebuilt. Changed: the document's bytes differ from before.
 */
import { parseArgs } from 'node:util';
import { BuildCache, buildSite, createMemorySource } from '../../packages/site-builder/src/index.ts';
import { pagePath } from './generate-site.ts';
import { listDocsFiles } from './write-docs-site.ts';

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '1000' }, json: { type: 'boolean', default: false } },
});
const count = Number(values.pages);
const operations = 20;
const pagesWithSnippet = 10;
const snippet = 'snippets/note.mdx';

interface Config {
  name: string;
  colors: { primary: string };
  navbar?: object;
  readonly navigation: { readonly tabs: { tab: string; groups?: { group: string; pages: string[] }[] }[] };
}
type Change = (files: Map<string, string>) => void;

const edited = pagePath(7);
const changes: Readonly<Record<string, Change>> = {
  'text of a page': (files) => edit(files, `${edited}.mdx`, (text) => `${text}\nAnother sentence.\n`),
  'heading of a page': (files) => edit(files, `${edited}.mdx`, (text) => text.replace('## Part 1', '## Another part')),
  'title of a page': (files) => edit(files, `${edited}.mdx`, (text) => text.replace('title: "', 'title: "New ')),
  'page moved in its group': (files) => move(files, 0, 0),
  'page moved to another group': (files) => move(files, 0, 1),
  'page moved to another tab': (files) => move(files, 1, 0),
  'page added': (files) => {
    files.set('guides/new.mdx', '---\ntitle: New\n---\n\nText.\n');
    configure(files, (config) => config.navigation.tabs[0]?.groups?.[0]?.pages.push('guides/new'));
  },
  'page removed': (files) => {
    files.delete(`${edited}.mdx`);
    configure(files, (config) => remove(config, edited));
  },
  'group renamed': (files) =>
    configure(files, (config) => {
      const group = config.navigation.tabs[0]?.groups?.[0];
      if (group !== undefined) group.group = 'Renamed';
    }),
  'color of the site': (files) => configure(files, (config) => (config.colors.primary = '#7d0a5a')),
  'name of the site': (files) => configure(files, (config) => (config.name = 'Renamed')),
  [`snippet of ${pagesWithSnippet} pages`]: (files) => files.set(snippet, 'Another note.\n'),
  'description of an operation': (files) =>
    edit(files, 'openapi.json', (text) => text.replace('Text of item 5', 'Another text')),
  'title of an operation': (files) => edit(files, 'openapi.json', (text) => text.replace('"Item 5"', '"Changed"')),
};

const before = listFiles();
const width = Math.max(...Object.keys(changes).map((name) => name.length));
if (!values.json) console.log(`${count} pages, ${operations} operations`);
const counts: Record<string, object> = {};
for (const [name, change] of Object.entries(changes)) {
  const cache = new BuildCache({ keeps: 'documents' });
  const first = await build(before, cache);
  const files = new Map(before);
  change(files);
  const second = await build(files, cache);
  const paths = [...second.keys()];
  const differing = (differs: (path: string) => boolean): number => paths.filter(differs).length;
  const rendered = differing((path) => first.get(path)?.page !== second.get(path)?.page);
  const written = differing((path) => first.get(path)?.html !== second.get(path)?.html);
  const changed = differing((path) => !isEqual(first.get(path)?.html, second.get(path)?.html));
  counts[name] = { rendered, written, changed };
  if (!values.json) console.log(`${name.padEnd(width)}  rendered ${rendered}, written ${written}, changed ${changed}`);
}
if (values.json) console.log(JSON.stringify({ pages: count, operations, ...counts }));

interface Built {
  readonly page: unknown;
  readonly html: Uint8Array | undefined;
}

/** Builds the site, and returns the cached results of each page. */
async function build(files: ReadonlyMap<string, string>, cache: BuildCache): Promise<ReadonlyMap<string, Built>> {
  const built = new Map<string, Built>();
  await buildSite({
    source: createMemorySource(files),
    cache,
    clock: () => performance.now(),
    emit: async ({ path }) => {
      const record = path.endsWith('.html') ? cache.find(path.slice(0, -'.html'.length)) : undefined;
      if (record !== undefined) built.set(path, { page: record.page, html: record.written?.files?.html });
    },
  });
  return built;
}

function isEqual(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;
}

function listFiles(): ReadonlyMap<string, string> {
  const files = new Map(listDocsFiles(count));
  for (let index = 0; index < pagesWithSnippet; index += 1)
    edit(files, `${pagePath(index * 3)}.mdx`, (text) => `${text}\nimport Note from "/${snippet}";\n\n<Note />\n`);
  files.set(snippet, 'A note.\n');
  files.set('openapi.json', writeSpec());
  configure(files, (config) => config.navigation.tabs.push({ tab: 'API', openapi: 'openapi.json' } as { tab: string }));
  return files;
}

function writeSpec(): string {
  const responses = { 200: { description: 'Success' } };
  const paths = Object.fromEntries(
    Array.from({ length: operations }, (_, index) => [
      `/items-${index}`,
      { get: { summary: `Item ${index}`, description: `Text of item ${index}.`, responses } },
    ]),
  );
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'API', version: '1' }, paths });
}

function edit(files: Map<string, string>, path: string, change: (text: string) => string): void {
  files.set(path, change(files.get(path) ?? ''));
}

function configure(files: Map<string, string>, change: (config: Config) => unknown): void {
  const config = JSON.parse(files.get('docs.json') ?? '{}') as Config;
  change(config);
  files.set('docs.json', JSON.stringify(config));
}

function remove(config: Config, path: string): void {
  for (const group of config.navigation.tabs.flatMap(({ groups = [] }) => groups))
    group.pages = group.pages.filter((each) => each !== path);
}

/** Moves the page to the end of a group. */
function move(files: Map<string, string>, tab: number, group: number): void {
  configure(files, (config) => {
    remove(config, edited);
    config.navigation.tabs[tab]?.groups?.[group]?.pages.push(edited);
  });
}
