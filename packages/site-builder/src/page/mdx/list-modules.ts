import type { EsmNode, MdNode, RootNode } from './ast.ts';

/**
 * The imports and exports of the text, in order. In MDX, a statement at the beginning of a line is valid anywhere, even
 * between the tags of a component.
 */
export function listModules(tree: RootNode): readonly EsmNode[] {
  const found: EsmNode[] = [];
  const visit = (nodes: readonly MdNode[]): void => {
    for (const node of nodes) {
      if (node.type === 'mdxjsEsm') found.push(node);
      else if (node.type === 'mdxJsxFlowElement') visit(node.children);
    }
  };
  visit(tree.children);
  return found;
}
