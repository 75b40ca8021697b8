import { NavLinks } from '../nav-links.ts';
import type { NavEntry, NavGroup, PlannedPage, PlanRequest, SitePlan } from '../site-plan.ts';
import { asList, asRecord, asText, parseYaml } from '../text/split-frontmatter.ts';
import {
  baseName,
  folderOf,
  isPage,
  isUnder,
  joinPath,
  toTitle,
  under,
  withoutExtension,
} from '../text/source-paths.ts';
import { convertMkdocsBlocks } from './convert-mkdocs-blocks.ts';
import { readMkdocsLook } from './read-mkdocs-look.ts';

/** Reads mkdocs.yml and the pages of its folder, including those of Material for MkDocs and common plugins. */
export function planMkdocs(request: PlanRequest): SitePlan {
  const { source, config, folder, readText, lose } = request;
  const { data, fault } = parseYaml(readText(config) ?? '');
  if (fault !== undefined) lose({ path: config, message: `not read completely: ${fault}` });
  const settings = asRecord(data);
  const docs = joinPath(folder, asText(settings['docs_dir']) ?? 'docs') ?? folder;
  const inDocs = source.paths.filter((path) => isUnder(docs, path) && !path.includes('/.'));
  const pages = inDocs.filter(isPage).map((path): PlannedPage => ({ source: path, target: toTarget(docs, path) }));
  const links = new NavLinks();
  const nav = createNavReader({ request, docs, links, pages });
  const listed = asList(settings['nav']);
  const navigation = listed.length > 0 ? nav.read(listed) : nav.readFolder('');
  reportUnread(settings, request);
  const hasFormulas = readsFormulas(settings);
  const copied = new Set(inDocs.filter((path) => !isPage(path)));
  return {
    name: asText(settings['site_name']) ?? request.name,
    look: readMkdocsLook(settings, (path) => copied.has(under(docs, path))),
    pages: pages.map((page) => ({ ...page, ...nav.titles.get(page.target) })),
    navigation: hasTabs(settings) ? { tabs: toTabs(navigation) } : navigation,
    redirects: readRedirects(settings),
    assetTarget: (path) => (copied.has(path) ? path.slice(docs === '' ? 0 : docs.length + 1) : undefined),
    copied: [...copied].filter((path) => isShown(path)),
    extraFiles: links.files,
    syntax: {
      kind: 'markdown',
      tags: new Map(),
      resolveAddress: (address) => (address.startsWith('/') ? { source: joinPath(docs, address) ?? '' } : undefined),
      convertBlocks: (lines, page) =>
        convertMkdocsBlocks(lines, {
          ...page,
          hasFormulas,
          readSnippet: (name) =>
            [...snippetFolders(settings).map((base) => under(folder, base)), folder, docs, under(folder, 'includes')]
              .map((base) => readText(joinPath(base, name) ?? ''))
              .find((text) => text !== undefined),
        }),
    },
  };
}

/** Returns the `base_path` setting of the extension that includes files. */
function snippetFolders({ markdown_extensions: extensions }: Readonly<Record<string, unknown>>): readonly string[] {
  const entries = Array.isArray(extensions) ? extensions : [extensions];
  return entries.flatMap((entry) => {
    const path = asRecord(asRecord(entry)['pymdownx.snippets'])['base_path'];
    return (Array.isArray(path) ? path : [path]).filter((one) => typeof one === 'string');
  });
}

/**
 * Whether `markdown_extensions` contains an extension for formulas. The setting is a list of names, a list of one-entry
 * objects with options, or a single object.
 */
function readsFormulas({ markdown_extensions: extensions }: Readonly<Record<string, unknown>>): boolean {
  const names = (Array.isArray(extensions) ? extensions : [extensions]).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : Object.keys(asRecord(entry)),
  );
  return names.some((name) => name === 'pymdownx.arithmatex' || name === 'mdx_math');
}

/** Whether a file is an image or a download; styles and scripts of the old theme aren't part of the site. */
const isShown = (path: string): boolean => /\.(?:png|jpe?g|gif|svg|webp|avif|ico|mp4|webm|pdf|zip)$/i.test(path);

function toTarget(docs: string, path: string): string {
  const inner = withoutExtension(docs === '' ? path : path.slice(docs.length + 1));
  return inner.replace(/(^|\/)(?:README|index)$/, '$1index');
}

interface NavContext {
  readonly request: PlanRequest;
  readonly docs: string;
  readonly links: NavLinks;
  readonly pages: readonly PlannedPage[];
}

interface NavReader {
  readonly titles: Map<string, { readonly sidebarTitle: string }>;
  read(entries: readonly unknown[]): NavEntry[];
  readFolder(folder: string): NavEntry[];
}

