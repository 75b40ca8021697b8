import { NavLinks } from '../nav-links.ts';
import type { NavEntry, NavTab, PlannedPage, PlanRequest, SitePlan } from '../site-plan.ts';
import type { TagRule } from '../text/convert-tags.ts';
import { asList, asRecord, asText } from '../text/split-frontmatter.ts';
import { baseName, isPage, isUnder, toTitle, under, withoutExtension } from '../text/source-paths.ts';
import { convertDocusaurusBlocks } from './convert-docusaurus-blocks.ts';
import { listDocs, type Doc } from './list-docs.ts';
import { listPartials, resolveImport } from './list-partials.ts';
import {
  readDocusaurusConfig,
  readDocusaurusLook,
  type DocsInstance,
  type DocusaurusConfig,
} from './read-docusaurus-config.ts';
import { readSidebars } from './read-sidebars.ts';

/**
 * Reads the docs of Docusaurus 2 and 3: configuration, sidebars, pages and static files. The configuration script is
 * parsed, never run.
 */
export function planDocusaurus(request: PlanRequest): SitePlan {
  const config = readDocusaurusConfig(request);
  const { source, folder, readText } = request;
  const instances = config.docs.map((instance) => chooseVersion(request, instance));
  const links = new NavLinks();
  const titles = new Map<string, string>();
  const read = instances.map((instance) => {
    const docs = listDocs(request, instance);
    return { instance, docs, sidebars: readSidebars({ request, instance, docs, links, titles }) };
  });
  const docs = read.flatMap((one) => one.docs);
  const partials = listPartials(
    request,
    instances,
    docs.map((doc) => doc.source),
  );
  const pages = [
    // Added first, so that a link to text that is also a page resolves to the page.
    ...partials.map((path): PlannedPage => ({ source: path, target: toSnippet(path) })),
    ...docs.map((doc) => toPage(doc, titles)),
  ];
  const statics = new Set(
    source.paths.filter((path) => isUnder(under(folder, 'static'), path) && !path.includes('/.')),
  );
  const staticFolder = under(folder, 'static');
  const toStatic = (path: string): string => path.slice(staticFolder.length + 1);
  reportUnread(request, config);
  return {
    name: asText(config.settings['title']) ?? request.name,
    look: readDocusaurusLook(config, (path) => statics.has(under(staticFolder, path))),
    pages,
    navigation: toNavigation(
      read.flatMap(({ instance, sidebars }) => [...sidebars].map(([id, entries]) => ({ id, entries, instance }))),
      config,
    ),
    redirects: [
      ...config.redirects,
      ...readNetlify(readText(under(staticFolder, '_redirects')) ?? readText(under(folder, '_redirects'))),
    ],
    assetTarget: (path) => {
      if (statics.has(path)) return toStatic(path);
      const owner = instances.find((one) => isUnder(one.folder, path));
      return owner === undefined || isPage(path) || /(?:^|\/)[._]/.test(path.slice(owner.folder.length))
        ? undefined
        : under(owner.route, owner.folder === '' ? path : path.slice(owner.folder.length + 1));
    },
    copied: [...statics].filter((path) => !/(?:^|\/)(?:_redirects|_headers|CNAME)$|\.(?:html|js|css)$/.test(path)),
    extraFiles: links.files,
    syntax: {
      kind: 'mdx',
      tags: docusaurusTags,
      resolveAddress: (address) =>
        resolveAddress(address, { folder, staticFolder, baseUrl: asText(config.settings['baseUrl']) ?? '/' }),
      convertBlocks: (lines, page) =>
        convertDocusaurusBlocks(lines, {
          ...page,
          readImport: (path) => {
            const found = resolveImport(path, page.source, folder);
            return found === undefined ? undefined : readText(found);
          },
          snippetOf: (path) => {
            const found = resolveImport(path, page.source, folder);
            return found !== undefined && partials.includes(found) ? `/${toSnippet(found)}.mdx` : undefined;
          },
        }),
    },
  };
}

const docusaurusTags: ReadonlyMap<string, TagRule> = new Map([
  ['TabItem', { name: 'Tab', props: { label: 'title', value: 'title' } }],
  ['Tabs', { name: 'Tabs', props: { defaultTabIndex: 'defaultTabIndex' } }],
  ['CodeBlock', { name: 'CodeBlock', props: { language: 'language', title: 'title' } }],
  ['Link', { name: 'a', props: { to: 'href', href: 'href' } }],
  ['Head', { name: '' }],
  ['Details', { name: 'details' }],
]);

