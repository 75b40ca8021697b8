import type { MdNode, RootNode } from './ast.ts';

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Positions of MDX comments, which authors write for each other, including a blank line after them. */
export function findComments({ tree, text }: { readonly tree: RootNode; readonly text: string }): TextRange[] {
  const found: TextRange[] = [];
  const waiting: (MdNode | RootNode)[] = text.includes('{') ? [tree] : [];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('children' in node) waiting.push(...node.children);
    if (node.type !== 'mdxFlowExpression' && node.type !== 'mdxTextExpression') continue;
    const start = node.position?.start.offset;
    const end = node.position?.end.offset;
    if (start === undefined || end === undefined || !isComment(node.value)) continue;
    found.push({ start, end: node.type === 'mdxFlowExpression' ? skipBlankLine(text, end) : end });
  }
  return found.toSorted((a, b) => a.start - b.start);
}

export function cutRanges(text: string, ranges: readonly TextRange[]): string {
  let kept = '';
  let last = 0;
  for (const { start, end } of ranges) {
    if (start < last) continue;
    kept += text.slice(last, start);
    last = end;
  }
  return kept + text.slice(last);
}

/** Whether an expression contains only comments. */
function isComment(value: string): boolean {
  const next = /\s*(?:\/\*[^]*?\*\/|\/\/[^\n]*)/y;
  let end = 0;
  while (next.test(value)) end = next.lastIndex;
  return end > 0 && value.slice(end).trim() === '';
}

function skipBlankLine(text: string, from: number): number {
  const blank = /[ \t]*\r?\n(?:[ \t]*\r?\n)?/y;
  blank.lastIndex = from;
  return blank.test(text) ? blank.lastIndex : from;
}
