import { splitLines } from '../text/diff-lines.ts';
import { toRelativePath } from '../paths/check-path.ts';
import type { CitedLines } from '../turn.ts';
import type { Workspace } from '../workspace/workspace.ts';

const maxSourceLines = 400;

export interface CheckedSources {
  readonly right: readonly CitedLines[];
  /** A clause about each of the other citations. */
  readonly problems: readonly string[];
}

/** Checks that the lines that an answer cites exist at the base commit, in files that the model can read. */
export async function checkSources(workspace: Workspace, sources: readonly CitedLines[]): Promise<CheckedSources> {
  const readable = new Set((await workspace.base.listReadable()).map(({ path }) => path));
  const right = new Map<string, CitedLines>();
  const problems: string[] = [];
  for (const source of sources) {
    const given = toRelativePath(source.path);
    const path = [given, `${given}.mdx`].find((one) => readable.has(one)) ?? given;
    const { from, to } = source;
    const name = JSON.stringify(path.slice(0, 200));
    const text = readable.has(path) ? await workspace.base.text(path) : undefined;
    const total = typeof text === 'string' ? splitLines(text).length : 0;
    if (typeof text !== 'string') problems.push(`${name} is not a text file of the site`);
    else if (to < from) problems.push(`the lines ${from} to ${to} of ${name} are not in order`);
    else if (to > total) problems.push(`${name} ends at line ${total}`);
    else if (to - from >= maxSourceLines) problems.push(`more than ${maxSourceLines} lines of ${name} are cited`);
    else right.set(`${path} ${from} ${to}`, { path, from, to });
  }
  return { right: [...right.values()], problems };
}
