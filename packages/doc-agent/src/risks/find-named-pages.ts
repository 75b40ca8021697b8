import { splitFrontmatter } from '../frontmatter/split-frontmatter.ts';
import { compileGlob, maxGlobLength } from '../policy/compile-glob.ts';
import { trimEndOf } from '../text/trim-end.ts';
import type { Request } from './read-request.ts';

export interface SitePage {
  readonly path: string;
  readonly text: string;
  /** Names of the groups, tabs and the like that contain the page. */
  readonly groups: readonly string[];
}

export interface NamedPages {
  /** Whether the request names any page of the site. */
  readonly isAny: boolean;
  /** Whether the request names this page. `text`: its text in the base, `''` for a new file. */
  isNamed(path: string, text: string): boolean;
}

/**
 * Finds the pages that a request names: by path, glob, folder, title, sidebar title, group, or as "the alerts page".
 */
export function findNamedPages(pages: readonly SitePage[], request: Request): NamedPages {
  const groups = new Map(pages.map((page) => [page.path, page.groups]));
  const globs = globsOf(request.text);
  const phrases = phrasesOf(request.text);
  const stems = new Map(phrases.length === 0 ? [] : pages.map((page) => [page.path, stemsOf(page)]));
  // For "the alert settings page", a page with both words takes precedence over a page with only the last word.
  const meant = new Set(
    phrases.flatMap((words) => {
      const counts = pages.map((page): [string, number] => [page.path, countShared(words, stems.get(page.path))]);
      const best = counts.reduce((most, [, count]) => Math.max(most, count), 0);
      return best === 0 ? [] : counts.flatMap(([path, count]) => (count === best ? [path] : []));
    }),
  );
  const isNamed = (page: SitePage): boolean => {
    const plain = toPlain(page.path);
    return (
      [plain, page.path, plain.replace(/\/index$/, '')].some((path) => request.names(path)) ||
      foldersOf(plain).some((folder) => request.names(`${folder}/`) || namesFolder(folder, request)) ||
      globs.some((matches) => matches(page.path) || matches(plain)) ||
      namesOf(page).some((called) => request.names(called) || request.names(toggleNumber(called))) ||
      meant.has(page.path) ||
      page.groups.some((group) => namesGroup(group.toLowerCase(), request))
    );
  };
  return {
    isAny: /[\w-]\.mdx?\b/.test(request.text) || meant.size > 0 || pages.some((page) => isPlainlyNamed(page, request)),
    isNamed: (path, text) => isNamed({ path, text, groups: groups.get(path) ?? [] }),
  };
}

/**
 * Whether a request names a page explicitly. A page's name can be an everyday word, which alone doesn't identify it.
 */
function isPlainlyNamed(page: SitePage, request: Request): boolean {
  const plain = toPlain(page.path);
  if (plain.includes('/') && request.names(plain)) return true;
  if (titlesOf(page.text).some((title) => title.includes(' ') && request.names(title))) return true;
  return namesOf(page).some((called) => request.names(`"${called}"`) || request.names(`\`${called}\``));
}

const toPlain = (path: string): string => path.replace(/\.mdx?$/i, '').toLowerCase();

const foldersOf = (plain: string): string[] =>
  plain
    .split('/')
    .slice(0, -1)
    .map((_, index, all) => all.slice(0, index + 1).join('/'));

const namesFolder = (folder: string, request: Request): boolean =>
  [folder, folder.split('/').at(-1) ?? folder].some(
    (name) =>
      request.names(`${name} folder`) ||
      request.names(`folder ${name}`) ||
      request.names(`${name} directory`) ||
      request.names(`${name} section`) ||
      request.names(`${name} pages`) ||
      request.names(`${name} docs`),
  );

const namesGroup = (group: string, request: Request): boolean =>
  ['group', 'section', 'tab', 'pages', 'folder', 'docs', 'area', 'chapter', 'guides'].some((kind) =>
    request.names(`${group} ${kind}`),
  ) ||
  ['group', 'section', 'tab'].some(
    (kind) =>
      request.names(`${kind} ${group}`) || request.names(`${kind} "${group}"`) || request.names(`"${group}" ${kind}`),
  );

