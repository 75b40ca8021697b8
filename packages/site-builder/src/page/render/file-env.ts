import {
  childrenOf,
  type DefinitionNode,
  type FootnoteDefinitionNode,
  type MdNode,
  type RootNode,
} from '../mdx/ast.ts';
import type { FileEnv } from './render-env.ts';

/**
 * Collects the link and footnote definitions of a tree, which can follow their uses. The first definition of a name is
 * used.
 */
export function createFileEnv(path: string, tree: RootNode, idPrefix: string): FileEnv {
  const definitions = new Map<string, DefinitionNode>();
  const footnotes = new Map<string, FootnoteDefinitionNode>();
  const pending: MdNode[] = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'definition') {
      if (!definitions.has(normalize(node.identifier))) definitions.set(normalize(node.identifier), node);
    } else if (node.type === 'footnoteDefinition') footnotes.set(normalize(node.identifier), node);
    else if (node.type !== 'paragraph' && node.type !== 'heading' && node.type !== 'table') {
      const children = childrenOf(node);
      for (let index = children.length - 1; index >= 0; index--) {
        const child = children[index];
        if (child !== undefined) pending.push(child);
      }
    }
  }
  return { path, definitions, footnotes, footnoteUses: new Map(), idPrefix };
}

export function normalize(identifier: string): string {
  return identifier.trim().replace(/\s+/g, ' ').toLowerCase();
}
