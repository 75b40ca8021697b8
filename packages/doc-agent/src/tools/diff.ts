import { Type } from 'typebox';
import { formatFileDiff } from '../overlay/unified-diff.ts';
import { requirePath } from './locate-file.ts';
import { defineTool } from './tool.ts';

const maxDiffLength = 24_000;

export const diffTool = defineTool({
  name: 'diff',
  description:
    'Shows what you have changed so far in this job: the files, and the unified diff of those in `paths` (default: all).',
  input: Type.Object({ paths: Type.Optional(Type.Array(Type.String({ maxLength: 500 }), { maxItems: 30 })) }),
  async run({ paths }, { workspace }) {
    const changes = await workspace.fileChanges();
    const wanted = paths === undefined ? undefined : new Set(paths.map(requirePath));
    const shown = changes.filter(({ path }) => wanted?.has(path) ?? true);
    let diff = '';
    const left: string[] = [];
    for (const change of shown) {
      const text = formatFileDiff(change);
      if (diff.length + text.length > maxDiffLength) left.push(change.path);
      else diff += text;
    }
    const files = changes.map(({ path, change }) => ({ path, change }));
    return { files, diff, ...(left.length === 0 ? {} : { tooLong: left }) };
  },
});
