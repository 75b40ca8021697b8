import { Type } from 'typebox';
import { maxGlobLength } from '../policy/compile-glob.ts';
import { repositoryName, requireCode } from './code-input.ts';
import { filterByGlob } from './list-files.ts';
import { defineTool } from './tool.ts';

const maxFolders = 60;

export const codeListTool = defineTool({
  name: 'code_list',
  description:
    'Lists files of a context repository that match a glob, such as "src/**/*.ts"; without a glob, all files. At most 500 per call; continue with `from`. Symbolic links, submodules and Git LFS pointers are marked as such and not followed.',
  input: Type.Object({
    repository: repositoryName,
    glob: Type.Optional(Type.String({ maxLength: maxGlobLength })),
    from: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
  }),
  async run({ repository: name, glob, from = 0 }, context) {
    const { code, repository } = requireCode(context, name);
    const { workspace, signal } = context;
    const all = await code.list(repository, repository.commit, signal);
    const found = glob === undefined ? all : await filterByGlob(all, glob, signal);
    const shown = found.slice(from, from + workspace.policy.limits.listEntries);
    const pointers = await code.findPointers(repository, shown, signal);
    const files = shown.map(({ path, kind, sizeBytes }) => {
      if (kind !== 'file') return { path, kind };
      return pointers.has(path) ? { path, kind: 'lfs-pointer' } : { path, bytes: sizeBytes };
    });
    const next = from + shown.length;
    const isPart = next < found.length;
    return {
      commit: repository.commit,
      total: found.length,
      files,
      ...(isPart ? { next, folders: countFolders(found.map(({ path }) => path)) } : {}),
    };
  },
});

/** The number of files in each top-level folder, to help choose a narrower glob. */
function countFolders(paths: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const slash = path.indexOf('/');
    const folder = slash === -1 ? '.' : path.slice(0, slash + 1);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].slice(0, maxFolders));
}
