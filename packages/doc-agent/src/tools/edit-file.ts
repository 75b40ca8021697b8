import { Type } from 'typebox';
import { adoptLineEnds, applyEdit } from '../edit/apply-edit.ts';
import { findLazyPlaceholder } from '../edit/find-lazy-placeholder.ts';
import { splitFrontmatter } from '../frontmatter/split-frontmatter.ts';
import { trimEndOf } from '../text/trim-end.ts';
import { describeParse, requireValidJson } from './describe-parse.ts';
import { requireFile, requireWritable } from './locate-file.ts';
import { defineTool } from './tool.ts';
import { ToolError } from '../errors.ts';

export const editFileTool = defineTool({
  name: 'edit',
  description:
    'Replaces pieces of a file that has been read. Each `old` must occur exactly once in the file (or set `all`); the edits apply in order, all of them or none. `append` adds text at the end of the file, `lead` below its frontmatter, imports and first-level heading. The answer says whether the file still parses.',
  input: Type.Object({
    path: Type.String({ maxLength: 500 }),
    edits: Type.Optional(
      Type.Array(Type.Object({ old: Type.String(), new: Type.String(), all: Type.Optional(Type.Boolean()) }), {
        maxItems: 200,
      }),
    ),
    append: Type.Optional(Type.String()),
    lead: Type.Optional(Type.String()),
  }),
  async run({ path: written, edits = [], append = '', lead = '' }, context) {
    const { workspace } = context;
    const path = await requireFile(workspace, written);
    await requireWritable(workspace, path, 'content');
    const before = await workspace.requireText(path);
    if (!workspace.hasSeen(path, before)) {
      throw new ToolError('not_read', `read "${path}" before editing it; it was not read, or has changed since`);
    }
    let after = before;
    for (const [index, edit] of edits.entries()) after = applyOne(after, edit, index);
    // Some models fill in every parameter and therefore pass empty text.
    if (append !== '') after = appendText(after, append);
    if (lead !== '') after = insertLead(after, lead);
    requireWholeText([...edits.map((edit) => edit.new), append, lead], before);
    if (after === before) throw new ToolError('no_change', "the edits don't change the file");
    requireValidJson(path, before, after);
    await workspace.apply([
      { path, entry: { kind: 'write', content: after, ...movedFrom(workspace.overlay.get(path)) } },
    ]);
    return { path, parse: await describeParse(context, path, after) };
  },
});

function requireWholeText(texts: readonly string[], before: string): void {
  const lazy = texts.map((text) => findLazyPlaceholder(text, before)).find((line) => line !== undefined);
  if (lazy === undefined) return;
  const message = `${JSON.stringify(lazy)} is a placeholder for omitted text; write the text itself, or edit a smaller piece`;
  throw new ToolError('lazy_placeholder', message);
}

/** Appends text on its own line, so that the file ends with a newline. */
function appendText(text: string, append: string): string {
  const addition = adoptLineEnds(text, append.endsWith('\n') ? append : `${append}\n`);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  return text === '' || text.endsWith('\n') ? `${text}${addition}` : `${text}${newline}${addition}`;
}

/** Inserts a separate paragraph, unless the page already has it. */
function insertLead(text: string, lead: string): string {
  const addition = adoptLineEnds(text, lead.trim());
  if (text.includes(addition)) return text;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const { body } = splitFrontmatter(text);
  const head = /^(?:[ \t]*\r?\n|(?:import|export)\b[^\n]*(?:\n|$)|# [^\n]*(?:\n|$))*/.exec(body)?.[0] ?? '';
  const before = text.slice(0, text.length - body.length) + trimEndOf(head, ' \t\r\n');
  const rest = body.slice(head.length);
  const gap = before === '' ? '' : before.endsWith('\n') ? newline : newline + newline;
  return `${before}${gap}${addition}${newline}${rest === '' ? '' : newline}${rest}`;
}

function applyOne(text: string, edit: { old: string; new: string; all?: boolean }, index: number): string {
  try {
    return applyEdit(text, edit);
  } catch (error) {
    if (error instanceof ToolError)
      throw new ToolError(
        error.code,
        `edit ${index + 1}: ${error.message}; no edit of this call was made`,
        error.detail,
      );
    throw error;
  }
}

/** Keeps a moved page marked as moved when it is written again. */
export function movedFrom(entry: { kind: string; movedFrom?: string } | undefined): { movedFrom?: string } {
  return entry?.movedFrom === undefined ? {} : { movedFrom: entry.movedFrom };
}
