import { Type } from 'typebox';
import { editFrontmatter } from '../frontmatter/edit-frontmatter.ts';
import type { FrontmatterValue } from '../frontmatter/edit-frontmatter.ts';
import { describeParse } from './describe-parse.ts';
import { movedFrom } from './edit-file.ts';
import { findPages } from './find-pages.ts';
import { requirePage, requirePageFile, requireWritable } from './locate-file.ts';
import { describeEdits, editMany } from './mechanical-edits.ts';
import { defineTool } from './tool.ts';
import { ToolError } from '../errors.ts';

export const frontmatterTool = defineTool({
  name: 'frontmatter',
  description:
    "Sets and removes top-level keys of a page's frontmatter, such as title, description, icon, noindex. Everything else in the file stays unchanged, byte for byte. With `in` instead of `path`, it changes all pages in these folders and globs.",
  input: Type.Object({
    path: Type.Optional(Type.String({ maxLength: 500 })),
    in: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { minItems: 1, maxItems: 100 })),
    set: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    unset: Type.Optional(Type.Array(Type.String(), { maxItems: 50 })),
  }),
  async run({ path: written, in: places, set, unset }, context) {
    const { workspace } = context;
    const wanted = { set: (set ?? {}) as Record<string, FrontmatterValue>, unset: unset ?? [] };
    if ((written === undefined) === (places === undefined))
      throw new ToolError('invalid_input', 'pass either `path` or `in`');
    if (places !== undefined) {
      const pages = await findPages(workspace, places, context.signal);
      const edits = await editMany(workspace, pages, (path, text) => {
        requirePageFile(path);
        return editFrontmatter(text, wanted);
      });
      if (edits.changes.length === 0 && edits.refused.length === 0)
        throw new ToolError('no_change', 'the pages already have these values');
      await workspace.apply([], { byRule: edits.changes });
      return describeEdits(edits);
    }
    const path = await requirePage(workspace, written ?? '');
    await requireWritable(workspace, path, 'content');
    const before = await workspace.requireText(path);
    const after = editFrontmatter(before, wanted);
    if (after === before) throw new ToolError('no_change', 'the frontmatter already has these values');
    await workspace.apply([
      { path, entry: { kind: 'write', content: after, ...movedFrom(workspace.overlay.get(path)) } },
    ]);
    return { path, parse: await describeParse(context, path, after) };
  },
});
