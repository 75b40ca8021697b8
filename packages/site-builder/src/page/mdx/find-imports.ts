import { parseModule } from '@docwright/expressions';
import type { RootNode } from './ast.ts';
import type { TextRange } from './find-comments.ts';
import { listModules } from './list-modules.ts';

/**
 * The import statements of the text, each with its newline; only the builder needs them. Similar lines in code samples
 * aren't included.
 */
export function findImports({ tree, text }: { readonly tree: RootNode; readonly text: string }): TextRange[] {
  if (!/^import\b/m.test(text)) return [];
  return listModules(tree).flatMap(({ value, position }): TextRange[] => {
    const offset = position?.start.offset;
    if (offset === undefined || !text.startsWith(value, offset)) return [];
    const parsed = parseModule(value);
    if (!parsed.ok) return [];
    return parsed.node.body.flatMap((statement): TextRange[] => {
      if (statement.type !== 'ImportDeclaration') return [];
      const { start, end } = statement as unknown as { readonly start: number; readonly end: number };
      return [{ start: offset + start, end: offset + end + (/^[ \t]*\n/.exec(value.slice(end))?.[0].length ?? 0) }];
    });
  });
}
