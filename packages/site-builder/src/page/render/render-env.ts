import type { Scope, Value, ValueObject } from '@docwright/expressions';
import type { Html } from '../../markup/html.ts';
import type { ChildParts } from '../component.ts';
import type { DefinitionNode, FootnoteDefinitionNode, JsxNode, MdNode } from '../mdx/ast.ts';
import type { PageContext } from './page-context.ts';

/** The environment of a node while it is rendered. */
export interface RenderEnv {
  readonly render: Renderer;
  readonly page: PageContext;
  /** The file that contains the node: the page itself or a snippet. */
  readonly file: FileEnv;
  readonly scope: Scope;
  /** Files from the page down to this file, to find cycles. */
  readonly trail: readonly string[];
}

/**
 * The renderer's interface for its own parts: nodes contain components, which contain expressions, which contain nodes.
 * The parts call each other only through this interface; `renderer.ts` connects them.
 */
export interface Renderer {
  nodes(nodes: readonly MdNode[], env: RenderEnv): Html;
  node(node: MdNode, env: RenderEnv): Html;
  /** `node` is the element's location in a text file, for the page's Markdown. */
  element(element: ElementParts, env: RenderEnv, node?: JsxNode): Html;
  value(value: Value, env: RenderEnv): Html;
  children(nodes: readonly MdNode[], env: RenderEnv): PageChildren;
  valueChildren(values: readonly Value[], env: RenderEnv): PageChildren;
}

/** Definitions in a text file for its own nodes. */
export interface FileEnv {
  readonly path: string;
  readonly definitions: ReadonlyMap<string, DefinitionNode>;
  readonly footnotes: ReadonlyMap<string, FootnoteDefinitionNode>;
  /** Identifiers in order of first reference, with the number of references. */
  readonly footnoteUses: Map<string, number>;
  /** Distinguishes the IDs of footnotes of different files on one page. */
  readonly idPrefix: string;
}

export interface ElementParts {
  /** `undefined` for a fragment. */
  readonly tag: string | undefined;
  /** The author's binding of the tag's name, which overrides a built-in component of the same name. */
  readonly target: Value;
  readonly props: ValueObject;
  readonly children: PageChildren;
}

/** Children, with the data that the renderer needs in addition to components. */
export interface PageChildren extends ChildParts {
  /** The nodes between the tags; `[]` for children created by an expression. */
  readonly nodes: readonly MdNode[];
  isEmpty(): boolean;
  /**
   * The children as an author's component sees them when it inspects them. Calling it again returns the same values.
   */
  values(): readonly Value[];
}
