import { toRelativePath } from '../paths/check-path.ts';
import { toLinkPath } from '../paths/page-index.ts';
import type { Instruction, SettledInstruction, Statement, UnreadStatement } from './instruction.ts';
import { listPages, mapPages, readAddress, readTitle } from './page-names.ts';
import type { ToolAnswer, ToolRequest } from './plan.ts';
import { findDoubts } from './find-doubts.ts';
import { quote } from './split-statements.ts';
import { readGroups, readPagePaths, toText } from './read-answer.ts';
import { countOf } from '../text/count-of.ts';

/** A decision that only the author can make, with requests to choose from. */
export interface Question {
  readonly source: string;
  readonly text: string;
  readonly options: readonly string[];
}

type SettledStatement = Statement<SettledInstruction>;

export interface Settled {
  readonly statements: readonly SettledStatement[];
  readonly doubtful: readonly UnreadStatement[];
  readonly questions: readonly Question[];
}

type Settling<T> = Generator<readonly ToolRequest[], T, readonly ToolAnswer[]>;

/**
 * Resolves ambiguities of a prompt with the help of the site: which page a title refers to, whether a new name is a
 * path or a title, whether a key belongs to the frontmatter. Changes nothing. If a question remains, the turn changes
 * nothing.
 */
export function* settleStatements(statements: readonly Statement[]): Settling<Settled> {
  const settled: SettledStatement[] = [];
  const questions: Question[] = [];
  for (const statement of statements) {
    const open = yield* settle(statement, settled);
    if ('options' in open) questions.push(open);
    else settled.push(open);
  }
  questions.push(...findContradictions(settled));
  return { statements: settled, doubtful: yield* findDoubts(settled), questions };
}

/** Finds keys that a prompt sets twice, to different values. */
function findContradictions(statements: readonly SettledStatement[]): Question[] {
  const values = new Map<string, string>();
  return statements.flatMap(({ source, instruction }) => {
    if (instruction.kind !== 'frontmatter') return [];
    return Object.entries(instruction.set).flatMap(([key, value]) => {
      const place = `${toLinkPath(toRelativePath(instruction.page))} ${key}`;
      const [written, before] = [JSON.stringify(value), values.get(place)];
      values.set(place, written);
      if (before === undefined || before === written) return [];
      return [{ source, text: `the same request also sets ${key} to ${before}`, options: [] }];
    });
  });
}

function* settle(statement: Statement, earlier: readonly SettledStatement[]): Settling<SettledStatement | Question> {
  const { source } = statement;
  const paths = new Map<string, string>();
  for (const name of listPages(statement.instruction)) {
    const title = readTitle(name);
    if (title === undefined) continue;
    const found = yield* findPage(source, title);
    if (typeof found !== 'string') return found;
    paths.set(name, found);
  }
  const instruction = mapPages(statement.instruction, (name) => paths.get(name) ?? readAddress(name));
  if (instruction.kind === 'rename') return yield* settleRename(statement, instruction);
  if (instruction.kind === 'move') return yield* settleMove(statement, instruction);
  if (instruction.kind === 'redirect') {
    const redirect = { ...instruction, from: toSource(instruction.from) };
    if (isTakenAway(redirect.from, earlier)) return { ...statement, instruction: redirect };
    return yield* settleRedirect(statement, redirect);
  }
  return { ...statement, instruction };
}

function* findPage(source: string, title: string): Settling<string | Question> {
  const [answer] = yield [{ tool: 'navigation', input: { op: 'find_page', name: title } }];
  const pages = (Array.isArray(answer?.value['pages']) ? answer.value['pages'] : []) as Record<string, unknown>[];
  const found = pages.map((page) => toText(page['path']));
  if (found.length === 1 && found[0] !== undefined) return found[0];
  const written = `the ${title} page`;
  const text =
    found.length === 0
      ? `no page has the title "${title}"`
      : `${countOf(found.length, 'page')} have the title "${title}"`;
  const options = source.split(written).length === 2 ? found.map((path) => source.replace(written, () => path)) : [];
  return { source, text, options };
}

/**
 * Settles a rename. A new name with a slash or an extension is a path, and a name that can't be a path is a title. Any
 * other name may be either.
 */
