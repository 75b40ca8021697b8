import { replaceInPage, type OccurrenceKind } from '../../replacement/replace-in-page.ts';
import { countOf } from '../../text/count-of.ts';
import type { SettledInstruction } from '../instruction.ts';
import { listPages } from '../page-names.ts';
import { parsePrompt } from '../parse-prompt.ts';
import type { ToolAnswer, ToolRequest } from '../plan.ts';
import { readGroups, toText } from '../read-answer.ts';
import { settleStatements } from '../settle-statements.ts';
import { quote } from '../split-statements.ts';
import { formatPage, type Written } from './wording.ts';

type Replace = Extract<SettledInstruction, { kind: 'replace' }>;
type Checking<T> = Generator<readonly ToolRequest[], T, readonly ToolAnswer[]>;

/** Only the beginning of longer pages is checked. */
const maxLinesRead = 10_000;
/** If text is in more files than this, its kinds aren't checked. */
const maxFilesRead = 8;
/** The names of the kinds of text that a request can include. */
const askedKinds: Readonly<Partial<Record<OccurrenceKind, string>>> = {
  code: 'code',
  links: 'links',
  identifiers: 'identifiers',
  words: 'inside words',
};

export interface CheckedProposal {
  /** The requests, with the kinds of text in which the site contains the text to replace. */
  readonly requests: readonly string[];
  readonly obstacles: readonly string[];
}

/**
 * Finds objections to a proposal's requests on this site: a page that doesn't exist, text that occurs nowhere, a
 * redirect that would hide a page. A proposal is offered only if no objections are found.
 */
export function* checkProposal(written: readonly Written[]): Checking<CheckedProposal> {
  const chosen: Written[] = [];
  for (const each of written) {
    const { request, others = [], fallbacks = [] } = each;
    if (others.length + fallbacks.length === 0) {
      chosen.push(each);
      continue;
    }
    const [only, ...more] = yield* listFitting(each, [request, ...others]);
    const [fallback] = only === undefined ? yield* listFitting(each, fallbacks) : [];
    const fitting = only ?? fallback;
    if (fitting === undefined || more.length > 0) return { requests: [], obstacles: [] };
    chosen.push(fitting);
  }
  return yield* checkRequests(chosen);
}

function* listFitting(written: Written, requests: readonly string[]): Checking<Written[]> {
  const fitting: Written[] = [];
  for (const request of requests) {
    const { obstacles } = yield* checkRequests([{ ...written, request }]);
    if (obstacles.length === 0) fitting.push({ request, isOnce: written.isOnce });
  }
  return fitting;
}

function* checkRequests(written: readonly Written[]): Checking<CheckedProposal> {
  const requests = written.map(({ request }) => request);
  const settled = yield* settleStatements(parsePrompt(requests.join('\n')).statements);
  const obstacles = [
    ...settled.questions.map(({ text }) => text),
    ...settled.doubtful.map(({ source, hint }) => hint ?? `"${source}" may mean something else`),
  ];
  if (obstacles.length > 0) return { requests, obstacles: [...new Set(obstacles)] };
  const amended: string[] = [];
  for (const [index, { instruction }] of settled.statements.entries()) {
    const { request = '', isOnce = false } = written[index] ?? {};
    const checked = yield* checkInstruction(instruction, isOnce);
    obstacles.push(...checked.obstacles);
    amended.push(
      `${checked.request ?? request}${checked.kinds.length === 0 ? '' : ` in ${checked.kinds.join(' and ')}`}`,
    );
  }
  return { requests: amended, obstacles: [...new Set(obstacles)] };
}

interface Checked {
  readonly obstacles: readonly string[];
  /** The kinds of text that the request must name. */
  readonly kinds: readonly string[];
  /** Replacement for the request, if it has to change. */
  readonly request?: string;
}

const fine: Checked = { obstacles: [], kinds: [] };
const objection = (text: string): Checked => ({ obstacles: [text], kinds: [] });

function* checkInstruction(instruction: SettledInstruction, isOnce: boolean): Checking<Checked> {
  const files: string[] = [];
  for (const page of listPages(instruction)) {
    // Folders and globs are places, not pages.
    if (/\/$|\*/.test(page)) return fine;
    const [answer] = yield [{ tool: 'read', input: { path: page, lines: 1 } }];
    if (answer?.error === undefined) files.push(toText(answer?.value['path'] ?? page));
    else if (!(yield* isFolder(page))) return objection(answer.error.message);
    else return fine;
  }
  switch (instruction.kind) {
    case 'replace':
      return yield* checkReplacement(instruction, files, isOnce);
    case 'rename_section':
    case 'remove_section':
    case 'add_to_section':
      return yield* checkHeading(files[0] ?? instruction.page, instruction.section);
    case 'add_to_group':
    case 'rename_group':
    case 'move_group':
      return yield* checkGroup(instruction.group);
    case 'move': {
      const [answer] = yield [{ tool: 'read', input: { path: instruction.to, lines: 1 } }];
      return answer?.error === undefined ? objection(`"${instruction.to}" already exists`) : fine;
    }
    default:
      return fine;
  }
}