function createNavReader({ request, docs, links, pages }: NavContext): NavReader {
  const titles = new Map<string, { readonly sidebarTitle: string }>();
  const targets = new Set(pages.map(({ target }) => target));
  const lose = (message: string): void => request.lose({ path: request.config, message });

  const readPath = (path: string, title?: string): NavEntry[] => {
    if (/^[a-z][a-z\d+.-]*:/i.test(path)) {
      const link = links.add(title ?? path, path);
      if (link === undefined) lose(`nav: ${path} is left out`);
      return link === undefined ? [] : [link];
    }
    const inner = joinPath('', path);
    if (inner === undefined) {
      lose(`nav: ${path} is outside the documentation`);
      return [];
    }
    const target = toTarget(docs, under(docs, inner));
    if (isPage(path) && targets.has(target)) {
      if (title !== undefined) titles.set(target, { sidebarTitle: title });
      return [target];
    }
    // A folder, or a plugin's pattern for folders.
    const folder = inner.replace(/\/?\*{1,10}(?:\/\*{1,10})?(?:\.md)?$/, '');
    const found = !isPage(path) && [...targets].some((one) => isUnder(folder, one)) ? readFolder(folder) : [];
    if (found.length === 0) lose(`nav: ${path} doesn't exist`);
    return title === undefined || found.length === 0 ? found : [{ group: title, pages: found }];
  };
  const read = (entries: readonly unknown[]): NavEntry[] =>
    entries.flatMap((entry): NavEntry[] => {
      if (typeof entry === 'string') return readPath(entry);
      return Object.entries(asRecord(entry)).flatMap(([title, value]): NavEntry[] => {
        if (typeof value === 'string') return readPath(value, title);
        if (!Array.isArray(value)) return [];
        return [{ group: title, pages: read(value) }];
      });
    });
  const readFolder = (folder: string): NavEntry[] => {
    const inside = [...targets].filter((target) => isUnder(folder, target)).toSorted(byIndexThenName);
    const entries = new Map<string, NavEntry>();
    for (const target of inside) {
      const rest = folder === '' ? target : target.slice(folder.length + 1);
      const at = rest.indexOf('/');
      if (at === -1) entries.set(rest, target);
      else {
        const name = rest.slice(0, at);
        if (!entries.has(`${name}/`))
          entries.set(`${name}/`, { group: toTitle(name), pages: readFolder(under(folder, name)) } satisfies NavGroup);
      }
    }
    return [...entries.values()];
  };
  return { titles, read, readFolder };
}

function byIndexThenName(a: string, b: string): number {
  const isIndex = (path: string): number => (baseName(path) === 'index' ? 0 : 1);
  if (folderOf(a) === folderOf(b)) return isIndex(a) - isIndex(b) || a.localeCompare(b);
  return a.localeCompare(b);
}

function hasTabs(settings: Readonly<Record<string, unknown>>): boolean {
  const features = asList(asRecord(settings['theme'])['features']);
  return features.includes('navigation.tabs');
}

/** Converts entries to tabs: one for each top-level section, after a tab "Home" for the top-level pages. */
function toTabs(entries: readonly NavEntry[]): { readonly tab: string; readonly pages: readonly NavEntry[] }[] {
  const loose = entries.filter((entry) => typeof entry === 'string');
  const tabs = entries.flatMap((entry) =>
    typeof entry === 'string' ? [] : [{ tab: entry.group, pages: entry.pages }],
  );
  return loose.length === 0 ? tabs : [{ tab: 'Home', pages: loose }, ...tabs];
}

function readRedirects(settings: Readonly<Record<string, unknown>>): SitePlan['redirects'] {
  const plugins = asList(settings['plugins']);
  const options = plugins.map((plugin) => asRecord(asRecord(plugin)['redirects'])['redirect_maps']);
  const toPath = (path: string): string => `/${withoutExtension(path).replace(/(?:^|\/)(?:index|README)$/, '')}`;
  return options.flatMap((maps) =>
    Object.entries(asRecord(maps)).flatMap(([from, to]) => {
      if (typeof to !== 'string') return [];
      const [path = '', hash] = to.split('#');
      const destination = /^https?:/.test(to) ? to : toPath(path) + (hash === undefined ? '' : `#${hash}`);
      return [{ source: toPath(from), destination }];
    }),
  );
}

function reportUnread(settings: Readonly<Record<string, unknown>>, { config, readText, lose }: PlanRequest): void {
  const line = (key: string): { readonly line?: number } => {
    const at = (readText(config) ?? '').split('\n').findIndex((text) => text.startsWith(`${key}:`));
    return at === -1 ? {} : { line: at + 1 };
  };
  const theme = asRecord(settings['theme']);
  const custom = asText(theme['custom_dir']);
  if (custom !== undefined)
    lose({ path: config, ...line('theme'), message: `theme.custom_dir: templates in ${custom} are not converted` });
  for (const key of ['INHERIT', 'hooks', 'extra_css', 'extra_javascript', 'exclude_docs', 'not_in_nav'])
    if (settings[key] !== undefined) lose({ path: config, ...line(key), message: `${key} is not converted` });
  const known = new Set([
    'search',
    'redirects',
    'tags',
    'social',
    'meta',
    'offline',
    'privacy',
    'optimize',
    'minify',
    'literate-nav',
    'autorefs',
  ]);
  for (const plugin of asList(settings['plugins'])) {
    const name = typeof plugin === 'string' ? plugin : (Object.keys(asRecord(plugin))[0] ?? '');
    if (!known.has(name.replace('material/', '')))
      lose({ path: config, ...line('plugins'), message: `the plugin ${name} is not converted` });
  }
}