function* settleRename(
  statement: Statement,
  { page, to }: Extract<Instruction, { kind: 'rename' }>,
): Settling<SettledStatement | Question> {
  if (/\/|\.mdx?$/i.test(to)) return { ...statement, instruction: { kind: 'move', from: page, to } };
  const set = `set title of ${quote(page)} to ${quote(to)}`;
  if (/[\s\p{Lu}]/u.test(to)) {
    const [answer] = yield [{ tool: 'read', input: { path: page, lines: 60 } }];
    if (!/^sidebarTitle:/m.test(toText(answer?.value['content']))) {
      return {
        ...statement,
        instruction: { kind: 'frontmatter', page, set: { title: to }, unset: [], isNamed: false },
      };
    }
    const options = [set, `set sidebarTitle of ${quote(page)} to ${quote(to)}`];
    return { source: statement.source, text: 'the page has different titles for the page and the sidebar', options };
  }
  const folder = page.includes('/') ? page.slice(0, page.lastIndexOf('/') + 1) : '';
  const moves = [...new Set([`${folder}${to}.mdx`, `${to}.mdx`])].map(
    (path) => `move page ${quote(page)} to ${quote(path)}`,
  );
  return { source: statement.source, text: `"${to}" may be a path or a title`, options: [...moves, set] };
}

/**
 * Settles a move. A word without a slash can be a folder, a group or a new name. Existing folders and full paths are
 * certain.
 */
function* settleMove(
  statement: Statement,
  instruction: Extract<Instruction, { kind: 'move' }>,
): Settling<SettledStatement | Question> {
  const { from, to } = instruction;
  if (statement.form === 'yaml' || /\/|\.mdx?$/i.test(to)) return { ...statement, instruction };
  const [listed, shown] = yield [
    { tool: 'list', input: { glob: `${toRelativePath(to).replaceAll(/[()!*?{}[\]]/g, '?')}/**` } },
    { tool: 'navigation', input: { op: 'show', group: to } },
  ];
  const paths = readPagePaths(listed?.value['files']);
  const names = readGroups(shown?.value['groups']).map((trail) => trail.split(' > ').at(-1) ?? '');
  const group = names.find((name) => name.toLowerCase() === to.toLowerCase());
  const isFolder = paths.some((path) => path.startsWith(`${toRelativePath(to)}/`));
  if (isFolder && group === undefined) return { ...statement, instruction };
  const isNewName = !isFolder && group === undefined && isInRoot(from) && /^[\p{Ll}\d-]+$/u.test(to);
  if (isNewName) return { ...statement, instruction };
  const path = isFolder ? to : to.toLowerCase().replaceAll(/[\s_]+/g, '-');
  const move = (target: string): string => `move page ${quote(from)} to ${quote(target)}`;
  const options = [
    ...(group === undefined ? [] : [`move page ${quote(from)} to group ${quote(group)}`]),
    move(`${path}/`),
    ...(isFolder ? [] : [move(`${path}.mdx`)]),
  ];
  const text =
    group === undefined
      ? `the site has no folder or group "${to}", so it may be a new folder or a new name`
      : `"${to}" may be a group or a path`;
  return { source: statement.source, text, options };
}

/** Whether a page is in the root folder, where both interpretations of a new name result in the same path. */
const isInRoot = (page: string): boolean => !toRelativePath(page).includes('/');

/** Whether an earlier statement of the prompt moves or deletes a page. */
function isTakenAway(page: string, earlier: readonly SettledStatement[]): boolean {
  const path = toLinkPath(toRelativePath(page));
  return earlier.some(({ instruction }) => {
    const oldPage =
      instruction.kind === 'move' ? instruction.from : instruction.kind === 'delete' ? instruction.page : '';
    return toLinkPath(toRelativePath(oldPage)) === path;
  });
}

/** Returns the path at which a redirect begins, even if a request names the full address. */
const toSource = (from: string): string => (/^https?:\/\//i.test(from) ? `/${readAddress(from)}` : from);

/** Settles a redirect, which would hide a page at its source path. */
function* settleRedirect(
  statement: Statement,
  instruction: Extract<Instruction, { kind: 'redirect' }>,
): Settling<SettledStatement | Question> {
  const { from, to } = instruction;
  const [answer] = yield [{ tool: 'read', input: { path: from, lines: 1 } }];
  if (answer?.error !== undefined) return { ...statement, instruction };
  const isPage = !/^[a-z][a-z0-9+.-]*:/i.test(to);
  return {
    source: statement.source,
    text: `the redirect would hide the page at "${from}"`,
    options: isPage ? [`delete page ${quote(from)} and redirect to ${quote(to)}`] : [],
  };
}