function* checkReplacement(instruction: Replace, pages: readonly string[], isOnce: boolean): Checking<Checked> {
  const regex = instruction.old.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  if (regex.length > 900 || /[\r\n]/.test(regex)) return fine;
  const glob = pages.length === 1 ? pages[0] : undefined;
  const [found] = yield [
    { tool: 'grep', input: { regex, files: true, ignoreCase: false, ...(glob === undefined ? {} : { glob }) } },
  ];
  const hits = Array.isArray(found?.value['files']) ? (found.value['files'] as Record<string, unknown>[]) : [];
  const total = Number(found?.value['total'] ?? 0);
  if (total === 0)
    return objection(`"${instruction.old}" isn't ${glob === undefined ? 'on any page' : `in "${glob}"`}`);
  if (total > maxFilesRead && pages.length === 0) return fine;
  const paths = pages.length > 0 ? pages : hits.map(({ path }) => toText(path));
  return yield* checkKinds(instruction, paths, isOnce);
}

/**
 * Checks the kinds of text: text that the pages contain only as another kind, such as code, would cause a question
 * instead of being replaced.
 */
function* checkKinds(instruction: Replace, paths: readonly string[], isOnce: boolean): Checking<Checked> {
  const { old, new: replacement, kinds = ['prose'], whole = false } = instruction;
  const request = { old, new: replacement, kinds: new Set<OccurrenceKind>(kinds), whole };
  let replaced = 0;
  let removal: string | undefined;
  const left = new Map<OccurrenceKind, number>();
  for (const path of paths) {
    const text = yield* readPage(path);
    if (text === undefined) return fine;
    const result = replaceInPage({ path, text }, request);
    replaced += result.replaced;
    if (replacement === '' && paths.length === 1) removal = writeRemoval(text, old, path);
    for (const [kind, count] of result.left) left.set(kind, (left.get(kind) ?? 0) + count);
  }
  const where = paths.map((path) => `"${path}"`).join(' or ');
  const asked = replaced > 0 || whole ? [] : [...left.keys()].flatMap((kind) => askedKinds[kind] ?? []);
  const count = replaced > 0 ? replaced : [...left.values()].reduce((sum, each) => sum + each, 0);
  if (replaced === 0 && asked.length === 0) return objection(`"${old}" isn't in the ${kinds.join(' or ')} of ${where}`);
  if (isOnce && count !== 1) return objection(`"${old}" is in ${countOf(count, 'place')} of ${where}`);
  return { obstacles: [], kinds: asked, ...(removal === undefined ? {} : { request: removal }) };
}

/** Writes a request that also removes a space next to the text, so that no double or leading space is left. */
function writeRemoval(text: string, old: string, path: string): string {
  const wanted = [`${old} `, ` ${old}`].find((each) => text.split(each).length === 2) ?? old;
  return `replace ${quote(wanted)} with "" in ${formatPage(path)}`;
}

function* readPage(path: string): Checking<string | undefined> {
  let text = '';
  for (let from = 1, totalLines = 1; from <= totalLines && from < maxLinesRead;) {
    const [answer] = yield [{ tool: 'read', input: { path, from } }];
    if (answer?.error !== undefined || Number(answer?.value['to']) < from) return undefined;
    text += toText(answer?.value['content']);
    totalLines = Number(answer?.value['totalLines']);
    from = Number(answer?.value['to']) + 1;
  }
  return text;
}

function* checkHeading(path: string, section: string): Checking<Checked> {
  const text = yield* readPage(path);
  const wanted = toLetters(section);
  const isThere =
    text === undefined || text.split('\n').some((line) => /^\s*#/.test(line) && toLetters(line) === wanted);
  return isThere ? fine : objection(`"${path}" has no heading "${section}"`);
}

/** A heading as readers see it, without its level, anchor and markup. */
const toLetters = (heading: string): string =>
  heading
    .trimEnd()
    .replace(/\{#[^{}]*\}$/, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

function* checkGroup(group: string): Checking<Checked> {
  const [shown] = yield [{ tool: 'navigation', input: { op: 'show', group } }];
  const names = readGroups(shown?.value['groups']).map((trail) => (trail.split(' > ').at(-1) ?? '').toLowerCase());
  const wanted = (group.split(' > ').at(-1) ?? '').toLowerCase();
  return names.includes(wanted) ? fine : objection(`the navigation has no group "${group}"`);
}

function* isFolder(name: string): Checking<boolean> {
  const glob = `${name.replace(/^\/|\/$/g, '').replaceAll(/[()!*?{}[\]]/g, '?')}/**`;
  const [answer] = yield [{ tool: 'list', input: { glob } }];
  return Number(answer?.value['total'] ?? 0) > 0;
}
