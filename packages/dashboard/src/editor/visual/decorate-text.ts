import { syntaxTree } from '@codemirror/language';
import type { EditorState, Range as Placed } from '@codemirror/state';
import { Decoration, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view';
import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';
import { readTag } from './edit-tag.ts';
import { inlineClasses, isInlineMark } from './inline-styles.ts';
import { isTouched, visualState } from './visual-state.ts';
import { CheckboxWidget, ImageWidget, MarkWidget } from './widgets.ts';

/** Displays the visible lines' text as on the site. Marks are hidden except at the cursor. */
export const textDecorations = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorateText(view);
    }
    update(update: ViewUpdate): void {
      const isParsed = syntaxTree(update.startState) !== syntaxTree(update.state);
      if (update.docChanged || update.selectionSet || update.viewportChanged || isParsed)
        this.decorations = decorateText(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function decorateText({ state, visibleRanges }: EditorView): DecorationSet {
  const placed: Placed<Decoration>[] = [];
  const { tree } = state.field(visualState);
  for (const { from, to } of visibleRanges) {
    for (let line = state.doc.lineAt(from); line.from <= to; line = state.doc.line(line.number + 1)) {
      if (line.text.trim() === '') placed.push(blank.range(line.from));
      if (line.number === state.doc.lines) break;
    }
    tree.iterate({ from, to, enter: (node) => decorateNode(state, node, placed) });
  }
  return Decoration.set(placed, true);
}

/** Empty lines only separate paragraphs. */
const blank = Decoration.line({ class: 'vm-blank' });
const hidden = Decoration.replace({});

/** @returns false if the node's parts aren't decorated separately */
function decorateNode(state: EditorState, node: SyntaxNodeRef, placed: Placed<Decoration>[]): boolean {
  const { name, from, to } = node;
  const { doc } = state;
  const heading = /^(?:ATX|Setext)Heading(\d)$/.exec(name)?.[1];
  if (heading !== undefined) {
    const line = doc.lineAt(from);
    placed.push(Decoration.line({ class: `vm-heading vm-h${heading}` }).range(line.from));
    if (!isTouched(state, { from: line.from, to }))
      for (const mark of node.node.getChildren('HeaderMark')) hideMark(state, mark, placed);
    return true;
  }
  const style = inlineClasses[name];
  if (style !== undefined && to > from) {
    placed.push(Decoration.mark({ class: style }).range(from, to));
    if (!isTouched(state, node)) hideMarks(node.node, placed);
    return true;
  }
  switch (name) {
    case 'Table':
    case 'FencedCode':
    case 'Frontmatter':
    case 'Esm':
      return false;
    case 'Image':
      return decorateImage(state, node, placed);
    case 'JsxTag':
      return decorateTag(state, node, placed);
    case 'Blockquote':
      for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
        placed.push(Decoration.line({ class: 'vm-quote' }).range(line.from));
        if (line.to >= to || line.number === doc.lines) return true;
      }
    case 'QuoteMark':
      if (!isTouched(state, { from, to })) hideMark(state, node, placed);
      return true;
    case 'HorizontalRule':
      if (!isTouched(state, node))
        placed.push(Decoration.replace({ widget: new MarkWidget('', 'vm-rule') }).range(from, to));
      return true;
    case 'Escape':
      if (!isTouched(state, node)) placed.push(hidden.range(from, from + 1));
      return true;
    case 'ListMark':
      decorateListMark(state, node.node, placed);
      return true;
    case 'TaskMarker':
      if (!isTouched(state, node)) {
        const isChecked = /x/i.test(doc.sliceString(from, to));
        placed.push(Decoration.replace({ widget: new CheckboxWidget(isChecked) }).range(from, to));
      }
      return true;
    default:
      return true;
  }
}

/** Hides a mark and the space after it. */
function hideMark(
  state: EditorState,
  { from, to }: Pick<SyntaxNodeRef, 'from' | 'to'>,
  placed: Placed<Decoration>[],
): void {
  const line = state.doc.lineAt(from);
  const after = line.text.slice(to - line.from);
  // The mark is below a heading, or after it.
  const isLast = after.trim() === '';
  const start = isLast && line.text.slice(0, from - line.from).endsWith(' ') ? from - 1 : from;
  const end = Math.min(line.to, to + (after.startsWith(' ') ? 1 : 0));
  if (end > start) placed.push(hidden.range(start, end));
}

/** Hides a link's parts except its text, and other inline parts' marks. */
function hideMarks(node: SyntaxNode, placed: Placed<Decoration>[]): void {
  if (node.name === 'Link') {
    const [open, close] = node.getChildren('LinkMark');
    // A reference such as `[text]` has no address, so only its brackets are hidden.
    if (open === undefined || close === undefined) return;
    placed.push(hidden.range(open.from, open.to));
    if (node.to > close.from) placed.push(hidden.range(close.from, node.to));
    return;
  }
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (isInlineMark(child.name)) placed.push(hidden.range(child.from, child.to));
}

function decorateListMark(state: EditorState, node: SyntaxNode, placed: Placed<Decoration>[]): void {
  const isOrdered = node.parent?.parent?.name === 'OrderedList';
  placed.push(Decoration.line({ class: 'vm-item' }).range(state.doc.lineAt(node.from).from));
  const isTask = node.nextSibling?.name === 'Task';
  if (isOrdered) placed.push(Decoration.mark({ class: 'vm-number' }).range(node.from, node.to));
  else if (isTask && !isTouched(state, node)) hideMark(state, node, placed);
  else placed.push(Decoration.replace({ widget: new MarkWidget('•', 'vm-bullet') }).range(node.from, node.to));
}

/** Shows the image, or its source while the cursor is in it. */
function decorateImage(state: EditorState, node: SyntaxNodeRef, placed: Placed<Decoration>[]): boolean {
  const { from, to } = node;
  const url = node.node.getChild('URL');
  if (url === null) return true;
  const [open, close] = node.node.getChildren('LinkMark');
  const alt = open === undefined || close === undefined ? '' : state.sliceDoc(open.to, close.from);
  return showImage(state, { from, to }, { address: state.sliceDoc(url.from, url.to), alt, placed });
}

function decorateTag(state: EditorState, { from, to }: SyntaxNodeRef, placed: Placed<Decoration>[]): boolean {
  const tag = state.doc.sliceString(from, from + 4) === '<img' ? readTag(state.sliceDoc(from, to)) : undefined;
  const textOf = (name: string): string => {
    const value = tag?.props.find((prop) => prop.name === name)?.value;
    return value?.kind === 'text' ? value.text : '';
  };
  if (tag?.name !== 'img' || textOf('src') === '') return false;
  // A replacement in the text can't contain line breaks, so the image follows a longer tag.
  const isLong = state.doc.lineAt(from).to < to;
  if (!isLong) return showImage(state, { from, to }, { address: textOf('src'), alt: textOf('alt'), placed });
  const widget = new ImageWidget(textOf('src'), textOf('alt'));
  placed.push(Decoration.widget({ widget, side: 1 }).range(to));
  return false;
}

interface ImageOutput {
  readonly address: string;
  readonly alt: string;
  readonly placed: Placed<Decoration>[];
}

function showImage(
  state: EditorState,
  range: { readonly from: number; readonly to: number },
  { address, alt, placed }: ImageOutput,
): boolean {
  const widget = new ImageWidget(address, alt);
  if (isTouched(state, range)) placed.push(Decoration.widget({ widget, side: 1 }).range(range.to));
  else placed.push(Decoration.replace({ widget }).range(range.from, range.to));
  return false;
}
