/**
 * Finds a broken link's intended target, if it is certain. The first rule that matches applies:
 *
 * 1. Never across languages, versions or products.
 * 2. The page was renamed in git.
 * 3. The same path in another spelling: case, dashes, extension, `index`; resolved from the root or from the page's
 *    folder.
 * 4. A folder without its own page: its first page in the navigation, if that page introduces the folder (overview,
 *    introduction). A link with an anchor is corrected only if that page has the heading.
 * 5. A name of several words whose folder no longer exists, if exactly one page elsewhere has it and the link's
 *    text fits its title.
 * 6. One segment with a typo, unless the link's text contradicts it. A word that the site uses isn't a typo:
 *    `creating-teams` and `creating-terms` are two pages.
 *
 * If a link has two candidates, it isn't corrected.
 */
import { dirname } from '../paths/join-path.ts';
import { areaOfPath } from './page-area.ts';
import { editDistance } from '../paths/suggest-path.ts';
import { trimEndOf } from '../text/trim-end.ts';

export interface CorrectionPage {
  /** Without extension and leading slash. */
  readonly path: string;
  readonly title: string;
  /** Language, version and product in the navigation; `''` if it isn't in any. */
  readonly area: string;
}

export interface CorrectionSite {
  /** All pages, starting with those in the navigation, in its order. */
  readonly pages: readonly CorrectionPage[];
  /** The current path of a page that was renamed in git, by its old path. */
  readonly renamed: (path: string) => string | undefined;
  /** Whether a page has a heading for an anchor. */
  readonly hasAnchor: (path: string, anchor: string) => boolean;
  /** Whether the site's prose uses a word. */
  readonly usesWord: (word: string) => boolean;
}

export interface LinkToCorrect {
  /** The page that contains the link, without extension. */
  readonly from: string;
  /** The link's target path, without extension and leading slash. */
  readonly path: string;
  /** The link's target as written; it may be meant relative to the site's root. */
  readonly written: string;
  /** The visible text, or `''` if unknown. */
  readonly text: string;
}

export interface Correction {
  readonly path: string;
  readonly reason: string;
}

type Rule = (link: LinkToCorrect, allowed: readonly CorrectionPage[], site: CorrectionSite) => Correction | undefined;

const rules: readonly Rule[] = [findRenamed, findRespelled, findFirstOfFolder, findMoved, findMistyped];

