import {
  aroundEntries,
  isAtRoot,
  lineOf,
  joinTexts,
  maxFullBytes,
  PAGE_LIST_PATH,
  pageListEntry,
  pageListSeparator,
  redirectEntry,
  redirectTarget,
  restrictedHeading,
  restrictedLines,
  restrictedText,
  rootRedirectTo,
  sitemapEntry,
  sitemapUrl,
  skillRedirects,
  stubPath,
  wellKnownRedirects,
  writeFullHead,
  writePageList,
  writeRedirectListOf,
  writeSitemapOf,
} from '../../outputs/index.ts';
import {
  encodePath,
  exploreOutcomes,
  type Choices,
  type Meets,
  type RedirectRule,
  type SealPlan,
} from '../../site/index.ts';
import type { BuildParts } from '../prepare-build.ts';
import type { SealedFile } from '../../source/output-file.ts';
import type { SealedPage } from './make-sealed-page.ts';
import type { PublicFiles } from './public-files.ts';
import { flatten, type FileOutcome, type SealedFiles } from './sealed-files.ts';
import { joinItems } from './sealed-lists.ts';

export interface SealListsRequest {
  readonly parts: BuildParts;
  readonly seal: SealPlan;
  readonly pages: readonly SealedPage[];
  /** Specifications that only some readers have. */
  readonly specs: readonly SealedFile[];
  readonly publicFiles: PublicFiles;
  readonly files: SealedFiles;
}

/** Writes files about the whole site: the counterparts of `siteOutputs`, with pieces. */
export async function sealLists(request: SealListsRequest): Promise<void> {
  const { seal, publicFiles, files } = request;
  const { choices } = seal;
  const list = writeLlmsList(request);
  const whole = (path: string, added: string): readonly FileOutcome[] => [
    { when: undefined, value: withLines(publicFiles.text(path) ?? '', request) + added },
  ];
  for (const path of ['llms.txt', '.well-known/llms.txt'])
    if (publicFiles.has(path)) await files.write(path, whole(path, list));
  const full = writeFullText(request);
  if (full !== undefined) await files.write('llms-full.txt', [{ when: undefined, value: full }]);
  await files.write('sitemap.xml', [{ when: undefined, value: writeSitemapOf(writeUrls(request)) }]);
  await files.write(PAGE_LIST_PATH, [{ when: undefined, value: writePages(request, choices) }]);
  await files.write('redirects.json', [{ when: undefined, value: writeRedirects(request) }]);
  await files.write('404.html', notFound(request));
}

function urlOf({ parts: { settings } }: SealListsRequest, path: string): string {
  return `${settings.siteUrl}${settings.basePath}/${path}.md`;
}

/** The public list, with variable lines for pages whose description depends on the reader. */
function withLines(text: string, request: SealListsRequest): string {
  let written = text;
  for (const { when, planned, rendered, write } of request.pages) {
    if (when !== undefined) continue;
    const url = urlOf(request, planned.page.path);
    const line = write((one) => lineOf({ ...one, url }));
    const own = lineOf({ ...rendered, url });
    if (line !== own) written = written.replace(own, () => line);
  }
  return written;
}

function writeLlmsList(request: SealListsRequest): string {
  const { parts, seal, pages } = request;
  const { choices, isDefault } = seal;
  const { externalLinks } = parts.plan;
  const ofPages = pages.flatMap((page) => {
    const { when, planned } = page;
    const { path } = planned.page;
    if (when === undefined || !planned.visibility.llms) return [];
    const line = page.write((rendered) => lineOf({ ...rendered, url: urlOf(request, path) }));
    return [
      {
        when,
        text: choices.explore((meets) => (isDefault(path, meets) ? line : '')),
        isListed: (meets: Meets) => meets(when) && isDefault(path, meets),
      },
    ];
  });
  const { siteUrl, basePath } = parts.settings;
  const specs = request.specs.flatMap(({ path, when }) =>
    when === undefined ? [] : [{ url: `${siteUrl}${basePath}/${encodePath(path)}`, when }],
  );
  const ofLinks = restrictedLines({ pages: [], links: externalLinks, specs, whenOf: () => undefined }).map((line) => ({
    ...line,
    isListed: (meets: Meets) => meets(line.when),
  }));
  const items = [...ofPages, ...ofLinks];
  const heading = choices.explore((meets) => (items.some(({ isListed }) => isListed(meets)) ? restrictedHeading : ''));
  return heading + items.map(({ when, text }) => choices.piece(when, text)).join('');
}

function writeFullText(request: SealListsRequest): string | undefined {
  const { parts, seal, pages, publicFiles } = request;
  const { choices, isDefault } = seal;
  const text = publicFiles.text('llms-full.txt');
  if (text === undefined || parts.source.has('llms-full.txt')) return undefined;
  const head = parts.markdownHead.length;
  const ofPublic = pages
    .filter(({ planned, when }) => when === undefined && planned.visibility.llms && planned.isDefault)
    .map(({ planned, markdown }) => ({ url: urlOf(request, planned.page.path), markdown: markdown.slice(head) }));
  const ofOthers = pages.flatMap(({ planned, when, markdown }) => {
    const { path } = planned.page;
    if (when === undefined || !planned.visibility.llms) return [];
    const own = restrictedText(markdown.slice(head), urlOf(request, path));
    return [
      choices.piece(
        when,
        choices.explore((meets) => (isDefault(path, meets) ? own : '')),
      ),
    ];
  });
  // Longer text of a public page is truncated, regardless of the reader.
  const isCut = text.length > maxFullBytes;
  const whole = writeFullHead(parts.plan.config.markdown.instructions) + joinTexts(ofPublic);
  return (isCut ? text : whole) + ofOthers.join('');
}

