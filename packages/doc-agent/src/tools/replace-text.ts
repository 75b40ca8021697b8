import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { Type } from 'typebox';
import { isChangelog } from '../paths/is-changelog.ts';
import { isPageFile } from '../paths/page-index.ts';
import { replaceInPage } from '../replacement/replace-in-page.ts';
import { replaceKinds } from '../replacement/replace-in-page.ts';
import type { OccurrenceKind, Replacement, ReplaceKind } from '../replacement/replace-in-page.ts';
import { requireValidJson } from './describe-parse.ts';
import { findPages, listPageFiles } from './find-pages.ts';
import { describeEdits, editMany } from './mechanical-edits.ts';
import { defineTool, oneOf } from './tool.ts';
import type { ToolContext } from './tool.ts';
import { ToolError } from '../errors.ts';

const defaultKinds: readonly ReplaceKind[] = ['prose'];
const place = Type.String({ minLength: 1, maxLength: 500 });

export const replaceTextTool = defineTool({
  name: 'replace_text',
  description: [
    'Replaces text (whole words, case-sensitive) on every page and snippet, or in the files, folders and globs of `in`, in one call: use it for terms and names that occur in many files. You don’t need to read the files first.',
    'By default, only prose changes: text, headings, alt texts, titles and descriptions. `kinds` sets what changes instead: "prose", "code", "links" (link targets, image paths, URLs), "identifiers" (acme_id, X-Acme-Key, acme.com), "words" (inside longer words). The answer counts occurrences that were not replaced, by kind and by spelling with a different case, and lists changed changelogs in `pastReleases`: revert them if they should keep the old text.',
    '`whole: true` with `kinds: ["links"]` replaces only link targets and URLs that equal the text.',
  ].join('\n'),
  input: Type.Object({
    text: Type.String({ minLength: 1, maxLength: 10_000 }),
    with: Type.String({ maxLength: 10_000 }),
    in: Type.Optional(Type.Array(place, { maxItems: 100 })),
    kinds: Type.Optional(Type.Array(oneOf(replaceKinds), { minItems: 1, maxItems: 5 })),
    whole: Type.Optional(Type.Boolean()),
  }),
  async run({ text, with: replacement, in: places = [], kinds = defaultKinds, whole = false }, context) {
    if (text === replacement) throw new ToolError('no_change', 'the text and its replacement are the same');
    const { workspace, signal } = context;
    const request = { old: text, new: replacement, kinds: new Set<OccurrenceKind>(kinds), whole };
    const left = new Map<OccurrenceKind | 'files', number>();
    let replaced = 0;
    const otherCase = new Map<string, number>();
    const lower = text.toLowerCase();
    const edits = await editMany(workspace, await findPages(workspace, places, signal), async (path, before) => {
      if (!before.toLowerCase().includes(lower) && !before.includes('\r\n')) return before;
      await yieldToOthers(undefined, { signal });
      const result = replaceInPage({ path, text: before }, request);
      for (const [spelling, number] of result.otherCase)
        otherCase.set(spelling, (otherCase.get(spelling) ?? 0) + number);
      for (const [kind, number] of result.left) left.set(kind, (left.get(kind) ?? 0) + number);
      if (result.replaced === 0) return before;
      const denial = await workspace.findDenial(path, 'content');
      if (denial !== undefined) throw new ToolError('policy', denial);
      requireValidJson(path, before, result.text);
      await requireParses(context, { path, before, after: result.text, replacement });
      replaced += result.replaced;
      return result.text;
    });
    const elsewhere = places.length === 0 ? await countElsewhere(workspace, request) : 0;
    if (elsewhere > 0) left.set('files', elsewhere);
    if (edits.changes.length === 0 && edits.refused.length === 0) {
      const detail = { left: Object.fromEntries(left), ...describeOtherCase(otherCase) };
      throw new ToolError(
        'no_match',
        `${JSON.stringify(text.slice(0, 100))} doesn't occur in text that may be changed`,
        detail,
      );
    }
    await workspace.apply([], { byRule: edits.changes });
    const changed = places.length === 0 ? edits.changes.map(({ path }) => path).filter(isChangelog) : [];
    return {
      replaced,
      ...describeEdits(edits),
      left: Object.fromEntries(left),
      ...describeOtherCase(otherCase),
      ...(changed.length > 0 && { pastReleases: changed.slice(0, maxChangelogs) }),
    };
  },
});

const maxSpellings = 10;
const maxChangelogs = 10;

function describeOtherCase(found: ReadonlyMap<string, number>): { otherCase?: Record<string, number> } {
  return found.size === 0 ? {} : { otherCase: Object.fromEntries([...found].slice(0, maxSpellings)) };
}

/** Counts occurrences in files that aren't pages, which are changed only if a request names them. */
async function countElsewhere(workspace: ToolContext['workspace'], request: Replacement): Promise<number> {
  const { others } = await listPageFiles(workspace);
  return (await workspace.texts(others))
    .filter(([, text]) => text.includes(request.old))
    .reduce((sum, [path, text]) => sum + replaceInPage({ path, text }, request).replaced, 0);
}

/** Rejects new text with markup that would break the page. */
async function requireParses(
  context: ToolContext,
  page: { path: string; before: string; after: string; replacement: string },
): Promise<void> {
  if (!isPageFile(page.path) || !/[<>{}"'`|\\[\]]/.test(page.replacement)) return;
  const [problem] = await context.gate.parsePage(page.path, page.after, context.signal);
  if (problem === undefined) return;
  const known = await context.gate.parsePage(page.path, page.before, context.signal);
  if (known.length > 0) return;
  throw new ToolError('invalid_input', `the page could not be parsed with the new text: ${problem.message}`);
}