/** Names that a request can contain by chance. */
const everyday =
  /^(?:index|home|overview|introduction|intro|readme|start|get|use|test|new|all|page|pages|docs|guide|guides|api|general|the)$/;

function namesOf({ path, text }: SitePage): string[] {
  const last =
    path
      .replace(/\.mdx?$/i, '')
      .split('/')
      .at(-1)
      ?.toLowerCase() ?? '';
  return [last, last.replaceAll(/[-_]+/g, ' '), ...titlesOf(text)].filter(
    (name) => name.length > 2 && !everyday.test(name),
  );
}

const maxTitleLength = 200;

function titlesOf(text: string): string[] {
  const { yaml } = splitFrontmatter(text.slice(0, 20_000));
  return [...yaml.matchAll(/^(?:title|sidebarTitle):([^\n]*)/gm)]
    .map(([, title = '']) => title.trim().replace(/^["']/, '').replace(/["']$/, '').toLowerCase())
    .filter((title) => title !== '' && title.length <= maxTitleLength);
}

const toggleNumber = (name: string): string => (name.endsWith('s') ? name.slice(0, -1) : `${name}s`);

const phrase =
  /\b(?:the|this|our|my|a|your|of|on|in|to|update|edit|fix|rewrite|improve|shorten)\s+["“'`]?((?:[\w'&+./-]{1,60} ){0,5}[\w'&+./-]{1,60})["”'`]?\s+(?:page|guide|article|tutorial|doc|docs|quickstart|reference|reference page|walkthrough|how-?to|overview|landing page)\b/g;
const calledPhrase =
  /\b(?:page|guide|article|tutorial|doc)\s+(?:called|named|titled|about|on|for|describing|explaining)\s+["“'`]?((?:[\w'&+-]{1,60} ){0,4}[\w'&+-]{1,60})/g;

/** Words before "page" and the like: "the alert settings page" names "alert settings". */
function phrasesOf(text: string): string[][] {
  return [...text.matchAll(phrase), ...text.matchAll(calledPhrase)]
    .slice(0, 50)
    .map(([, words = '']) => toStems(words));
}

const fillers = new Set(
  'the a an of on in to for and or our my this that with about new same main own whole short old current'.split(' '),
);

const toStems = (words: string): string[] =>
  words
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !fillers.has(word))
    .map((word) => (word.length > 3 ? word.replace(/(?:ies|y)$/, 'i').replace(/e?s$/, '') : word));

interface Stems {
  readonly own: ReadonlySet<string>;
  readonly around: ReadonlySet<string>;
}

function stemsOf({ path, text, groups }: SitePage): Stems {
  const plain = toPlain(path);
  const own = new Set([...toStems(plain.split('/').at(-1) ?? ''), ...titlesOf(text).flatMap(toStems)]);
  return { own, around: new Set([...own, ...toStems(plain), ...groups.flatMap(toStems)]) };
}

/** How many of the last words are in the page's path, title or groups; 0 unless one is in the page's own name. */
function countShared(words: readonly string[], stems: Stems | undefined): number {
  if (stems === undefined) return 0;
  for (let count = Math.min(words.length, 4); count >= 1; count--) {
    const last = words.slice(-count);
    if (last.every((word) => stems.around.has(word)) && last.some((word) => stems.own.has(word))) return count;
  }
  return 0;
}

const globPattern = /(?<![\w.*/-])[\w./-]{0,200}\*[\w./*{},-]{0,200}(?![\w*/-])/g;

function globsOf(text: string): ((path: string) => boolean)[] {
  return [...text.matchAll(globPattern)].slice(0, 20).flatMap(([glob]) => {
    const plain = trimEndOf(glob, '.,');
    if (!/[\w/]/.test(plain) || plain.length > maxGlobLength) return [];
    try {
      return [compileGlob(plain, { dot: true, ignoreCase: true })];
    } catch {
      return [];
    }
  });
}
