import { Type } from 'typebox';
import { ToolError } from '../errors.ts';
import { requirePath } from './locate-file.ts';
import { defineTool } from './tool.ts';

export const revertTool = defineTool({
  name: 'revert',
  description:
    'Restores the files in `paths` to their state in the base commit. For a moved page, restores both paths; links and navigation that the move changed in other files stay changed (see `diff`).',
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
