import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { Type } from 'typebox';
import { isLfsPointer, quoteCode } from '../code/code-library.ts';
import { decodeText } from '../overlay/decode-text.ts';
import { maxGlobLength } from '../policy/compile-glob.ts';
import { limitBytes, noteLeftOut, repositoryName, requireCode } from './code-input.ts';
import { filterByGlob } from './list-files.ts';
import { compileSearch, findLines } from './search-text.ts';
import { defineTool } from './tool.ts';

const maxFilesListed = 300;

export const codeGrepTool = defineTool({
  name: 'code_grep',
  description:
    'Searches the text files of a context repository with a regular expression (RE2 syntax: no look-around, no back-references), line by line; at most 100 hits. `glob` limits the files. `context` adds lines around each hit. `ignoreCase` ignores case. `files: true` returns only the files and the number of matching lines in each.',
  input: Type.Object({
    repository: repositoryName,
    regex: Type.String({ minLength: 1, maxLength: 1000 }),
    glob: Type.Optional(Type.String({ maxLength: maxGlobLength })),
    ignoreCase: Type.Optional(Type.Boolean()),
    files: Type.Optional(Type.Boolean()),
    context: Type.Optional(Type.Integer({ minimum: 0, maximum: 5 })),
  }),
  async run({ repository: name, regex, glob, ignoreCase, files, context: around = 0 }, context) {
    const { code, repository } = requireCode(context, name);
    const { workspace, signal } = context;
    const find = compileSearch(regex, ignoreCase === true);
    const all = await code.list(repository, repository.commit, signal);
    const found = glob === undefined ? all : await filterByGlob(all, glob, signal);
    const { entries, left } = limitBytes(found);
    const limit = workspace.policy.limits.grepHits;
    const hits: { path: string; line: number; text: string }[] = [];
    const counts: { path: string; lines: number }[] = [];
    let redacted = 0;
    let truncated = false;
    for await (const { path, bytes } of repository.read(entries, signal)) {
      signal.throwIfAborted();
      await yieldToOthers();
      const text = isLfsPointer(bytes) ? undefined : decodeText(bytes);
      const quoted = text !== undefined && find(text) ? quoteCode(text) : undefined;
      const lines = quoted === undefined ? [] : findLines(quoted.text, find, around);
      // A file without hits isn't counted: otherwise, an expression could reveal the characters of a credential.
      if (quoted === undefined || lines.length === 0) continue;
      counts.push({ path, lines: lines.length });
      if (files === true) continue;
      redacted += quoted.redacted;
      truncated = hits.length + lines.length > limit;
      hits.push(...lines.slice(0, limit - hits.length).map((hit) => ({ path, ...hit })));
      if (truncated) break;
    }
    return {
      ...(files === true ? { total: counts.length, files: counts.slice(0, maxFilesListed) } : { hits, truncated }),
      ...(redacted > 0 ? { redacted } : {}),
      ...noteLeftOut(left),
    };
  },
});
