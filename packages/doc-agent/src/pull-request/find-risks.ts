import type { FileChange } from '../overlay/list-file-changes.ts';
import { compareSettings, type ChangedSetting } from '../risks/compare-settings.ts';
import { findLostSafeguards, findNewElements } from '../risks/find-elements.ts';
import { describeFinding, findNewFindings } from '../risks/find-new-findings.ts';
import { findNamedPages, type SitePage } from '../risks/find-named-pages.ts';
import { findUnaskedPages } from '../risks/find-unasked-pages.ts';
import { isLegalPage } from '../risks/legal-pages.ts';
import { readRequest, type Request } from '../risks/read-request.ts';
import { toPlainLine } from './safe-text.ts';
import { countOf } from '../text/count-of.ts';

export interface RiskFacts {
  readonly changes: readonly FileChange[];
  /** The requests of all turns. Anything that they name is expected. */
  readonly prompt: string;
  /** Whether all of a path's changes result from a rule over many files (links to a moved page, a replacement). */
  readonly isMechanical: (path: string) => boolean;
  /** Text of the base's pages and data files, by path. */
  readonly readBase: () => Promise<readonly (readonly [path: string, text: string])[]>;
  /** Names of the navigation's groups, tabs and the like that contain a page, by its path without extension. */
  readonly readGroups?: () => Promise<ReadonlyMap<string, readonly string[]>>;
}

/** If at least this many files are deleted, a reviewer should see the deletion first. */
const manyDeletions = 5;
const maxNamed = 10;

/**
 * Finds the changes that a reviewer must see first, based on the changes themselves and never on a model's description:
 *
 * 1. everything that readers run, load, trust or are sent to, if neither the site nor the request named it before;
 * 2. every setting that loads something or speaks for the site's owner to others, unless the request names it;
 * 3. legal pages, and files that the request does not name, if it names any.
 *
 * Each risk names the file, the line and the value. The time is linear in the size of the changes and the base.
 */
export async function findRisks(facts: RiskFacts): Promise<string[]> {
  const { changes, prompt, readBase } = facts;
  const request = readRequest(prompt);
  const findings = await findNewFindings(changes, request, readBase);
  return [
    ...(await findFileRisks(facts, request)),
    ...changes.flatMap((change) =>
      compareSettings(change, request).map((setting) => describeSetting(change.path, setting)),
    ),
    ...changes.flatMap(describeElements),
    ...findings.map((finding) => describeFinding(finding, quote)),
    ...changes.flatMap((change) => describeLostSafeguards(change, request)),
  ];
}

async function findFileRisks(
  { changes, isMechanical, readBase, readGroups }: RiskFacts,
  request: Request,
): Promise<string[]> {
  const named = findNamedPages(listPages(await readBase(), await readGroups?.()), request);
  const risks: string[] = [];
  const deleted = changes.filter(({ change }) => change === 'deleted');
  if (deleted.length >= manyDeletions)
    risks.push(`Deletes ${countOf(deleted.length, 'file')}: ${name(pathsOf(deleted))}.`);
  const unasked = deleted.filter(({ path, before }) => !named.isNamed(path, before));
  if (unasked.length > 0) risks.push(`Deleted, but not named in the request: ${name(pathsOf(unasked))}.`);
  const surprising = changes.filter(
    // A person attached the image to the request.
    ({ path, change, image }) => change === 'added' && image === undefined && !isPage(path) && !named.isNamed(path, ''),
  );
  if (surprising.length > 0)
    risks.push(`New files that are not pages and are not named in the request: ${name(pathsOf(surprising))}.`);
  const pages = findUnaskedPages({ changes, request, isMechanical, named });
  if (pages.legal.length > 0)
    risks.push(`Changed legal pages that are not named in the request: ${name(pages.legal)}.`);
  if (pages.changed.length > 0) risks.push(`Changed, but the request names other pages: ${name(pages.changed)}.`);
  if (pages.added.length > 0) risks.push(`New pages that are not requested: ${name(pages.added)}.`);
  return risks;
}

function listPages(
  texts: readonly (readonly [path: string, text: string])[],
  groups: ReadonlyMap<string, readonly string[]> = new Map(),
): SitePage[] {
  return texts
    .filter(([path]) => isPage(path))
    .map(([path, text]) => ({ path, text, groups: groups.get(path.replace(/\.mdx?$/i, '')) ?? [] }));
}

const isPage = (path: string): boolean => /\.mdx?$/i.test(path);
const pathsOf = (changes: readonly FileChange[]): string[] => changes.map(({ path }) => path);

function name(paths: readonly string[]): string {
  const shown = paths.slice(0, maxNamed).map((path) => `\`${quote(path)}\``);
  return `${shown.join(', ')}${paths.length > shown.length ? ` and ${paths.length - shown.length} more` : ''}`;
}

/** Formats a value for inline code, which notifies no one: on one line, without invisible characters. */
const quote = (text: string): string =>
  toPlainLine(`.${text.replaceAll('@', '\uE000')}`)
    .slice(1)
    .replaceAll('\uE000', '@')
    .replaceAll('`', '')
    .trim();

function describeSetting(path: string, { key, value, line }: ChangedSetting): string {
  if (value === undefined) return `\`${quote(path)}\` no longer has the setting \`${quote(key)}\`.`;
  return `\`${quote(path)}\` line ${line} sets \`${quote(key)}\` to \`${quote(value.slice(0, 200))}\`.`;
}

const describeElements = (change: FileChange): string[] =>
  change.change === 'deleted'
    ? []
    : findNewElements(change).map(({ what, line }) => `\`${quote(change.path)}\` line ${line} now has ${what}.`);

function describeLostSafeguards(change: FileChange, request: Request): string[] {
  return findLostSafeguards(change)
    .filter((sentence) => !request.names(sentence) && !isLegalPage(change.path, change.before))
    .map((sentence) => `\`${quote(change.path)}\` no longer says \`${quote(sentence.slice(0, 200))}\`.`);
}
