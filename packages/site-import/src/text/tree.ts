import { markdownToMdast, mdxToMdast } from 'satteri';

/** The part of mdast that the import reads. */
export interface TreeNode {
  readonly type: string;
  readonly children?: readonly TreeNode[];
  readonly value?: string;
  readonly url?: string;
  readonly depth?: number;
  readonly lang?: string | null;
  readonly name?: string | null;
  readonly position?: { readonly start: { readonly offset: number }; readonly end: { readonly offset: number } };
}

/** A node with a known position in the text. */
export type PlacedNode = TreeNode & { readonly position: NonNullable<TreeNode['position']> };

export function parseMarkdown(text: string): TreeNode {
  return markdownToMdast(text, { features: { math: false }, position: true }) as unknown as TreeNode;
}

/**
 * Returns the tree, or `undefined` for text that isn't valid MDX. `## Title {#id}` and `{{name}}` are valid on sites,
 * though not in MDX.
 */
export function parseMdx(text: string): TreeNode | undefined {
  // The length stays the same, because the tree refers to offsets in the text.
  const valid = text
    .replaceAll(/^([ \t]*#{1,6}[ \t][^\n]*?)\{(#[^{}\n]+)\}(?=[ \t]*$)/gm, '$1($2)')
    .replaceAll(/(?<!=\s*)\{\{(\s*[\w.-]+\s*)\}\}/g, '(($1))');
  try {
    return mdxToMdast(valid, { features: { math: false }, position: true }) as unknown as TreeNode;
  } catch {
    return undefined;
  }
}

/**
 * Yields every node with a position, parents before their children. Doesn't use recursion, so that deep trees don't
 * exhaust the stack.
 */
export function* walk(tree: TreeNode): Generator<PlacedNode> {
  const pending: TreeNode[] = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.position !== undefined && node.type !== 'root') yield node as PlacedNode;
    pending.push(...(node.children ?? []).toReversed());
  }
}