function toPage(doc: Doc, titles: ReadonlyMap<string, string>): PlannedPage {
  const sidebarTitle = doc.label ?? titles.get(doc.target);
  return { source: doc.source, target: doc.target, ...(sidebarTitle !== undefined && { sidebarTitle }) };
}

const toSnippet = (path: string): string => `snippets/${withoutExtension(path).replaceAll(/(^|\/)_/g, '$1')}`;

/** Chooses the version that readers of the site see first: the newest release. */
function chooseVersion({ readText, lose, folder, source }: PlanRequest, instance: DocsInstance): DocsInstance {
  if (instance.label !== undefined) return instance;
  const versions = asList(parseJson(readText(under(folder, 'versions.json')))).filter((one) => typeof one === 'string');
  const [latest] = versions;
  const docs = under(folder, `versioned_docs/version-${latest ?? ''}`);
  if (latest === undefined || !source.paths.some((path) => isUnder(docs, path))) return instance;
  lose({
    path: under(folder, 'versions.json'),
    message: `only the version ${latest} is converted; not the next one, nor ${versions.slice(1).join(', ') || 'others'}`,
  });
  return { ...instance, folder: docs, sidebars: under(folder, `versioned_sidebars/version-${latest}-sidebars.json`) };
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}

interface Sidebar {
  readonly id: string;
  readonly entries: readonly NavEntry[];
  readonly instance: DocsInstance;
}

/** A single sidebar becomes the navigation; several become tabs with their names in the top bar. */
function toNavigation(sidebars: readonly Sidebar[], { theme }: DocusaurusConfig): SitePlan['navigation'] {
  const filled = sidebars.filter(({ entries }) => entries.length > 0);
  if (filled.length < 2) return filled[0]?.entries ?? [];
  const items = asList(asRecord(theme['navbar'])['items']).map(asRecord);
  const tabs = filled.map(({ id, entries, instance }): NavTab => {
    const item = items.find(
      (one) => one['sidebarId'] === id || (one['docsPluginId'] !== undefined && one['docsPluginId'] === instance.label),
    );
    return { tab: asText(item?.['label']) ?? toTitle((instance.label ?? id).replace(/Sidebar$/i, '')), pages: entries };
  });
  return { tabs };
}

/** Reads Netlify's redirects file: `/from /to 301`. */
function readNetlify(text: string | undefined): SitePlan['redirects'] {
  return (text ?? '').split('\n').flatMap((line) => {
    const [source = '', destination = '', status = '301'] = line.trim().split(/\s+/);
    const isRedirect = source.startsWith('/') && /^(?:\/|https:\/\/)/.test(destination) && /^30[1278]!?$/.test(status);
    return isRedirect ? [{ source: toPattern(source), destination: toPattern(destination) }] : [];
  });
}

const toPattern = (path: string): string =>
  path
    .replace(/\*$/, ':slug*')
    .replace(/:splat$/, ':slug*')
    .replace(/(?<=.)\/$/, '');

interface AddressBase {
  readonly folder: string;
  readonly staticFolder: string;
  readonly baseUrl: string;
}

function resolveAddress(
  address: string,
  { folder, staticFolder, baseUrl }: AddressBase,
): { source: string } | { address: string } | undefined {
  if (address.startsWith('@site/')) return { source: under(folder, address.slice(6)) };
  const plain = address.replace(/^pathname:\/\//, '');
  if (!plain.startsWith('/')) return undefined;
  const base = baseUrl.replace(/\/$/, '');
  const inner = base !== '' && plain.startsWith(`${base}/`) ? plain.slice(base.length) : plain;
  const asset = under(staticFolder, inner.slice(1));
  return /\.\w+$/.test(baseName(inner)) ? { source: asset } : { address: inner.slice(1) };
}

function reportUnread({ source, folder, config, lose }: PlanRequest, { theme }: DocusaurusConfig): void {
  const has = (path: string): boolean => source.paths.some((one) => isUnder(under(folder, path), one));
  const count = (path: string): number =>
    source.paths.filter((one) => isUnder(under(folder, path), one) && /\.(?:mdx?|[jt]sx)$/.test(one)).length;
  if (has('blog'))
    lose({ path: under(folder, 'blog'), message: `the blog is not converted (files: ${count('blog')})` });
  if (has('src/pages'))
    lose({
      path: under(folder, 'src/pages'),
      message: `React pages are not converted (files: ${count('src/pages')})`,
    });
  if (has('i18n')) lose({ path: under(folder, 'i18n'), message: 'translations are not converted' });
  if (has('src/css')) lose({ path: under(folder, 'src/css'), message: 'theme styles are not converted' });
  if (theme['footer'] !== undefined) lose({ path: config, message: 'themeConfig.footer: the footer is not converted' });
}