function writeUrls({ parts, seal, pages }: SealListsRequest): string {
  return pages
    .map(({ planned, when }) => {
      const url = sitemapUrl(parts.plan, parts.settings, planned);
      return url === undefined ? '' : seal.choices.piece(when, sitemapEntry(url));
    })
    .join('');
}

function writePages({ parts, pages }: SealListsRequest, choices: Choices): string {
  const { config, views } = parts.plan;
  const items = pages
    .filter(({ planned }) => planned.visibility.search)
    .map(({ planned: { page, reference }, write, when }) => {
      const { tag } = page.frontmatter;
      const about = { tag: typeof tag === 'string' ? tag : '', reference };
      const entries = views.outcomes(page.path).map((one) => ({
        when: one.when,
        value: write(({ path, title, description }) =>
          pageListEntry({ ...about, path, title, description, view: one.value }),
        ),
      }));
      return { when, text: choices.outcomes(entries) };
    });
  const written = joinItems(choices, items, pageListSeparator);
  const [before = '', after = ''] = aroundEntries('|').split('|');
  const isFilled = (text: string): string =>
    choices.explore((meets) => (items.some(({ when }) => meets(when)) ? text : ''));
  return writePageList(config.name, isFilled(before) + written + isFilled(after));
}

function writeRedirects({ parts, seal, publicFiles }: SealListsRequest): string {
  const { config, isIgnored } = parts.plan;
  const always = [...wellKnownRedirects(publicFiles), ...skillRedirects({ source: parts.source, isIgnored })];
  const more = (rule: RedirectRule): string => `${redirectEntry(rule)},\n`;
  const own = config.redirects.map((rule) => seal.choices.piece(seal.links.redirect(rule), more(rule)));
  const root = seal.choices.explore((meets) => {
    const first = firstPage(parts, meets);
    const isTaken = config.redirects.some((rule) => isAtRoot(rule) && meets(seal.links.redirect(rule)));
    return first === undefined || isTaken ? '' : more(rootRedirectTo(first));
  });
  return writeRedirectListOf(own.join('') + root + always.map(redirectEntry).join(',\n'));
}

/** The first page that a reader's site shows, if no page has the path `index`. */
function firstPage({ plan }: BuildParts, meets: Meets): string | undefined {
  if (plan.links.hasPage('index') && meets(plan.whens.get('index'))) return undefined;
  return plan.pages.find(({ page }) => meets(plan.whens.get(page.path)))?.page.path;
}

function notFound({ parts: { plan, theme } }: SealListsRequest): readonly FileOutcome[] {
  // Without a page, the view is the same as for a path outside the navigation.
  const firsts = exploreOutcomes(
    (meets) => plan.pages.find(({ page }) => meets(plan.whens.get(page.path)))?.page.path ?? '',
  );
  return flatten(firsts, (path) =>
    plan.views.outcomes(path).map(({ when, value }) => ({ when, value: theme.theme.notFound(value) })),
  );
}

const nothing: readonly FileOutcome[] = [{ when: undefined, value: undefined }];

/** The responses at redirect paths and at the root for readers who can't see a page at that path. */
export function otherDocuments({
  parts,
  seal,
}: Pick<SealListsRequest, 'parts' | 'seal'>): ReadonlyMap<string, readonly FileOutcome[]> {
  const { plan, settings, theme } = parts;
  const { basePath } = settings;
  // Such a document is in the first language that the reader sees.
  const open = (path: string, target: string | undefined): readonly FileOutcome[] =>
    target === undefined
      ? nothing
      : plan.views.outcomes(path).map(({ when, value }) => ({ when, value: theme.theme.redirect(target, value) }));
  const found = new Map<string, readonly FileOutcome[]>();
  const byPath = Map.groupBy(plan.config.redirects, ({ source }) => stubPath(source));
  for (const [path, rules] of byPath) {
    if (path === undefined) continue;
    const targets = exploreOutcomes((meets) => {
      for (const rule of rules) {
        const target = meets(seal.links.redirect(rule))
          ? redirectTarget(rule.destination, (written) => plan.links.find(written, 'index', meets), basePath)
          : undefined;
        if (target !== undefined) return target;
      }
      return undefined;
    });
    found.set(
      path,
      flatten(targets, (target) => open(path.replace(/\.html$/, ''), target)),
    );
  }
  if (!found.has('index.html')) {
    const firsts = exploreOutcomes((meets) => firstPage(parts, meets));
    found.set(
      'index.html',
      flatten(firsts, (first) => (first === undefined ? nothing : open(first, `${basePath}/${first}.html`))),
    );
  }
  return found;
}
