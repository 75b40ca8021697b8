import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { Type } from 'typebox';
import { maxGlobLength } from '../policy/compile-glob.ts';
import { filterByGlob } from './list-files.ts';
import { compileSearch, findLines } from './search-text.ts';
import { defineTool } from './tool.ts';

const maxFilesListed = 300;

export const grepFilesTool = defineTool({
  name: 'grep',
  description:
    'Searches the text of files with a regular expression (RE2 syntax: no look-around, no back-references), line by line; at most 100 hits. `glob` limits the files (default: pages; "**": all text files). `context` adds lines around each hit. `ignoreCase` ignores case. `files: true` gives only the files and how many lines hit in each.',
  input: Type.Object({
    regex: Type.String({ minLength: 1, maxLength: 1000 }),
    glob: Type.Optional(Type.String({ maxLength: maxGlobLength })),
    ignoreCase: Type.Optional(Type.Boolean()),
    files: Type.Optional(Type.Boolean()),
    context: Type.Optional(Type.Integer({ minimum: 0, maximum: 5 })),
  }),
  async run({ regex, glob, ignoreCase, files, context = 0 }, { workspace, signal }) {
    const find = compileSearch(regex, ignoreCase === true);
    const candidates = await filterByGlob(await workspace.searchable(), glob ?? '**/*.{mdx,md}', signal);
    const paths = candidates.map(({ path }) => path);
    const limit = workspace.policy.limits.grepHits;
    const hits: { path: string; line: number; text: string }[] = [];
    const counts: { path: string; lines: number }[] = [];
    let truncated = false;
    for (const [path, text] of await workspace.texts(paths)) {
      signal.throwIfAborted();
      // A long search must not delay the heartbeats of other jobs in the process.
      if (text.length > 50_000 || counts.length % 50 === 0) await yieldToOthers();
      const lines = findLines(text, find, context);
      if (lines.length > 0) counts.push({ path, lines: lines.length });
      if (files === true) continue;
      truncated = hits.length + lines.length > limit;
      hits.push(...lines.slice(0, limit - hits.length).map((hit) => ({ path, ...hit })));
      if (truncated) break;
    }
    if (files === true) return { total: counts.length, files: counts.slice(0, maxFilesListed) };
    return { hits, truncated };
  },
});
