import type { NavEntry, PlannedPage, PlanRequest, SitePlan } from '../site-plan.ts';
import type { TagRule } from '../text/convert-tags.ts';
import { asRecord, asText, parseYaml, splitFrontmatter } from '../text/split-frontmatter.ts';
import { baseName, isPage, isUnder, toTitle, under, withoutExtension } from '../text/source-paths.ts';
import { listOperations } from './list-operations.ts';
import { convertReadmeBlocks } from './convert-readme-blocks.ts';

/** Folders of an export and the first part of their addresses. */
const sections = [
  { folder: 'docs', prefix: 'docs', tab: 'Guides' },
  { folder: 'reference', prefix: 'reference', tab: 'API reference' },
  { folder: 'recipes', prefix: 'recipes', tab: 'Recipes' },
  { folder: 'custom_pages', prefix: 'page', tab: 'Pages' },
] as const;

/** Reads ReadMe's files from a repository or from the archive of an export. */
export function planReadme(request: PlanRequest): SitePlan {
  const { source, folder, lose, readText } = request;
  const inSite = source.paths.filter((path) => isUnder(folder, path));
  const found = sections
    .map((section) => ({ ...section, folder: under(folder, section.folder) }))
    .filter((section) => inSite.some((path) => isUnder(section.folder, path) && isPage(path)));
  // Older exports have their categories at the top level.
  const used = found.length > 0 ? found : [{ folder, prefix: 'docs', tab: 'Guides' }];
  const bySlug = new Map<string, string>();
  const pages: PlannedPage[] = [];
  const tabs = used.map(({ folder: root, prefix, tab }) => {
    const reader = createFolderReader({ request, root, prefix, bySlug, pages });
    return { tab, pages: reader('') };
  });
  for (const path of inSite.filter((one) => isUnder(under(folder, 'custom_blocks'), one) && isPage(one)))
    lose({ path, message: 'a reusable block is not converted' });
  const shown = tabs.filter((tab) => tab.pages.length > 0);
  const assets = new Set(
    inSite.filter(
      (path) => !isPage(path) && /\.(?:png|jpe?g|gif|svg|webp|json|ya?ml|pdf)$/i.test(path) && !path.includes('/.'),
    ),
  );
  const specs = [...assets].filter(
    (path) => isUnder(under(folder, 'reference'), path) && !baseName(path).startsWith('_'),
  );
  const toAsset = (path: string): string => (folder === '' ? path : path.slice(folder.length + 1));
  return {
    name: request.name,
    look: {},
    pages,
    navigation: shown.length > 1 ? { tabs: shown } : (shown[0]?.pages ?? []),
    redirects: [],
    assetTarget: (path) => (assets.has(path) ? toAsset(path) : undefined),
    copied: specs,
    extraFiles: new Map(),
    syntax: {
      kind: 'markdown',
      tags: readmeTags,
      resolveAddress: (address) => {
        const slug =
          /^(?:doc|ref|page|recipe):([\w.-]+)$/.exec(address)?.[1] ??
          /^\.{0,2}\/?(?:docs|reference|recipes|page)\/([\w.-]+)$/.exec(address)?.[1];
        const path = slug === undefined ? undefined : bySlug.get(slug.toLowerCase());
        if (path !== undefined) return { source: path };
        const last = bySlug.get(baseName(address).toLowerCase());
        return /^\.{1,2}\//.test(address) && last !== undefined ? { source: last } : undefined;
      },
      convertBlocks: (lines, page) => {
        const { data } = splitFrontmatter(readText(page.source) ?? '');
        reportReadme(data, page.lose);
        return convertReadmeBlocks(lines, page);
      },
    },
  };
}

const readmeTags: ReadonlyMap<string, TagRule> = new Map([
  ['Cards', { name: 'CardGroup', props: { columns: 'cols' } }],
  ['Columns', { name: 'Columns', props: { layout: 'layout' } }],
  ['Image', { name: 'img', props: { src: 'src', alt: 'alt', title: 'title', width: 'width', height: 'height' } }],
  ['Anchor', { name: 'a', props: { href: 'href', target: 'target' } }],
  ['Table', { name: 'table', props: {} }],
  ['Glossary', { name: '' }],
  ['HTMLBlock', { name: '' }],
]);

