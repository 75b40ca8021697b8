import { ToolError } from '../errors.ts';
import { findStringMember } from '../json/parse-json.ts';
import { loadSiteConfig } from '../navigation/load-site-config.ts';
import { readNavigation, type Navigation, type NavigationPage } from '../navigation/read-navigation.ts';
import { splitFrontmatter } from '../frontmatter/split-frontmatter.ts';
import type { BaseLibrary } from '../workspace/base-library.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { countOf } from '../text/count-of.ts';

const bytesPerToken = 4;
const maxTitleLength = 80;
const maxNames = 30;

/**
 * Describes the site in the instructions: its name, languages, versions and tabs, and an outline of its pages. Based
 * only on the base commit, so it stays the same during a job. Returns an empty string for a site without a readable
 * configuration.
 */
export async function describeSite(before: Workspace, maxTokens: number): Promise<string> {
  try {
    const config = await loadSiteConfig(before);
    const navigation = readNavigation(config);
    const facts = [
      ['Name', findStringMember(config.main.root, 'name')?.value ?? ''],
      ['Languages', listNames(config.main.text, 'language')],
      ['Versions', listNames(config.main.text, 'version')],
      ['Tabs', listNames(config.main.text, 'tab')],
    ].flatMap(([label = '', value = '']) => (value === '' ? [] : [`${label}: ${toLine(value, 500)}`]));
    const outline = await outlinePages(before.base, navigation, maxTokens * bytesPerToken);
    return [...facts, ...outline].join('\n');
  } catch (error) {
    if (error instanceof ToolError) return '';
    throw error;
  }
}

/** The names of one kind of division, in the order of the file. The navigation tool shows divisions in other files. */
function listNames(text: string, key: string): string {
  const found = [...text.matchAll(new RegExp(String.raw`"${key}"\s{0,20}:\s{0,20}"([^"\n]{1,80})"`, 'g'))];
  return [...new Set(found.map(([, name = '']) => name))].slice(0, maxNames).join(', ');
}

/**
 * Lists as much as fits: pages with titles, pages without titles, or groups with their page counts. Titles are
 * read only if the paths fit: a large site has thousands of files.
 */
async function outlinePages(base: BaseLibrary, { pages }: Navigation, maxBytes: number): Promise<string[]> {
  const shown = pages.filter(({ isDefault }) => isDefault);
  if (shown.length === 0) return [];
  const others = pages.length - shown.length;
  const more = others === 0 ? [] : [`(not listed: ${countOf(others, 'page')} of other languages and versions)`];
  const fits = (lines: readonly string[]): boolean => Buffer.byteLength(lines.join('\n')) <= maxBytes;
  const paths = ['Pages by group:', ...toLines(shown, ({ path }) => `- ${path}`), ...more];
  if (fits(paths)) {
    const titles = new Map<NavigationPage, string>();
    for (const page of shown) titles.set(page, await readTitle(base, page.path));
    const toItem = (page: NavigationPage): string => `- ${page.path}: ${titles.get(page) ?? ''}`.replace(/: $/, '');
    const titled = ['Pages by group, as path and title:', ...toLines(shown, toItem), ...more];
    return fits(titled) ? titled : paths;
  }
  const counts = ['Number of pages by group:', ...countPages(shown), ...more];
  return fits(counts) ? counts : [`The navigation has ${countOf(pages.length, 'page')}; navigation show lists them.`];
}

function toLines(pages: readonly NavigationPage[], toItem: (page: NavigationPage) => string): string[] {
  let group = '';
  return pages.flatMap((page) => {
    const own = nameGroup(page);
    const heading = own === group ? [] : [own];
    group = own;
    return [...heading, toItem(page)];
  });
}

function countPages(pages: readonly NavigationPage[]): string[] {
  const counts = new Map<string, number>();
  for (const page of pages) counts.set(nameGroup(page), (counts.get(nameGroup(page)) ?? 0) + 1);
  return [...counts].map(([group, count]) => `${group}: ${count}`);
}

const nameGroup = ({ trail }: NavigationPage): string => `[${toLine(trail.join(' > '), 200)}]`;

async function readTitle(base: BaseLibrary, path: string): Promise<string> {
  const text = (await base.text(`${path}.mdx`)) ?? (await base.text(`${path}.md`)) ?? '';
  const title = /^title:[ \t]*(\S.*)$/m.exec(splitFrontmatter(text).yaml)?.[1] ?? '';
  return toLine(title.trim().replace(/^(["'])(.*)\1$/, '$2'), maxTitleLength);
}

const toLine = (text: string, length: number): string =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, length)
    .toWellFormed();
