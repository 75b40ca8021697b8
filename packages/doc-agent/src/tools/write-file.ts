import { Type } from 'typebox';
import { adoptLineEnds } from '../edit/apply-edit.ts';
import { findLazyPlaceholder } from '../edit/find-lazy-placeholder.ts';
import { describeParse, requireValidJson } from './describe-parse.ts';
import { movedFrom } from './edit-file.ts';
import { requireNew, requirePath, requireWritable } from './locate-file.ts';
import { defineTool } from './tool.ts';
import { ToolError } from '../errors.ts';
import { countOf } from '../text/count-of.ts';

/** A rewrite that removes more than this share of the file is usually an accident. */
const maxShrink = 0.4;

export const writeFileTool = defineTool({
  name: 'write',
  description:
    'Writes a whole file. For a new page, pass its full content with frontmatter. An existing file must have been read; if it would lose more than 40% of its size, set `replace`. Prefer `edit` for changes.',
  input: Type.Object({
    path: Type.String({ maxLength: 500 }),
    content: Type.String(),
    replace: Type.Optional(Type.Boolean()),
  }),
  async run({ path: written, content, replace }, context) {
    const { workspace } = context;
    const named = requirePath(written);
    // A page may be named without its extension, as in the other tools.
    const path = (await workspace.pages()).find(named) ?? named;
    const before = await workspace.findText(path);
    if (before === undefined) await requireNew(workspace, path);
    else {
      await requireWritable(workspace, path, 'remove');
      requireRewrite({ path, before, content, replace: replace === true, seen: workspace.hasSeen(path, before) });
    }
    const lazy = findLazyPlaceholder(content, before ?? '');
    if (lazy !== undefined)
      throw new ToolError(
        'lazy_placeholder',
        `${JSON.stringify(lazy)} is a placeholder for omitted text; write the whole file, or use \`edit\``,
      );
    const text = adoptLineEnds(before ?? '', content);
    requireValidJson(path, before, text);
    await workspace.apply([
      { path, entry: { kind: 'write', content: text, ...movedFrom(workspace.overlay.get(path)) } },
    ]);
    return { path, created: before === undefined, parse: await describeParse(context, path, text) };
  },
});

function requireRewrite(file: {
  path: string;
  before: string;
  content: string;
  replace: boolean;
  seen: boolean;
}): void {
  if (!file.seen)
    throw new ToolError('not_read', `read "${file.path}" before writing it; it was not read, or has changed since`);
  if (file.before === file.content) throw new ToolError('no_change', 'the file already has this content');
  const left = file.content.length / Math.max(1, file.before.length);
  if (left < 1 - maxShrink && !file.replace) {
    throw new ToolError(
      'shrinks',
      `"${file.path}" would shrink from ${file.before.length} to ${countOf(file.content.length, 'character')}; set \`replace\` if this is intended, or use \`edit\``,
    );
  }
}