function reportReadme(data: Readonly<Record<string, unknown>>, lose: (line: number, message: string) => void): void {
  if (asText(asRecord(data['metadata'])['robots']) === 'noindex')
    lose(1, 'metadata.robots: noindex is not carried over');
  if (data['next'] !== undefined && data['next'] !== null && Object.keys(asRecord(data['next'])).length > 0)
    lose(1, 'the links under “next” are not converted');
}

interface FolderContext {
  readonly request: PlanRequest;
  readonly root: string;
  readonly prefix: string;
  readonly bySlug: Map<string, string>;
  readonly pages: PlannedPage[];
}

/** Reads a folder in the order of `_order.yaml`, then the remaining pages by `order` and by name. */
function createFolderReader({ request, root, prefix, bySlug, pages }: FolderContext): (folder: string) => NavEntry[] {
  const { source, readText } = request;
  const inRoot = source.paths.filter((path) => isUnder(root, path));
  const inner = (path: string): string => (root === '' ? path : path.slice(root.length + 1));
  const add = (path: string, slug: string): string => {
    bySlug.set(slug.toLowerCase(), path);
    const target = `${prefix}/${slug}`;
    pages.push({ source: path, target, ...readNote(path) });
    return target;
  };
  const specs = new Map<string, ReadonlyMap<string, string>>();
  const operationsOf = (file: string): ReadonlyMap<string, string> => {
    const known = specs.get(file) ?? listOperations(readText(under(root, file)) ?? '');
    specs.set(file, known);
    return known;
  };
  const readNote = (path: string): { readonly title?: string; readonly openapi?: string } => {
    const { data } = splitFrontmatter(readText(path) ?? '');
    const title = asText(data['title']);
    const api = asRecord(data['api']);
    const file = asText(api['file']);
    const operation = file === undefined ? undefined : operationsOf(file).get(asText(api['operationId']) ?? '');
    if (file !== undefined && operation === undefined)
      request.lose({ path, line: 1, message: `the operation doesn't exist in ${file}` });
    return {
      ...(title !== undefined && { title }),
      ...(operation !== undefined && { openapi: `${prefix}/${file ?? ''} ${operation}` }),
    };
  };
  const read = (folder: string): NavEntry[] => {
    const inside = inRoot
      .filter((path) => isUnder(folder, inner(path)))
      .map((path) => ({ path, rest: inner(path).slice(folder === '' ? 0 : folder.length + 1) }));
    const files = inside.filter(({ rest }) => !rest.includes('/') && isPage(rest) && !/^index\.mdx?$/i.test(rest));
    const folders = [
      ...new Set(inside.filter(({ rest }) => rest.includes('/')).map(({ rest }) => rest.slice(0, rest.indexOf('/')))),
    ];
    const names = [...files.map(({ rest }) => withoutExtension(rest)), ...folders];
    return orderNames([...new Set(names)], readOrder(readText(under(root, under(folder, '_order.yaml'))))).flatMap(
      (name): NavEntry[] => {
        const file = files.find(({ rest }) => withoutExtension(rest) === name);
        if (!folders.includes(name)) return file === undefined ? [] : [add(file.path, name)];
        const path = under(folder, name);
        const own =
          file?.path ??
          ['index.md', 'index.mdx'].map((index) => under(root, under(path, index))).find((one) => source.has(one));
        const root_ = own === undefined ? undefined : add(own, name);
        const children = read(path);
        if (children.length === 0) return root_ === undefined ? [] : [root_];
        const title = own === undefined ? undefined : readNote(own).title;
        return [{ group: title ?? toTitle(name), ...(root_ !== undefined && { root: root_ }), pages: children }];
      },
    );
  };
  return read;
}

function readOrder(text: string | undefined): readonly string[] {
  const { data } = parseYaml(text ?? '');
  return Array.isArray(data) ? data.map(String) : [];
}

function orderNames(names: readonly string[], order: readonly string[]): string[] {
  const rank = new Map(order.map((name, index) => [name, index]));
  return names.toSorted((a, b) => (rank.get(a) ?? order.length) - (rank.get(b) ?? order.length) || a.localeCompare(b));
}
