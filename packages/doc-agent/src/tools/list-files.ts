import picomatch from 'picomatch';
import { Type } from 'typebox';
import { defineTool } from './tool.ts';
import { ToolError } from './tool-error.ts';

export const listFilesTool = defineTool({
  name: 'list',
  description:
    'Lists files of the docs folder that match a glob, such as "guides/**/*.mdx". Without a glob: all files.',
  input: Type.Object({ glob: Type.Optional(Type.String({ maxLength: 300 })) }),
  async run({ glob }, { workspace }) {
    const matches = compileGlob(glob ?? '**');
    const found = (await workspace.readable()).filter((file) => matches(file.path));
    const shown = found.slice(0, workspace.policy.limits.listEntries);
    return { total: found.length, files: shown.map((file) => ({ path: file.path, bytes: file.sizeBytes })) };
  },
});

/** A glob as a test of paths. A leading "/" means the docs folder. Globs that could take exponential time are refused. */
export function compileGlob(glob: string): (path: string) => boolean {
  const pattern = glob.replace(/^\.?\//, '');
  if (/[()]/.test(pattern) || (pattern.match(/\*/g)?.length ?? 0) > 8 || (pattern.match(/\{/g)?.length ?? 0) > 3) {
    throw new ToolError(
      'invalid_pattern',
      `the glob ${JSON.stringify(glob)} is too complex: at most 8 stars and 3 braces, no parentheses`,
    );
  }
  const matches = picomatch(pattern, { dot: false, noextglob: true });
  // Only one argument goes on: picomatch takes a second one, which `filter` would give it.
  return (path) => matches(path);
}
