import { Type } from 'typebox';
import { applyTextEdits } from '../text/edit-text.ts';
import { findPages } from './find-pages.ts';
import { listSiteIssues } from './compare-issues.ts';
import { describeEdits, editMany } from './mechanical-edits.ts';
import { findFixes } from './suggest-fixes.ts';
import { defineTool, oneOf } from './tool.ts';

const maxListed = 50;

export const applyFixesTool = defineTool({
  name: 'apply_fixes',
  description:
    'Makes all certain corrections in one call, in all pages or in the pages, folders and globs of `in`: "links" (broken links and anchors that can mean one thing only) or "spelling" (common misspellings). The answer lists what remains. `validate` with `suggest` shows the corrections without making them.',
  input: Type.Object({
    what: oneOf(['links', 'spelling']),
    in: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 100 })),
  }),
  async run({ what, in: places = [] }, context) {
    const { workspace, signal } = context;
    const paths = await findPages(workspace, places, signal);
    const inPlaces = new Set(paths);
    const listIssues = async () => {
      const issues = await listSiteIssues(context);
      return places.length === 0 ? issues : issues.filter(({ path }) => inPlaces.has(path));
    };
    const found = await findFixes({ workspace, listIssues }, paths, what);
    let fixed = 0;
    const edits = await editMany(workspace, [...found.edits.keys()], async (path, text) => {
      const corrections = found.edits.get(path) ?? [];
      if ((await workspace.findDenial(path, 'content')) === undefined) fixed += corrections.length;
      return applyTextEdits(text, corrections);
    });
    await workspace.apply([], { byRule: edits.changes });
    const changed = new Set(edits.changes.map(({ path }) => path));
    const reasons = (found.reasons ?? []).filter(({ path }) => changed.has(path));
    return {
      fixed,
      ...describeEdits(edits),
      open: found.open.slice(0, maxListed),
      totalOpen: found.open.length,
      reasons: reasons.slice(0, maxListed).map((reason) => ({ ...reason })),
      totalReasons: reasons.length,
    };
  },
});
