import type { SettledInstruction, Statement } from '../instruction.ts';
import { listPages } from '../page-names.ts';
import type { ToolAnswer, ToolRequest } from '../plan.ts';
import { toText } from '../read-answer.ts';
import { settleStatements } from '../settle-statements.ts';

type Checking<T> = Generator<readonly ToolRequest[], T, readonly ToolAnswer[]>;

/**
 * What stands against the requests of a proposal on this site: a page that doesn't exist, a text that occurs nowhere, a
 * redirect that would hide a page. A proposal is offered only if nothing does.
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
    if (/[*/]$|\*/.test(page)) return [];
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
  return found?.value['total'] === 0
    ? [`"${instruction.old}" isn't ${glob === undefined ? 'on any page' : `in "${glob}"`}`]
    : [];
}

function* isFolder(name: string): Checking<boolean> {
  const glob = `${name.replace(/^\/|\/$/g, '').replaceAll(/[()!*?{}[\]]/g, '?')}/**`;
  const [answer] = yield [{ tool: 'list', input: { glob } }];
  return Number(answer?.value['total'] ?? 0) > 0;
}