/** The page that a broken link was meant for, and the reason; `undefined` if this isn't certain. */
export function correctLink(link: LinkToCorrect, site: CorrectionSite): Correction | undefined {
  const allowed = listAllowed(link, site);
  for (const rule of rules) {
    const found = rule(link, allowed, site);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Rule 1. */
function listAllowed({ from, path, written }: LinkToCorrect, { pages }: CorrectionSite): readonly CorrectionPage[] {
  const source = pages.find((page) => page.path === from);
  const named = areaOfPath(path);
  const own = areaOfPath(from);
  return pages.filter((page) => {
    const area = areaOfPath(page.path);
    const isSameFolders = area === named || (named === '' && area === own && !written.startsWith('/'));
    return (
      isSameFolders && (source === undefined || source.area === '' || page.area === '' || page.area === source.area)
    );
  });
}

/** Rule 2. */
function findRenamed({ path }: LinkToCorrect, allowed: readonly CorrectionPage[], site: CorrectionSite) {
  const now = site.renamed(path);
  const page = allowed.find((each) => each.path === now);
  return page === undefined ? undefined : { path: page.path, reason: 'the page was renamed' };
}

/** Rule 3. */
function findRespelled({ from, path, written }: LinkToCorrect, allowed: readonly CorrectionPage[]) {
  const bare = written.replace(/[?#].*$/s, '').replace(/^(?:\.{0,2}\/)+/, '');
  const folder = dirname(from);
  const readings: readonly (readonly [string, string])[] = [
    [path, 'the same path in another spelling'],
    [bare, 'the path is relative to the root of the site'],
    [folder === '' ? bare : `${folder}/${bare}`, "the path is relative to the page's folder"],
  ];
  for (const [reading, reason] of readings) {
    const plain = simplify(reading);
    const [found, second] = allowed.filter((page) => simplify(page.path) === plain);
    if (found !== undefined && second === undefined) return { path: found.path, reason };
  }
  return undefined;
}

const opening =
  /^(?:about|get(?:ting)?-?started|home|index|intro(?:duction)?|overview|quick-?start|start(?:-here)?|welcome|what-is-.+)$/i;

/** Rule 4. */
function findFirstOfFolder({ path, written }: LinkToCorrect, allowed: readonly CorrectionPage[], site: CorrectionSite) {
  const folder = `${trimEndOf(path, '/')}/`.toLowerCase();
  const anchor = written.split('#')[1] ?? '';
  if (folder === '/') return undefined;
  const first = allowed.find((page) => page.path.toLowerCase().startsWith(folder));
  // Another page may be first only because the folder's own page was removed.
  if (first === undefined || !opening.test(lastSegment(first.path))) return undefined;
  if (anchor !== '' && !site.hasAnchor(first.path, anchor)) return undefined;
  return { path: first.path, reason: 'the first page of the folder' };
}

/** Rule 5: one-word names such as "status" or "errors" are ambiguous. */
function findMoved({ path, text }: LinkToCorrect, allowed: readonly CorrectionPage[], { pages }: CorrectionSite) {
  const name = lastSegment(path).toLowerCase();
  const folder = `${dirname(path)}/`;
  if (!/[a-z0-9][-_][a-z0-9]/.test(name) || pages.some((page) => page.path.startsWith(folder))) return undefined;
  const [page, second] = allowed.filter((each) => simplify(lastSegment(each.path)) === simplify(name));
  if (page === undefined || second !== undefined || fitText(text, page) !== 'fits') return undefined;
  return { path: page.path, reason: 'its folder no longer exists, and this is the only page with that name' };
}

/** Rule 6. */
function findMistyped({ path, text }: LinkToCorrect, allowed: readonly CorrectionPage[], site: CorrectionSite) {
  const near = allowed.filter((page) => isSlip(path, page.path, site.usesWord));
  const [page, second] = near;
  if (page === undefined || second !== undefined || fitText(text, page) === 'does not fit') return undefined;
  return { path: page.path, reason: 'a typo in one part of the path' };
}

/** Whether two paths differ by a typo in one word of one segment. */
function isSlip(wrong: string, right: string, usesWord: (word: string) => boolean): boolean {
  const [a, b] = [wrong.toLowerCase().split('/'), right.toLowerCase().split('/')];
  if (a.length !== b.length) return false;
  const different = a.flatMap((segment, index) => (segment === b[index] ? [] : [[segment, b[index] ?? ''] as const]));
  const [pair] = different;
  if (pair === undefined || different.length > 1) return false;
  const [wrongSegment, rightSegment] = pair;
  const limit = Math.min(wrongSegment.length, rightSegment.length) >= 6 ? 2 : 1;
  if (editDistance(wrongSegment, rightSegment, limit) > limit) return false;
  if (simplify(wrongSegment) === simplify(rightSegment)) return true;
  const words = new Set(rightSegment.split(/[-_.]/));
  const changed = wrongSegment.split(/[-_.]/).filter((word) => !words.has(word));
  return changed.length > 0 && changed.every((word) => !/\d/.test(word) && !usesWord(word));
}

/** Words in link text that don't name a page. */
const emptyWords = new Set(
  'a about an and are as at be by can check click docs documentation find for from get go guide guides here how in info information into is it its learn link link more of on one or our out page pages read see site start the their them then there these this to use using view via visit we what when where which with you your'.split(
    ' ',
  ),
);

/** Whether a link's text fits a page's title and path. */
function fitText(text: string, page: CorrectionPage): 'fits' | 'does not fit' | 'says nothing' {
  const textWords = listWords(text).filter((word) => !emptyWords.has(word));
  if (textWords.length === 0) return 'says nothing';
  const known = listWords(`${page.title} ${page.path.replaceAll('/', ' ')}`);
  const shared = textWords.filter((word) => known.some((other) => isSameStem(word, other)));
  if (shared.length === 0) return 'does not fit';
  return shared.length * 2 >= textWords.length ? 'fits' : 'says nothing';
}

const isSameStem = (a: string, b: string): boolean => {
  const length = Math.min(a.length, b.length);
  return a === b || (length >= 4 && a.slice(0, Math.max(4, length - 2)) === b.slice(0, Math.max(4, length - 2)));
};

const listWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];

function simplify(path: string): string {
  return trimEndOf(path.toLowerCase(), '/')
    .replace(/\.(?:mdx?|html?)$/, '')
    .replace(/(?:^|\/)(?:index|readme)$/, '')
    .replace(/[-_ ]/g, '');
}

function lastSegment(path: string): string {
  const trimmed = trimEndOf(path, '/');
  return trimmed.slice(trimmed.lastIndexOf('/') + 1);
}
