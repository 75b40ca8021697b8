import { Type } from 'typebox';
import { editFrontmatter } from '../frontmatter/edit-frontmatter.ts';
import type { FrontmatterValue } from '../frontmatter/edit-frontmatter.ts';
import { describeParse } from './describe-parse.ts';
import { movedFrom } from './edit-file.ts';
import { requirePage, requireWritable } from './locate-file.ts';
import { defineTool } from './tool.ts';
import { ToolError } from '../errors.ts';

export const frontmatterTool = defineTool({
  name: 'frontmatter',
  description:
    "Sets and removes top-level keys of a page's frontmatter, such as title, description, icon, noindex. Everything else in the file stays byte for byte.",
  input: Type.Object({
    path: Type.String({ maxLength: 500 }),
    set: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    unset: Type.Optional(Type.Array(Type.String(), { maxItems: 50 })),
  }),
  async run({ path: written, set, unset }, context) {
    const { workspace } = context;
    const path = await requirePage(workspace, written);
    await requireWritable(workspace, path, 'content');
    const before = await workspace.requireText(path);
    const after = editFrontmatter(before, { set: (set ?? {}) as Record<string, FrontmatterValue>, unset: unset ?? [] });
    if (after === before) throw new ToolError('no_change', 'the frontmatter already has these values');
    await workspace.apply([
      { path, entry: { kind: 'write', content: after, ...movedFrom(workspace.overlay.get(path)) } },
    ]);
    return { path, parse: await describeParse(context, path, after) };
  },
});
