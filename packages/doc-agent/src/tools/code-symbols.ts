import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { Type } from 'typebox';
import { quoteCode } from '../code/code-library.ts';
import { findSymbols } from '../code/find-symbols.ts';
import { decodeText } from '../overlay/decode-text.ts';
import { maxGlobLength } from '../policy/compile-glob.ts';
import { limitBytes, noteLeftOut, repositoryName, requireCode } from './code-input.ts';
import { filterByGlob } from './list-files.ts';
import { defineTool } from './tool.ts';

const maxSymbols = 200;
const sourceGlob =
  '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,py,go,rs,java,kt,kts,scala,cs,swift,php,rb,c,h,cc,cpp,hpp,m,dart,lua,ex,exs,proto,graphql,vue,svelte}';

export const codeSymbolsTool = defineTool({
  name: 'code_symbols',
  description:
    'Finds definitions (functions, classes, types, constants) in a context repository by their keywords, without a parser; at most 200. `name`: only this name. `glob` limits the files.',
  input: Type.Object({
    repository: repositoryName,
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    glob: Type.Optional(Type.String({ maxLength: maxGlobLength })),
  }),
  async run({ repository: repositoryAsked, name, glob }, context) {
    const { code, repository } = requireCode(context, repositoryAsked);
    const { signal } = context;
    const all = await code.list(repository, repository.commit, signal);
    const sources = await filterByGlob(all, glob ?? sourceGlob, signal);
    const { entries, left: leftOut } = limitBytes(sources);
    const symbols: { path: string; line: number; kind: string; name: string; text: string }[] = [];
    let truncated = false;
    for await (const { path, bytes } of repository.read(entries, signal)) {
      await yieldToOthers(undefined, { signal });
      const text = decodeText(bytes);
      // Most files don't contain the name, so a plain text search skips them.
      if (text === undefined || (name !== undefined && !text.includes(name))) continue;
      const found = findSymbols(quoteCode(text).text).filter((symbol) => name === undefined || symbol.name === name);
      const left = maxSymbols - symbols.length;
      symbols.push(...found.slice(0, left).map((symbol) => ({ path, ...symbol })));
      if (found.length <= left) continue;
      truncated = true;
      break;
    }
    return { symbols, truncated, ...noteLeftOut(leftOut) };
  },
});
