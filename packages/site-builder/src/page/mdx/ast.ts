/**
 * The syntax tree of a page: the subset of mdast with MDX nodes that the renderer needs. Code outside this folder
 * doesn't depend on the parser that created it.
 */
export interface Point {
  readonly line: number;
  readonly column: number;
  /** UTF-16 code units from the start of the text that was parsed. */
  readonly offset?: number | undefined;
}

interface Located {
  readonly position?: { readonly start: Point; readonly end: Point } | undefined;
}

interface Parent extends Located {
  readonly children: readonly MdNode[];
}

export interface RootNode extends Parent {
  readonly type: 'root';
}

export interface TextLikeNode extends Located {
  readonly type: 'text' | 'inlineCode' | 'html' | 'inlineMath' | 'math' | 'yaml' | 'toml';
  readonly value: string;
}

export interface ExpressionNode extends Located {
  readonly type: 'mdxFlowExpression' | 'mdxTextExpression';
  readonly value: string;
}

export interface EsmNode extends Located {
  readonly type: 'mdxjsEsm';
  readonly value: string;
}

export interface ContainerNode extends Parent {
  readonly type:
    | 'paragraph'
    | 'blockquote'
    | 'emphasis'
    | 'strong'
    | 'delete'
    | 'tableRow'
    | 'tableCell'
    | 'superscript'
    | 'subscript';
}

export interface LeafNode extends Located {
  readonly type: 'thematicBreak' | 'break';
}

export interface HeadingNode extends Parent {
  readonly type: 'heading';
  readonly depth: number;
}

export interface ListNode extends Parent {
  readonly type: 'list';
  readonly ordered?: boolean | null | undefined;
  readonly start?: number | null | undefined;
  readonly spread?: boolean | null | undefined;
}

export interface ListItemNode extends Parent {
  readonly type: 'listItem';
  readonly spread?: boolean | null | undefined;
  readonly checked?: boolean | null | undefined;
}

export interface CodeNode extends Located {
  readonly type: 'code';
  readonly lang?: string | null | undefined;
  readonly meta?: string | null | undefined;
  readonly value: string;
}

export interface LinkNode extends Parent {
  readonly type: 'link';
  readonly url: string;
  readonly title?: string | null | undefined;
}

export interface ImageNode extends Located {
  readonly type: 'image';
  readonly url: string;
  readonly alt?: string | null | undefined;
  readonly title?: string | null | undefined;
}

export interface LinkReferenceNode extends Parent {
  readonly type: 'linkReference';
  readonly identifier: string;
}

export interface ImageReferenceNode extends Located {
  readonly type: 'imageReference';
  readonly identifier: string;
  readonly alt?: string | null | undefined;
}

export interface DefinitionNode extends Located {
  readonly type: 'definition';
  readonly identifier: string;
  readonly url: string;
  readonly title?: string | null | undefined;
}

export interface FootnoteReferenceNode extends Located {
  readonly type: 'footnoteReference';
  readonly identifier: string;
}

export interface FootnoteDefinitionNode extends Parent {
  readonly type: 'footnoteDefinition';
  readonly identifier: string;
}

export interface TableNode extends Parent {
  readonly type: 'table';
  readonly align?: readonly (string | null)[] | null | undefined;
}

export interface JsxExpressionValue {
  readonly type: 'mdxJsxAttributeValueExpression';
  readonly value: string;
}

export type JsxAttribute =
  | {
      readonly type: 'mdxJsxAttribute';
      readonly name: string;
      readonly value?: string | JsxExpressionValue | null | undefined;
    }
  | { readonly type: 'mdxJsxExpressionAttribute'; readonly value: string };

export interface JsxNode extends Parent {
  readonly type: 'mdxJsxFlowElement' | 'mdxJsxTextElement';
  /** `null` for a fragment. */
  readonly name: string | null;
  readonly attributes: readonly JsxAttribute[];
}

export type MdNode =
  | RootNode
  | TextLikeNode
  | ExpressionNode
  | EsmNode
  | ContainerNode
  | LeafNode
  | HeadingNode
  | ListNode
  | ListItemNode
  | CodeNode
  | LinkNode
  | ImageNode
  | LinkReferenceNode
  | ImageReferenceNode
  | DefinitionNode
  | FootnoteReferenceNode
  | FootnoteDefinitionNode
  | TableNode
  | JsxNode;

export function childrenOf(node: MdNode): readonly MdNode[] {
  return 'children' in node ? node.children : [];
}
