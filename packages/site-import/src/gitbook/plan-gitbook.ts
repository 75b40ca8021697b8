import { NavLinks } from '../nav-links.ts';
import type { NavEntry, PlannedPage, PlanRequest, SitePlan } from '../site-plan.ts';
import { readHeading } from '../text/plain-html.ts';
import { asRecord, asText, parseYaml } from '../text/split-frontmatter.ts';
import {
  baseName,
  decode,
  folderOf,
  isPage,
  isUnder,
  joinPath,
  under,
  withoutExtension,
} from '../text/source-paths.ts';
import { convertGitbookBlocks } from './convert-gitbook-blocks.ts';
import { readSummary, type SummaryEntry } from './read-summary.ts';

/** Reads `.gitbook.yaml` and SUMMARY.md of GitBook and of the older tool with the same name. */
export function planGitbook(request: PlanRequest): SitePlan {
  const { source, config, folder, readText, lose } = request;
  const settings = isPage(config) ? {} : asRecord(parseYaml(readText(config) ?? '').data);
  const root = joinPath(folder, asText(settings['root']) ?? '') ?? folder;
  const structure = asRecord(settings['structure']);
  const home = joinPath(root, asText(structure['readme']) ?? 'README.md') ?? '';
  const summaryPath = joinPath(root, asText(structure['summary']) ?? 'SUMMARY.md') ?? '';
  const summary = readText(summaryPath);
  if (summary === undefined)
    lose({ path: config, message: `${summaryPath} doesn't exist, so pages are outside the navigation` });
  const inRoot = source.paths.filter((path) => isUnder(root, path));
  const isDocument = (path: string): boolean =>
    isPage(path) &&
    path !== summaryPath &&
    !/(?:^|\/)\./.test(path) &&
    !/(?:^|\/)(?:node_modules|LICENSE\.md)/.test(path);
  const toTarget = (path: string): string => {
    if (path === home) return 'index';
    const inner = withoutExtension(root === '' ? path : path.slice(root.length + 1));
    return inner.replace(/(^|\/)(?:README|readme|index)$/, '$1index');
  };
  const pages = inRoot.filter(isDocument).map((path): PlannedPage => ({ source: path, target: toTarget(path) }));
  const links = new NavLinks();
  const titles = new Map<string, string>();
  const toEntry = createEntryWriter({ root, summaryPath, request, links, titles, pages });
  const navigation = readSummary(summary ?? '').flatMap(toEntry);
  const sources = new Set(pages.map((page) => page.source));
  const variables = asRecord(parseYaml(readText(under(root, '.gitbook/vars.yaml')) ?? '').data);
  const assets = new Set(inRoot.filter((path) => !isPage(path) && isAsset(path)));
  return {
    name: request.name,
    look: {},
    pages: pages.map((page) => {
      const title = titles.get(page.source);
      return title === undefined ? page : { ...page, title, sidebarTitle: title };
    }),
    navigation: summary === undefined ? pages.map(({ target }) => target) : navigation,
    redirects: readRedirects(settings, toTarget, root),
    assetTarget: (path) => (assets.has(path) ? toAsset(path.slice(root === '' ? 0 : root.length + 1)) : undefined),
    copied: [],
    extraFiles: links.files,
    syntax: {
      kind: 'markdown',
      tags: new Map([['mark', { name: 'mark', props: { style: 'style' } }]]),
      resolveAddress: (address) => {
        if (/^\/?broken\/pages\/|^broken-reference/.test(address)) return { address: 'broken-reference' };
        return address.startsWith('/') ? { source: joinPath(root, address) ?? '' } : undefined;
      },
      convertBlocks: (lines, page) =>
        convertGitbookBlocks(lines, {
          ...page,
          titleOf: (path) => {
            const inner = path.startsWith('/') ? joinPath(root, path) : joinPath(folderOf(page.source), decode(path));
            const found = [inner ?? '', under(inner ?? '', 'README.md')].find((one) => sources.has(one));
            return found === undefined ? undefined : (headingOf(readText(found)) ?? titles.get(found));
          },
          variableOf: (name) => {
            const value = variables[name.replace(/^space\.vars\./, '')];
            return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
          },
          readInclude: (path) => readText(joinPath(folderOf(page.source), decode(path)) ?? ''),
        }),
    },
  };
}

/** Returns the first level-1 heading of the text. */
function headingOf(text: string | undefined): string | undefined {
  const line = /^#\s.*$/m.exec(text ?? '')?.[0];
  return line === undefined ? undefined : readHeading(line)?.trim() || undefined;
}

/**
 * Whether a file is part of the site. GitBook stores uploads in a hidden folder, which static hosts ignore; other
 * hidden files aren't part of a site.
 */
const isAsset = (path: string): boolean => !/(?:^|\/)\./.test(path.replace(/(?:^|\/)\.gitbook\//, '/'));
const toAsset = (path: string): string => path.replace(/(^|\/)\.gitbook\//, '$1');

interface EntryContext {
  readonly root: string;
  readonly summaryPath: string;
  readonly request: PlanRequest;
  readonly links: NavLinks;
  readonly titles: Map<string, string>;
  readonly pages: readonly PlannedPage[];
}

function createEntryWriter({ root, summaryPath, request, links, titles, pages }: EntryContext) {
  const targetOf = new Map(pages.map(({ source, target }) => [source, target]));
  const pageOf = (entry: SummaryEntry): string | undefined => {
    if (entry.href === undefined) return undefined;
    if (/^[a-z][a-z\d+.-]*:/i.test(entry.href)) return links.add(entry.title, entry.href);
    const path = joinPath(root, decode(entry.href.replace(/[?#].*$/, ''))) ?? '';
    const source = [path, under(path, 'README.md')].find((candidate) => targetOf.has(candidate));
    if (source !== undefined && entry.title !== '') titles.set(source, entry.title);
    return source === undefined ? undefined : targetOf.get(source);
  };
  const toEntry = (entry: SummaryEntry): NavEntry[] => {
    const page = pageOf(entry);
    if (page === undefined && entry.href !== undefined && entry.href !== '')
      request.lose({ path: summaryPath, line: entry.line, message: `${entry.href} doesn't exist` });
    const inner = entry.entries.flatMap(toEntry);
    if (inner.length === 0) return page === undefined ? [] : [page];
    return [{ group: entry.title || baseName(page ?? ''), ...(page !== undefined && { root: page }), pages: inner }];
  };
  return toEntry;
}

function readRedirects(
  settings: Readonly<Record<string, unknown>>,
  toTarget: (path: string) => string,
  root: string,
): SitePlan['redirects'] {
  const toPath = (target: string): string => `/${target.replace(/(?:^|\/)index$/, '')}`;
  return Object.entries(asRecord(settings['redirects'])).flatMap(([from, to]) => {
    if (typeof to !== 'string') return [];
    const destination = /^https?:/.test(to) ? to : toPath(toTarget(joinPath(root, to) ?? ''));
    return [{ source: `/${from.replace(/^\/|\/$/g, '')}`, destination }];
  });
}
