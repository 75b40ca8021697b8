import { Prec, type EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, type Command } from '@codemirror/view';
import { runFormat, setBlock } from './commands.ts';
import { endOf, findComponentAt, type Range } from './find-blocks.ts';
import { focusCell } from './table-widget.ts';
import { blocksOf, isOpened, visualHost, type FormatCommand } from './visual-state.ts';

/** Lists hidden parts that are alone on their lines. Adjacent text would change their meaning. */
function listWalls(state: EditorState): readonly (Range & { readonly whole: Range; readonly kind: 'page' | 'part' })[] {
  const { frontmatter, imports, tables, components } = blocksOf(state);
  const parts = [...imports, ...tables].map((range) => ({ ...range, whole: range, kind: 'part' as const }));
  const tags = components
    .filter(({ isBlock }) => isBlock)
    .flatMap((component) => {
      const whole = { from: component.open.from, to: endOf(component) };
      const { open, close } = component;
      const isOneLine = close !== undefined && state.doc.lineAt(open.to).number === state.doc.lineAt(close.from).number;
      if (isOneLine) return [{ ...whole, whole, kind: 'part' as const }];
      return [open, ...(close === undefined ? [] : [close])].map((range) => ({
        ...range,
        whole,
        kind: 'part' as const,
      }));
    });
  const page = frontmatter === undefined ? [] : [{ ...frontmatter, whole: frontmatter, kind: 'page' as const }];
  return [...page, ...parts, ...tags].filter((wall) => !isOpened(state, wall));
}

/** Text that is typed next to a hidden part is inserted on a new line. */
const typeBesideParts = EditorView.inputHandler.of((view, from, to, text) => {
  const { state } = view;
  if (from !== to || text === '' || state.readOnly) return false;
  const { doc } = state;
  const wall = listWalls(state).find(
    (each) => each.from === from || each.to === from || doc.lineAt(each.from).from === from,
  );
  if (wall === undefined) return typeBelowTable(view, from, text);
  const isAfter = from === wall.to || wall.kind === 'page';
  const at = isAfter ? wall.to : doc.lineAt(wall.from).from;
  const indent = /^\s*/.exec(doc.lineAt(wall.from).text)?.[0] ?? '';
  const insert = isAfter ? `\n\n${indent}${text}` : `${indent}${text}\n\n`;
  const cursor = isAfter ? at + insert.length : at + indent.length + text.length;
  view.dispatch({ changes: { from: at, insert }, selection: { anchor: cursor }, userEvent: 'input.type' });
  return true;
});

/** Inserts text typed directly below a table as a paragraph, because it would otherwise be a row of the table. */
function typeBelowTable(view: EditorView, at: number, text: string): boolean {
  const { state } = view;
  const { doc } = state;
  const line = doc.lineAt(at);
  const isBelow = line.length === 0 && blocksOf(state).tables.some(({ to }) => to + 1 === at);
  if (!isBelow) return false;
  const isAboveText = line.number < doc.lines && doc.line(line.number + 1).length > 0;
  const changes = { from: at, insert: `\n${text}${isAboveText ? '\n' : ''}` };
  view.dispatch({ changes, selection: { anchor: at + 1 + text.length }, userEvent: 'input.type' });
  return true;
}

/** Prevents accidental deletion of a hidden part: the first keystroke selects it or its component. */
const deleteBesideParts =
  (direction: -1 | 1): Command =>
  (view) => {
    const { state } = view;
    const { main } = state.selection;
    if (!main.empty || state.readOnly) return false;
    const line = state.doc.lineAt(main.head);
    const edge = direction === -1 ? line.from : line.to;
    const beyond = main.head === edge ? main.head + direction : main.head;
    const wall = listWalls(state).find((each) => {
      const near = direction === -1 ? each.to : each.from;
      return near === main.head || near === beyond;
    });
    if (wall === undefined) return false;
    // Empty lines next to a part can be removed.
    if (line.length === 0 && beyond !== main.head && wall.kind !== 'page') return false;
    if (wall.kind === 'page') return true;
    view.dispatch({ selection: { anchor: wall.whole.from, head: wall.whole.to }, scrollIntoView: true });
    return true;
  };

/** Enters a table with the arrow keys. */
const enterTable =
  (direction: -1 | 1): Command =>
  (view) => {
    const { state } = view;
    const line = state.doc.lineAt(state.selection.main.head);
    const next = line.number + direction;
    if (next < 1 || next > state.doc.lines) return false;
    const { from, to } = state.doc.line(next);
    const table = blocksOf(state).tables.find((each) => (direction === 1 ? each.from === from : each.to === to));
    if (table === undefined || isOpened(state, table)) return false;
    const widgets = [...view.contentDOM.querySelectorAll<HTMLElement>('.vm-table')];
    const dom = widgets.find((each) => view.posAtDOM(each) === table.from);
    return dom !== undefined && focusCell(dom, { row: direction === 1 ? 0 : -1, column: 0 });
  };

const format =
  (command: FormatCommand): Command =>
  (view) => {
    if (!view.state.readOnly) view.dispatch(runFormat(view.state, command), { scrollIntoView: true });
    return true;
  };

const heading =
  (level: number): Command =>
  (view) => {
    const block = level === 0 ? 'text' : (`h${level}` as 'h1');
    if (!view.state.readOnly) view.dispatch(setBlock(view.state, block));
    return true;
  };

/** Opens the form for the innermost component at the cursor. */
export const openProperties: Command = ({ state }) => {
  const component = findComponentAt(blocksOf(state), state.selection.main.head);
  if (component === undefined || state.readOnly) return false;
  const { name, open } = component;
  state.facet(visualHost)?.onProperties({ name, from: open.from, text: state.sliceDoc(open.from, open.to) });
  return true;
};

export const visualKeys: Extension = [
  typeBesideParts,
  Prec.highest(
    keymap.of([
      { key: 'Mod-b', run: format('bold'), preventDefault: true },
      { key: 'Mod-i', run: format('italic'), preventDefault: true },
      { key: 'Mod-e', run: format('code'), preventDefault: true },
      { key: 'Mod-k', run: format('link'), preventDefault: true },
      { key: 'Mod-Shift-x', run: format('strike'), preventDefault: true },
      { key: 'Mod-Shift-7', run: format('numbers'), preventDefault: true },
      { key: 'Mod-Shift-8', run: format('bullets'), preventDefault: true },
      { key: 'Mod-Shift-9', run: format('quote'), preventDefault: true },
      ...[0, 1, 2, 3, 4].map((level) => ({ key: `Mod-Alt-${level}`, run: heading(level), preventDefault: true })),
      { key: 'Alt-Enter', run: openProperties },
      { key: 'Backspace', run: deleteBesideParts(-1) },
      { key: 'Delete', run: deleteBesideParts(1) },
      { key: 'ArrowDown', run: enterTable(1) },
      { key: 'ArrowUp', run: enterTable(-1) },
    ]),
  ),
];
