import type { FileChange } from '../overlay/list-file-changes.ts';
import { findLinks } from '../links/find-links.ts';
import { diffLines } from '../text/diff-lines.ts';
import { isLegalPage } from './legal-pages.ts';
import type { NamedPages } from './find-named-pages.ts';
import type { Request } from './read-request.ts';

export interface UnaskedPages {
  /** Legal pages that the request does not name. */
  readonly legal: readonly string[];
  readonly changed: readonly string[];
  readonly added: readonly string[];
}

interface PageFacts {
  readonly changes: readonly FileChange[];
  readonly request: Request;
  readonly isMechanical: (path: string) => boolean;
  readonly named: NamedPages;
}

/**
 * Finds changed pages that the request does not cover:
 *
 * 1. A legal page is expected only if the request names it.
 * 2. If the request names pages, all others are unexpected. A request may name a page by path, glob, folder, title,
 *    sidebar title, or group, or as "the alerts page".
 * 3. If the request names no page, or refers to the whole site, the agent chooses the pages.
 * 4. A rule over many files may change more pages if it changes only links, or writes only what the request says.
 */
export function findUnaskedPages({ changes, request, isMechanical, named }: PageFacts): UnaskedPages {
  const touched = changes.filter(({ path, change }) => isPage(path) && !(change === 'deleted'));
  const isAskedRule = (change: FileChange): boolean =>
    change.change === 'modified' &&
    isMechanical(change.path) &&
    (changesLinksOnly(change) || writesWhatIsSaid(change, request));
  const isNamed = ({ path, from, before }: FileChange): boolean =>
    named.isNamed(path, before) || (from !== undefined && named.isNamed(from, before));
  const open = touched.filter((change) => !isAskedRule(change) && !isNamed(change));
  const legal = open.filter(({ path, before, after }) => isLegalPage(path, before === '' ? after : before));
  const others = open.filter((change) => !legal.includes(change));
  const isBound = named.isAny && !speaksOfManyPages(request.text);
  const added = others.filter(({ change }) => change === 'added');
  const paths = (list: readonly FileChange[]): string[] => list.map(({ path }) => path);
  return {
    legal: paths(legal),
    changed: isBound ? paths(others.filter((change) => !added.includes(change))) : [],
    added: isBound && !creates.test(request.text) ? paths(added) : [],
  };
}

const isPage = (path: string): boolean => /\.mdx?$/i.test(path);
const creates =
  /\b(?:add|create|write|new|draft|document|split|move|rename|translate|localize|port|publish|page (?:for|about|on)|guide|tutorial|changelog|release notes?|entry|extract|describe|explain|generate|cover|start|make|copy|duplicate|import|convert)\b/;

/** Words that extend a request beyond the pages that it names. Words in paths don't count. */
export function speaksOfManyPages(text: string): boolean {
  const plain = text
    .replaceAll(/(?<![\w./*-])[\w.*-]{0,200}\/[\w./*-]*/g, ' ')
    .replaceAll(/["“`][^"”`\n]{0,300}["”`]/g, ' ');
  return manyPages.test(plain) || (mentions.test(plain) && !narrowed.test(plain));
}
const pageNouns = String.raw`(?:pages?|docs?|guides?|files?|articles?|tutorials?|documents?|sections?|chapters?|topics?|languages?|translations?|versions?|places?)`;
const manyPages = new RegExp(
  String.raw`\b(?:every ?where|throughout|across|wherever|site-?wide|repo-?wide|globally)\b|\b(?:whole|entire|complete|full|all(?: of)?(?: the| our| these| those)?) (?:\w+ )?(?:site|docs?|documentation|manual|repo|repository|everything)\b|\b(?:all|any|each|every|other|both|related|relevant|affected|remaining|these|those|multiple|several|various|many)(?: of)?(?: the| our| other)? (?:[\w-]+ ){0,2}${pageNouns}\b|\b(?:in|over|across|through|of|on|to) (?:the|our|your) (?:docs|documentation|site|manual)\b(?! (?:page|guide|folder|section))|\b(?:the )?rest of\b|\beverything\b|\bpages\b|\bwhere(?:ver)? (?:needed|necessary|appropriate|relevant)\b`,
);
const mentions =
  /\b(?:all|any|each|every)(?: of)?(?: the)? (?:[\w-]+ ){0,2}(?:mentions?|links?|occurrences?|instances?|references?|uses?|usages?|examples?|snippets?|code blocks?|typos?|misspellings?|errors?|mistakes?|appearances?|anchors?|spellings?)\b|\bfix(?:es|ed)? (?:broken|dead) links\b/;
/** "…on the alerts page": the scope is that page. */
const narrowed =
  /\b(?:in|on|of|from|within|to) (?:the |this |our )?(?:[\w'-]+ ){1,5}(?:page|guide|tutorial|article|file)\b/;

/** Whether two versions differ only in link targets. */
function changesLinksOnly({ path, before, after }: FileChange): boolean {
  const plain = (text: string): string => {
    let out = '';
    let at = 0;
    for (const { start, end } of findLinks(path, text)) {
      if (start < at) continue;
      out += text.slice(at, start);
      at = end;
    }
    return out + text.slice(at);
  };
  return plain(before) === plain(after) && !hasNewOutsideLink(path, before, after);
}

function hasNewOutsideLink(path: string, before: string, after: string): boolean {
  const old = new Set(findLinks(path, before).map(({ target }) => target));
  return findLinks(path, after).some(
    ({ target }) => /^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i.test(target) && !old.has(target),
  );
}

/** Whether the request contains the text that each changed line gains or, if it gains none, the text that it loses. */
function writesWhatIsSaid({ before, after }: FileChange, request: Request): boolean {
  const runs = diffLines(before, after);
  return runs.every((run, index) => {
    if (run.kind === 'same') return true;
    const pair = run.kind === 'removed' ? runs[index + 1] : runs[index - 1];
    if (pair === undefined || pair.kind === 'same' || pair.lines.length !== run.lines.length) return false;
    const [old, now] = run.kind === 'removed' ? [run.lines, pair.lines] : [pair.lines, run.lines];
    return run.kind === 'added' || old.every((line, at) => isSaid(line, now[at] ?? '', request));
  });
}

/** Whether the request contains the words that a line gains or, if it gains no words, those that it loses. */
function isSaid(old: string, now: string, request: Request): boolean {
  const split = (line: string): string[] => line.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
  const a = split(old);
  const b = split(now);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const gained = b.slice(head, b.length - tail);
  const lost = a.slice(head, a.length - tail);
  const words = (parts: readonly string[]): string[] => parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
  // If a line has several changes, the text between them is not new.
  const known = new Set(words(a).map((word) => word.toLowerCase()));
  const fresh = words(gained).filter((word) => !known.has(word.toLowerCase()));
  const checked = fresh.length > 0 ? fresh : words(lost).filter((word) => !new Set(b).has(word));
  return checked.every((word) => request.text.includes(word.toLowerCase()));
}
