import { markdownToMdast, mdxToMdast } from 'satteri';
import type { RootNode } from './ast.ts';
import { maskCjkNeighbors, unmaskCjkNeighbors } from './cjk-emphasis.ts';
import { maskSigns, unmaskSigns } from './mask-signs.ts';

export interface SyntaxFault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** A specific remedy, for errors that need one. */
  readonly fix?: string;
}

export type ParsedTree =
  | { readonly ok: true; readonly tree: RootNode }
  | { readonly ok: false; readonly fault: SyntaxFault };

/** Parses MDX text with the native parser. `math`: whether `$…$` and `$$…$$` are formulas. */
export function parseMdxTree(text: string, math: boolean): ParsedTree {
  try {
    const cjk = maskCjkNeighbors(text);
    const masked = math ? maskSigns(cjk.text) : cjk.text;
    // The parser's tree is mdast; `RootNode` is the part that is used here.
    const tree = mdxToMdast(masked, { features: { math }, position: true }) as RootNode;
    if (masked !== cjk.text) unmaskSigns(tree);
    if (cjk.originals.size > 0) unmaskCjkNeighbors(tree, cjk.originals);
    return { ok: true, tree };
  } catch (error) {
    return { ok: false, fault: readFault(error) };
  }
}

/** Parses text that isn't MDX: braces are literal, tags are raw HTML. Never fails. */
export function parseMarkdownTree(text: string, math: boolean): RootNode {
  const cjk = maskCjkNeighbors(text);
  const tree = markdownToMdast(cjk.text, { features: { math }, position: true }) as RootNode;
  if (cjk.originals.size > 0) unmaskCjkNeighbors(tree, cjk.originals);
  return tree;
}

/** Parses an error of the native parser, which adds `line:column: ` before its message and its own code after it. */
function readFault(error: unknown): SyntaxFault {
  const text = error instanceof Error ? error.message : String(error);
  const [, line, column, rest] = /^(\d+):(\d+): ([\s\S]*)$/.exec(text) ?? [];
  const message = (rest ?? text)
    .replace(/ \(mdx-jsx:[\w-]+\)$/, '')
    .replace('Could not parse expression with oxc: ', 'The expression is not JavaScript: ');
  return { message, line: Number(line ?? 1), column: Number(column ?? 1) };
}
