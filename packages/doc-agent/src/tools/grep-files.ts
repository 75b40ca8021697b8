import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { RE2JS } from 're2js';
import { Type } from 'typebox';
import { maxGlobLength } from '../policy/compile-glob.ts';
import { filterByGlob } from './list-files.ts';
import { defineTool } from './tool.ts';
import { ToolError } from '../errors.ts';

const maxLineLength = 300;
const maxFilesListed = 300;
const maxProgramSize = 5000;

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
    const limit = files === true ? Infinity : workspace.policy.limits.grepHits;
    const hits: { path: string; line: number; text: string }[] = [];
    const counts: { path: string; lines: number }[] = [];
    let truncated = false;
    for (const [path, text] of await workspace.texts(paths)) {
      signal.throwIfAborted();
      // A long search must not delay the heartbeats of other jobs in the process.
      if (text.length > 50_000 || counts.length % 50 === 0) await yieldToOthers();
      const lines = findLines(text, find, context);
      if (lines.length > 0) counts.push({ path, lines: lines.length });
      for (const { line, text: found } of lines) {
        if (hits.length < limit) hits.push({ path, line, text: found });
        else truncated = true;
      }
      if (truncated) break;
    }
    if (files === true) return { total: counts.length, files: counts.slice(0, maxFilesListed) };
    return { hits, truncated };
  },
});

type Find = (text: string) => boolean;

function findLines(text: string, find: Find, context: number): { line: number; text: string }[] {
  if (!find(text)) return [];
  const found: { line: number; text: string }[] = [];
  const lines = text.split('\n');
  for (const [index, content] of lines.entries()) {
    if (!find(content)) continue;
    const around = lines.slice(Math.max(0, index - context), index + context + 1);
    found.push({ line: index + 1, text: around.map((line) => line.trimEnd().slice(0, maxLineLength)).join('\n') });
  }
  // A hit that spans lines is reported at its first line.
  return found.length > 0 ? found : [{ line: 1, text: 'the hit spans several lines' }];
}

/** Plain text is searched directly, and patterns with an automaton, in time linear in the text. */
function compileSearch(regex: string, ignoreCase: boolean): Find {
  const literal = unescapeLiteral(regex);
  if (literal !== undefined && !ignoreCase) return (text) => text.includes(literal);
  try {
    const compiled = RE2JS.compile(regex, RE2JS.MULTILINE | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
    if (compiled.programSize() > maxProgramSize) throw new Error('the expression is too large');
    return (text) => compiled.matcher(text).find();
  } catch (error) {
    throw new ToolError(
      'invalid_pattern',
      `the regular expression ${JSON.stringify(regex)} can't be used: ${error instanceof Error ? error.message : 'unknown syntax'}`,
    );
  }
}

/** The literal text of an expression without operators. */
function unescapeLiteral(regex: string): string | undefined {
  if (/(?<!\\)(?:\\\\)*[.*+?()[\]{}|^$]/.test(regex) || /\\[A-Za-z0-9]/.test(regex)) return undefined;
  return regex.replace(/\\(.)/g, '$1');
}
