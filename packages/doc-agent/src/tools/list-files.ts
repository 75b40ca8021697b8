import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { Type } from 'typebox';
import { compileGlob, maxGlobLength } from '../policy/compile-glob.ts';
import { defineTool } from './tool.ts';
import { ToolError } from '../errors.ts';

export const listFilesTool = defineTool({
  name: 'list',
  description:
    'Lists files of the docs folder that match a glob, such as "guides/**/*.mdx". Without a glob: all files.',
  input: Type.Object({ glob: Type.Optional(Type.String({ maxLength: maxGlobLength })) }),
  async run({ glob }, { workspace, signal }) {
    const found = await filterByGlob(await workspace.readable(), glob ?? '**', signal);
    const shown = found.slice(0, workspace.policy.limits.listEntries);
    return { total: found.length, files: shown.map((file) => ({ path: file.path, bytes: file.sizeBytes })) };
  },
});

const filesAtATime = 50;

/** The files that match a model's glob. Yields to other jobs of the process. */
export async function filterByGlob<T extends { readonly path: string }>(
  files: readonly T[],
  glob: string,
  signal: AbortSignal,
): Promise<T[]> {
  const matches = compileToolGlob(glob);
  const found: T[] = [];
  for (const [index, file] of files.entries()) {
    if (index % filesAtATime === filesAtATime - 1) await yieldToOthers(undefined, { signal });
    if (matches(file.path)) found.push(file);
  }
  return found;
}

function compileToolGlob(glob: string): (path: string) => boolean {
  if (/[()]|^!/.test(glob)) {
    throw new ToolError(
      'invalid_pattern',
      `the glob ${JSON.stringify(glob)} can't contain parentheses or begin with "!"`,
    );
  }
  return compileGlob(glob, { dot: false, ignoreCase: false });
}
