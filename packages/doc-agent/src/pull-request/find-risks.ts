import { maskCode } from '../links/find-links.ts';
import type { FileChange } from '../overlay/list-file-changes.ts';
import { toPlainLine } from './safe-text.ts';

export interface RiskFacts {
  readonly changes: readonly FileChange[];
  /** What the person asked for: hosts and files that it names are no surprise. */
  readonly prompt: string;
  /** Whether all changes of a path were made by a rule over many files: links to a moved page, a replacement. */
  readonly isMechanical: (path: string) => boolean;
  /** Whether a host stands in any file of the base. */
  readonly isKnownHost: (host: string) => Promise<boolean>;
}

/** From this many on, a reviewer should see first that files go. */
const manyDeletions = 5;
const maxNamed = 10;

/**
 * What a reviewer has to see before anything else, found in the changes themselves and never in what a model says of
 * them: elements that run or load something from elsewhere, hosts that no file named before, and files that go although
 * nobody asked for it.
 */
export async function findRisks({ changes, prompt, isMechanical, isKnownHost }: RiskFacts): Promise<string[]> {
  const risks: string[] = [];
  const said = prompt.toLowerCase();
  const deleted = changes.filter(({ change }) => change === 'deleted').map(({ path }) => path);
  if (deleted.length >= manyDeletions) risks.push(`${deleted.length} files are deleted: ${name(deleted)}.`);
  const unasked = deleted.filter((path) => !isNamed(path, said));
  if (unasked.length > 0) risks.push(`Deleted although the request does not name it: ${name(unasked)}.`);
  const added = changes
    .filter(({ path, change }) => change === 'added' && !/\.mdx?$/i.test(path))
    .map(({ path }) => path);
  const surprising = added.filter((path) => !isNamed(path, said));
  if (surprising.length > 0)
    risks.push(`New files that are no pages, and that the request does not name: ${name(surprising)}.`);
  const unaskedPages = findUnaskedPages(changes, said).filter((path) => !isMechanical(path));
  if (unaskedPages.length > 0) risks.push(`Changed although the request names other pages: ${name(unaskedPages)}.`);
  for (const change of changes) risks.push(...findElements(change));
  const hosts = new Map<string, string>();
  for (const change of changes)
    for (const host of findNewHosts(change)) if (!said.includes(host) && !hosts.has(host)) hosts.set(host, change.path);
  for (const [host, path] of hosts)
    if (!(await isKnownHost(host)))
      risks.push(
        `\`${quote(path)}\` names the outside host \`${quote(host)}\`, which no file of the site named before.`,
      );
  return risks;
}

function name(paths: readonly string[]): string {
  const shown = paths.slice(0, maxNamed).map((path) => `\`${quote(path)}\``);
  return `${shown.join(', ')}${paths.length > shown.length ? ` and ${paths.length - shown.length} more` : ''}`;
}

const quote = (text: string): string => toPlainLine(text).replaceAll('`', '');

/** By its path, with or without the ending, or by its folder: "delete everything in old/". */
function isNamed(path: string, said: string): boolean {
  const plain = path.toLowerCase().replace(/\.mdx?$/, '');
  const folders = plain
    .split('/')
    .slice(0, -1)
    .map((_, index, all) => `${all.slice(0, index + 1).join('/')}/`);
  return [plain, ...folders].some((candidate) => said.includes(candidate));
}

/** Words by which a request means more pages than it names. */
const manyPages =
  /\b(?:all|any|each|every(?:where)?|across|throughout|whole|entire|rest|others?|pages|docs|documentation|site|everything|wherever|related|relevant)\b/;

/**
 * Modified pages that are none of those that the request names. A request that names no page by its path, or speaks of more than it
 * names, leaves the choice to the agent.
 */
function findUnaskedPages(changes: readonly FileChange[], said: string): string[] {
  const pages = changes.filter(({ path }) => /\.mdx?$/i.test(path));
  const isPageNamed =
    /[\w-]\.mdx?\b/.test(said) ||
    pages.some(({ path, from = '' }) => isWrittenOut(path, said) || isWrittenOut(from, said));
  if (manyPages.test(said) || !isPageNamed) return [];
  return pages
    .filter(
      ({ change, path, before }) => change === 'modified' && !isNamed(path, said) && !isCalled(path, before, said),
    )
    .map(({ path }) => path);
}

/** As a path, not as a word that is one by chance. */
function isWrittenOut(path: string, said: string): boolean {
  const plain = path.toLowerCase().replace(/\.mdx?$/, '');
  return plain.includes('/') && said.includes(plain);
}

/** By the last part of its path, or by its title. */
function isCalled(path: string, text: string, said: string): boolean {
  const last =
    path
      .toLowerCase()
      .replace(/\.mdx?$/, '')
      .split('/')
      .at(-1) ?? '';
  const title = /^title:[ \t]*["']?([^"'\n]{3,200})/m.exec(text.slice(0, 5_000))?.[1]?.trim().toLowerCase();
  const words = last.replaceAll(/[-_]+/g, ' ');
  return [last, words, title].some((called) => called !== undefined && called !== '' && said.includes(called));
}

const elements: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/<script\b/gi, 'a script'],
  [/<iframe\b/gi, 'an embedded page (iframe)'],
  [
    /<(?:object|embed|applet|form|base|link|meta)\b/g,
    'an element that loads or sends something (object, embed, form, base, link, meta)',
  ],
  [/\son[a-z]{3,20}\s{0,5}=\s{0,5}["'{]/gi, 'an event handler'],
  [/\b(?:javascript|data:text\/html|vbscript):/gi, 'a link that runs a program'],
  [/dangerouslySetInnerHTML/g, 'raw HTML'],
];

function findElements({ path, before, after }: FileChange): string[] {
  const old = maskCode(before);
  const now = maskCode(after);
  const found = elements.flatMap(([pattern, what]) => (countOf(now, pattern) > countOf(old, pattern) ? [what] : []));
  if (trackers(now) > trackers(old)) found.push('an image of an outside host, or of one pixel, that may count readers');
  return found.map((what) => `\`${quote(path)}\` has gained ${what}.`);
}

const countOf = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

function trackers(text: string): number {
  const markdown = countOf(text, /!\[[^\]\n]{0,300}\]\(\s{0,5}<?(?:https?:)?\/\//gi);
  const tags = [...text.matchAll(/<(?:img|image|video|source|audio|picture)\b[^<>]{0,2000}/gi)].map(([tag]) => tag);
  const outside = tags.filter((tag) =>
    /\b(?:src|srcset|poster)\s{0,5}=\s{0,5}[{"'`\s]{0,5}(?:https?:)?\/\//i.test(tag),
  );
  const tiny = tags.filter(
    (tag) => /\b(?:width|height)\s{0,5}=\s{0,5}[{"']{0,3}[01](?:px)?["'}\s/]/i.test(tag) && !outside.includes(tag),
  );
  return markdown + outside.length + tiny.length;
}

const hostPattern =
  /(?:\b[a-z][a-z0-9+.-]{1,20}:)?\/\/(?:[^\s/@"'<>]{1,100}@)?([a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?\.[a-z][a-z0-9-]{1,62})\b/gi;
/** RFC 2606 and RFC 6761: nobody's. */
const reserved = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|invalid|test|localhost)$/;

function findNewHosts({ before, after }: FileChange): string[] {
  const hosts = (text: string): Set<string> =>
    new Set([...text.matchAll(hostPattern)].map((match) => (match[1] ?? '').toLowerCase()));
  const known = hosts(before);
  return [...hosts(maskCode(after))].filter((host) => !known.has(host) && !reserved.test(host));
}
