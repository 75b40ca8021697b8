import { Type } from 'typebox';
import { ToolError } from '../errors.ts';
import { requirePath } from './locate-file.ts';
import { defineTool } from './tool.ts';

export const revertTool = defineTool({
  name: 'revert',
  description:
    'Takes back what you have changed in the files of `paths`, so that they are as in the base commit. Reverts both paths of a moved page; links and navigation that other files changed with it stay, see `diff`.',
  input: Type.Object({ paths: Type.Array(Type.String({ maxLength: 500 }), { minItems: 1, maxItems: 100 }) }),
  async run({ paths }, { workspace }) {
    const wanted = new Set(paths.map(requirePath));
    for (const path of paths.map(requirePath)) {
      const entry = workspace.overlay.get(path);
      if (entry === undefined) throw new ToolError('no_change', `"${path}" was not changed`);
      const from = entry.kind === 'write' ? entry.movedFrom : undefined;
      if (from !== undefined && workspace.overlay.has(from)) wanted.add(from);
      for (const [other, moved] of workspace.overlay)
        if (entry.kind === 'delete' && moved.kind === 'write' && moved.movedFrom === path) wanted.add(other);
    }
    await workspace.apply([...wanted].map((path) => ({ path, entry: null })));
    return { reverted: [...wanted].sort() };
  },
});
