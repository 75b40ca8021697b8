import type { Scope, Value, ValueObject } from '@docwright/expressions';
import type { DefinitionNode, FootnoteDefinitionNode, JsxNode, MdNode } from '../mdx/ast.ts';
import type { ChildParts } from '../component.ts';
import type { Html } from '../../markup/html.ts';
import type { PageContext } from './page-context.ts';

/** Where in a site a node stands while it is rendered. */
export interface RenderEnv {
  readonly page: PageContext;
  /** The file that the node was written in: the page itself or a snippet. */
  readonly file: FileEnv;
  readonly scope: Scope;
  /** Files from the page down to this one, to find cycles. */
  readonly trail: readonly string[];
}

/** What one text file defines for its own nodes. */
export interface FileEnv {
  readonly path: string;
  readonly definitions: ReadonlyMap<string, DefinitionNode>;
  readonly footnotes: ReadonlyMap<string, FootnoteDefinitionNode>;
  /** Identifiers in the order of their first reference, with the number of references. */
  readonly footnoteUses: Map<string, number>;
  /** Makes the ids of footnotes of different files on one page differ. */
  readonly idPrefix: string;
}

/**
 * The renderer as its own parts call it: nodes hold components, which hold expressions, which hold nodes. The parts know each
 * other through this interface alone; `renderer.ts` puts them together.
 */
export interface Renderer {
  nodes(nodes: readonly MdNode[], env: RenderEnv): Html;
  node(node: MdNode, env: RenderEnv): Html;
  /** `node` is the element's place in a text file, for the page's Markdown. */
  element(element: ElementParts, env: RenderEnv, node?: JsxNode): Html;
  value(value: Value, env: RenderEnv): Html;
  children(nodes: readonly MdNode[], env: RenderEnv): ChildParts;
  valueChildren(values: readonly Value[], env: RenderEnv): ChildParts;
}

export interface ElementParts {
  /** Undefined for a fragment. */
  readonly tag: string | undefined;
  /** What the author bound the tag's name to: it wins over a built-in of the same name. */
  readonly target: Value;
  readonly props: ValueObject;
  readonly children: ChildParts;
}
