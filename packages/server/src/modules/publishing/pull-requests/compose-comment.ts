import type { SearchChange } from '@docwright/contract';
import type { GateIssue } from '@docwright/doc-agent';
import type { FileChange } from '../../../platform/git/index.ts';
import { countOf } from '../../../platform/words/count-of.ts';

/** The content of a comment on a pull request. */
export interface CommentFacts {
  readonly marker: string;
  readonly projectName: string;
  /** The preview's plain address, which grants no access to a protected preview. */
  readonly url: string;
  readonly commit: string;
  readonly outcome:
    | { readonly kind: 'ready'; readonly pageCount: number }
    /** `shown` is the commit that readers of the preview get instead. */
    | { readonly kind: 'failed'; readonly reason: string; readonly shown: string | undefined };
  /** `undefined` if the base is unknown here. */
  readonly changes: readonly FileChange[] | undefined;
  readonly docsFolder: string;
  /** Findings that the base's site does not have; `undefined` if nothing can be compared. */
  readonly findings: readonly GateIssue[] | undefined;
  readonly baseBranch: string;
  /** Searches that are worse or better in the preview than on the live site; empty if nothing was compared. */
  readonly searches: readonly SearchChange[];
}

const maxPages = 20;
const maxFindings = 20;
const maxSearches = 20;

export function composeComment(facts: CommentFacts): string {
  const parts = [facts.marker, headline(facts), listPages(facts), listFindings(facts), listSearches(facts)];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function headline({ projectName, url, commit, outcome }: CommentFacts): string {
  const title = `**Preview of ${asText(projectName)}**`;
  if (outcome.kind === 'ready') {
    const pages = countOf(outcome.pageCount, 'page');
    return `${title}: ${url}\n\nCommit ${asCode(commit.slice(0, 10))}, ${pages}.`;
  }
  const instead =
    outcome.shown === undefined ? '' : `\n\n${url} still shows commit ${asCode(outcome.shown.slice(0, 10))}.`;
  return `${title}: commit ${asCode(commit.slice(0, 10))} could not be built. ${asText(outcome.reason)}${instead}`;
}

function listPages({ changes, docsFolder, url, outcome }: CommentFacts): string {
  if (changes === undefined || changes.length === 0) return '';
  const pages = changes.flatMap((change) => {
    const page = toPage(change.path, docsFolder);
    return page === undefined ? [] : [{ page, change: change.change }];
  });
  const rest = changes.length - pages.length;
  const lines = pages.slice(0, maxPages).map(({ page, change }) => {
    const isThere = outcome.kind === 'ready' && change !== 'deleted';
    const name = asCode(page === '' ? 'index' : page);
    return `- ${isThere ? `[${name}](${url}/${encodePath(page)})` : name}${change === 'modified' ? '' : ` (${change})`}`;
  });
  const more = [
    ...(pages.length > maxPages ? [countOf(pages.length - maxPages, 'more page')] : []),
    ...(rest > 0 ? [countOf(rest, 'other file')] : []),
  ];
  if (more.length > 0) lines.push(`- ${more.join(' and ')}`);
  return `**Changed**\n\n${lines.join('\n')}`;
}

/** Returns the address of a file's page, or `undefined` if the file isn't a page. */
function toPage(path: string, docsFolder: string): string | undefined {
  const inFolder = docsFolder === '' ? path : path.slice(docsFolder.length + 1);
  const [, page] = /^(?!snippets\/)(.+)\.mdx?$/.exec(inFolder) ?? [];
  return page?.replace(/(?:^|\/)index$/, '');
}

const encodePath = (page: string): string => page.split('/').map(encodeURIComponent).join('/');

function listFindings({ findings, baseBranch }: CommentFacts): string {
  if (findings === undefined) return '';
  if (findings.length === 0) return `No findings beyond those of ${asCode(baseBranch)}.`;
  const lines = findings.slice(0, maxFindings).map(({ severity, path, line, message }) => {
    const place = line === undefined ? path : `${path}:${line}`;
    return `- ${severity} in ${asCode(place)}: ${asText(message)}`;
  });
  if (findings.length > maxFindings) lines.push(`- ${findings.length - maxFindings} more`);
  return `**New findings** (compared with ${asCode(baseBranch)})\n\n${lines.join('\n')}`;
}

/** Lists the changed searches. Returns an empty text if no search changed. */
function listSearches({ searches }: CommentFacts): string {
  if (searches.length === 0) return '';
  const lines = searches.slice(0, maxSearches).map((change) => {
    const { query, path, before, after, answeredBefore, answeredAfter, verdict } = change;
    const places = before === after ? [] : [`${toPlace(before)} → ${toPlace(after)}`];
    const isLost = answeredBefore === true && answeredAfter === false;
    const isFound = answeredBefore === false && answeredAfter === true;
    const answer = isLost ? ['no longer answered'] : isFound ? ['now answered'] : [];
    return `- ${verdict}: ${asCode(query)}: ${[...places, ...answer].join(', ')} (${asCode(path)})`;
  });
  if (searches.length > maxSearches) lines.push(`- ${searches.length - maxSearches} more`);
  return `**Search** (rank of the page, compared with the live site)\n\n${lines.join('\n')}`;
}

const toPlace = (place: number | null): string => (place === null ? 'not found' : String(place));

/** Renders a pull request author's text literally, without markup, mentions or references to issues. */
const asText = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .slice(0, 300)
    .replaceAll(/[\\`*_{}[\]()#!|<>~&]/g, String.raw`\$&`)
    .replaceAll(/@(?=\w)/g, '@\u200b')
    .replaceAll(/(?<=https?):(?=\\?\/)/g, ':\u200b');

/**
 * A code span ends only at a backtick or the end of a line. Control characters that reverse or hide text are removed,
 * because nobody types them to find a page.
 */
const asCode = (text: string): string =>
  `\`${text.replaceAll(/[`\s\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ').slice(0, 200)}\``;
