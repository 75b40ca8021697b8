import { RangeSet, StateField, type EditorState, type Extension, type Range as Placed } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';
import { readFields } from '@docwright/doc-agent/read-fields';
import { readTag } from './edit-tag.ts';
import { endOf, type ComponentBlock, type Range } from './find-blocks.ts';
import { TableWidget } from './table-widget.ts';
import { blocksOf, isOpened, isTouched, visualState } from './visual-state.ts';
import { ChipWidget, FrontmatterWidget, MarkWidget, TagWidget } from './widgets.ts';

interface Shown {
  readonly decorations: DecorationSet;
  /** Hidden parts, which the cursor skips. */
  readonly hidden: RangeSet<Decoration>;
}

/** The decorations that change line heights. The editor needs all of them to compute the total height. */
export const blockDecorations = StateField.define<Shown>({
  create: decorate,
  update: (shown, transaction) => {
    const before = transaction.startState.field(visualState, false);
    return before === transaction.state.field(visualState) ? shown : decorate(transaction.state);
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ decorations }) => decorations),
    EditorView.atomicRanges.of((view) => view.state.field(field).hidden),
  ],
});

export const blockExtension: Extension = [visualState, blockDecorations];

function decorate(state: EditorState): Shown {
  const { doc } = state;
  const blocks = blocksOf(state);
  const placed: Placed<Decoration>[] = [];
  const hidden: Placed<Decoration>[] = [];
  const hide = ({ from, to }: Range, widget: Parameters<typeof Decoration.replace>[0]): void => {
    const range = Decoration.replace(widget).range(from, to);
    placed.push(range);
    hidden.push(range);
  };
  const addLines = (from: number, to: number, className: string): void => {
    for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
      placed.push(Decoration.line({ class: className }).range(line.from));
      if (line.to >= to || line.number === doc.lines) return;
    }
  };
  const { frontmatter } = blocks;
  if (frontmatter !== undefined && !isOpened(state, frontmatter)) {
    const { title, description } = readHead(doc.sliceString(frontmatter.from, frontmatter.to));
    const widget = new FrontmatterWidget(title, description, frontmatter.to - frontmatter.from);
    hide(frontmatter, { widget, block: true });
  }
  for (const range of blocks.imports) {
    if (isOpened(state, range)) continue;
    const lines = doc.sliceString(range.from, range.to).match(/^(?:import|export)\s/gm)?.length ?? 1;
    const text = lines === 1 ? '1 import or export' : `${lines} imports and exports`;
    hide(range, { widget: new ChipWidget(text, range.to - range.from), block: true });
  }
  for (const range of blocks.tables) {
    if (isOpened(state, range)) continue;
    hide(range, { widget: new TableWidget(doc.sliceString(range.from, range.to)), block: true });
  }
  for (const component of blocks.components) addComponent(state, component, { hide, addLines });
  for (const { from, to } of blocks.code) {
    addLines(from, to, 'vm-code');
    const first = doc.lineAt(from);
    const last = doc.lineAt(to);
    placed.push(Decoration.line({ class: 'vm-code-first' }).range(first.from));
    placed.push(Decoration.line({ class: 'vm-code-last' }).range(last.from));
    // A list item's mark can precede the fence.
    const fence = Math.max(0, first.text.search(/`{3}|~{3}/));
    const info = first.text
      .slice(fence)
      .replace(/^[`~]+/, '')
      .trim();
    if (!isTouched(state, first)) {
      const widget = new MarkWidget(info === '' ? 'Code' : info, 'vm-code-info');
      placed.push(Decoration.replace({ widget }).range(first.from + fence, first.to));
    }
    const isClosed = last.number > first.number && /^[\s>]*(?:`{3,}|~{3,})\s*$/.test(last.text);
    if (isClosed && last.length > 0 && !isTouched(state, last))
      placed.push(Decoration.replace({ widget: new MarkWidget('', 'vm-code-end') }).range(last.from, last.to));
  }
  for (const { from, to, label } of blocks.source) {
    if (from === to) continue;
    const isComment = doc.sliceString(from, from + 3) === '{/*';
    const className = `vm-source${isComment ? ' vm-comment' : ''}`;
    placed.push(
      Decoration.mark({ class: className, attributes: { title: isComment ? 'Comment' : label } }).range(from, to),
    );
  }
  return {
    decorations: Decoration.set(placed, true),
    hidden: RangeSet.of(hidden, true),
  };
}

/** The depth beyond which components look the same. */
const DEEPEST = 4;

interface Output {
  readonly hide: (range: Range, widget: Parameters<typeof Decoration.replace>[0]) => void;
  readonly addLines: (from: number, to: number, className: string) => void;
}

function addComponent(state: EditorState, component: ComponentBlock, { hide, addLines }: Output): void {
  const { doc } = state;
  const { name, open, close, depth, isBlock } = component;
  const source = doc.sliceString(open.from, open.to);
  const tag = readTag(source);
  if (tag === undefined) return;
  if (isBlock) {
    const end = endOf(component);
    addLines(
      open.from,
      end,
      `vm-box vm-depth-${Math.min(depth, DEEPEST)}${depth === 0 ? ` vm-kind-${name.toLowerCase().replaceAll('.', '-')}` : ''}`,
    );
    if (depth === 0) {
      addLines(open.from, open.from, 'vm-box-first');
      addLines(end, end, 'vm-box-last');
    }
    if (close !== undefined && doc.lineAt(close.from).text.trim().startsWith('</'))
      addLines(close.from, close.from, 'vm-close');
  }
  if (!isOpened(state, open)) {
    const { from } = doc.lineAt(open.from);
    if (isBlock && from < open.from) hide({ from, to: open.from }, {});
    hide(open, { widget: new TagWidget(name, source, tag.props, isBlock ? 'block' : 'inline') });
  }
  if (close !== undefined && !isOpened(state, close)) {
    hide(close, { widget: new MarkWidget('', isBlock ? 'vm-end' : 'vm-inline-end') });
  }
}

/** Reads a page's title and description. Both are empty if the frontmatter isn't valid. */
function readHead(text: string): { readonly title: string; readonly description: string } {
  const read = readFields(text);
  const fields = read.kind === 'fields' ? read.fields : [];
  const valueOf = (key: string): string => {
    const value = fields.find((field) => field.key === key)?.value;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return { title: valueOf('title'), description: valueOf('description') };
}
