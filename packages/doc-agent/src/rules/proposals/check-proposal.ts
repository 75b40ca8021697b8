import { replaceInPage, type OccurrenceKind } from '../../replacement/replace-in-page.ts';
import type { SettledInstruction, Statement } from '../instruction.ts';
import { listPages } from '../page-names.ts';
import type { ToolAnswer, ToolRequest } from '../plan.ts';
import { toText } from '../read-answer.ts';
import { settleStatements } from '../settle-statements.ts';

type Replace = Extract<SettledInstruction, { kind: 'replace' }>;
type Checking<T> = Generator<readonly ToolRequest[], T, readonly ToolAnswer[]>;

/** Only the beginning of longer pages is checked. */
const maxLinesRead = 10_000;
/** The names of the kinds of text that a request can include. */
const askedKinds: Readonly<Partial<Record<OccurrenceKind, string>>> = {
  code: 'in code',
  links: 'in links',
  identifiers: 'in identifiers',
  words: 'inside words',
};

/**
 * Finds objections to a proposal's requests on this site: a page that doesn't exist, text that occurs nowhere, a
 * redirect that would hide a page. A proposal is offered only if no objections are found.
 */
export function* findObstacles(statements: readonly Statement[]): Checking<string[]> {
  const settled = yield* settleStatements(statements);
  const obstacles = [
    ...settled.questions.map(({ text }) => text),
    ...settled.doubtful.map(({ source, hint }) => hint ?? `"${source}" may mean something else`),
  ];
  for (const { instruction } of settled.statements) obstacles.push(...(yield* checkInstruction(instruction)));
  return [...new Set(obstacles)];
}

function* checkInstruction(instruction: SettledInstruction): Checking<string[]> {
  const obstacles: string[] = [];
  const files: string[] = [];
  for (const page of listPages(instruction)) {
    // Folders and globs are places, not pages.
    if (/\/$|\*/.test(page)) return [];
    const [answer] = yield [{ tool: 'read', input: { path: page, lines: 1 } }];
    if (answer?.error === undefined) files.push(toText(answer?.value['path'] ?? page));
    else if (!(yield* isFolder(page))) obstacles.push(answer.error.message);
    else return [];
  }
  if (instruction.kind !== 'replace' || obstacles.length > 0) return obstacles;
  const regex = instruction.old.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  if (regex.length > 900 || /[\r\n]/.test(regex)) return [];
  const glob = files.length === 1 ? files[0] : undefined;
  const [found] = yield [
    { tool: 'grep', input: { regex, files: true, ignoreCase: false, ...(glob === undefined ? {} : { glob }) } },
  ];
  if (found?.value['total'] === 0)
    return [`"${instruction.old}" isn't ${glob === undefined ? 'on any page' : `in "${glob}"`}`];
  return glob === undefined ? [] : yield* checkKinds(instruction, glob);
}

/** Text that the page contains only as another kind, such as code, would cause a question and not be replaced. */
function* checkKinds(instruction: Replace, path: string): Checking<string[]> {
  let text = '';
  for (let from = 1, totalLines = 1; from <= totalLines && from < maxLinesRead;) {
    const [answer] = yield [{ tool: 'read', input: { path, from } }];
    if (answer?.error !== undefined || Number(answer?.value['to']) < from) return [];
    text += toText(answer?.value['content']);
    totalLines = Number(answer?.value['totalLines']);
    from = Number(answer?.value['to']) + 1;
  }
  const { old, new: replacement, kinds = ['prose'], whole = false } = instruction;
  const request = { old, new: replacement, kinds: new Set<OccurrenceKind>(kinds), whole };
  const { replaced, left } = replaceInPage({ path, text }, request);
  if (replaced > 0) return [];
  const asked = [...left.keys()].flatMap((kind) => askedKinds[kind] ?? []);
  const remedy = asked.length === 0 ? '' : `; add "${asked.join('" or "')}" to change it there`;
  return [`"${old}" isn't in the ${kinds.join(' or ')} of "${path}"${remedy}`];
}

function* isFolder(name: string): Checking<boolean> {
  const glob = `${name.replace(/^\/|\/$/g, '').replaceAll(/[()!*?{}[\]]/g, '?')}/**`;
  const [answer] = yield [{ tool: 'list', input: { glob } }];
  return Number(answer?.value['total'] ?? 0) > 0;
}
