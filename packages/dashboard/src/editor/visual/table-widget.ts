import { WidgetType, type EditorView } from '@codemirror/view';
import { editHistory } from '../source/edit-history.ts';
import { findChange } from '@docwright/doc-agent/find-change';
import { addColumn, addRow, editCell, readTable, removeColumn, removeRow } from './edit-table.ts';
import { escapeInCell } from './plain-typing.ts';
import { showInline } from './show-inline.ts';
import { blocksOf } from './visual-state.ts';
import { button, element, openAt } from './widgets.ts';

interface Place {
  readonly row: number;
  readonly column: number;
}

/** A table with cells that are edited in place. Each change rewrites only the affected lines. */
export class TableWidget extends WidgetType {
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
  override eq(other: TableWidget): boolean {
    return other.text === this.text;
  }
  override toDOM(view: EditorView): HTMLElement {
    const dom = element('div', { className: 'vm-table' });
    this.fill(dom, view);
    return dom;
  }
  /** Keeps the cell that has the keyboard focus while its text changes. */
  override updateDOM(dom: HTMLElement, view: EditorView): boolean {
    const { rows, columns } = readTable(this.text);
    const cells = cellsOf(dom);
    if (dom.dataset['columns'] !== String(columns) || cells.length !== rows.length * columns) {
      this.fill(dom, view);
      return true;
    }
    const focused = (dom.getRootNode() as ShadowRoot).activeElement;
    for (const [index, cell] of cells.entries()) {
      const shown = rows[Math.floor(index / columns)]?.[index % columns] ?? '';
      if (cell !== focused && cell.textContent !== shown) showText(view, cell, shown);
      // Undoing also changes the focused cell.
      else if (toOneLine(cell.textContent) !== toOneLine(shown)) cell.textContent = shown;
    }
    return true;
  }
  override ignoreEvent(): boolean {
    return true;
  }

  private fill(dom: HTMLElement, view: EditorView): void {
    const { rows, columns } = readTable(this.text);
    const table = element('table');
    for (const [row, cells] of rows.entries()) {
      const line = element('tr');
      for (const [column, text] of cells.entries()) {
        const cell = element(row === 0 ? 'th' : 'td');
        cell.append(createCell(view, dom, { row, column, text }));
        line.append(cell);
      }
      table.append(line);
    }
    dom.dataset['columns'] = String(columns);
    dom.replaceChildren(element('div', { className: 'vm-table-box' }, table), createActions(view, dom));
  }
}

/** Joins text into one line. Consecutive typed spaces are written as one space, which must not move the cursor. */
const toOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const cellsOf = (dom: HTMLElement): readonly HTMLElement[] => [...dom.querySelectorAll<HTMLElement>('.vm-cell')];

function createCell(view: EditorView, dom: HTMLElement, at: Place & { readonly text: string }): HTMLElement {
  const { row, column, text } = at;
  const name = row === 0 ? `Header of column ${column + 1}` : `Row ${row}, column ${column + 1}`;
  const cell = element('div', { className: 'vm-cell', label: name });
  showText(view, cell, text);
  cell.setAttribute('role', 'textbox');
  cell.tabIndex = -1;
  // In read-only text, the same keys move between the cells.
  cell.addEventListener('focus', () => {
    dom.dataset['row'] = String(row);
    dom.dataset['column'] = String(column);
  });
  cell.addEventListener('keydown', (event) => onKey(event, view, { dom, row, column }));
  if (view.state.readOnly) {
    cell.setAttribute('aria-readonly', 'true');
    return cell;
  }
  cell.contentEditable = 'plaintext-only';
  const edit = (): void => change(view, dom, (table) => editCell(table, at, cell.textContent.trim()));
  cell.addEventListener('blur', () => showText(view, cell, cell.textContent));
  cell.addEventListener('beforeinput', (event) => {
    const typed = event.inputType === 'insertText' && !event.isComposing ? (event.data ?? '') : '';
    const range = selectedRange(cell);
    const before = range === undefined ? '' : textBefore(cell, range);
    const insert = escapeInCell(before, typed);
    if (range === undefined || insert === typed) return;
    event.preventDefault();
    const after = cell.textContent.slice(before.length + selectedText(range).length);
    cell.textContent = before + insert + after;
    const [text] = cell.childNodes;
    if (text !== undefined) getSelection()?.collapse(text, before.length + insert.length);
    edit();
  });
  cell.addEventListener('input', (event) => {
    if (!event.isComposing) edit();
  });
  cell.addEventListener('compositionend', edit);
  return cell;
}

/** Shows formatted text; while the cell has the focus, the marks are shown. */
const showText = (view: EditorView, cell: HTMLElement, text: string): void =>
  cell.replaceChildren(showInline(view.state, text));

/** Returns the selection inside a shadow root. */
const selectedRange = (cell: HTMLElement): StaticRange | undefined =>
  getSelection()?.getComposedRanges({ shadowRoots: [cell.getRootNode() as ShadowRoot] })[0];

function textBefore(cell: HTMLElement, { startContainer, startOffset }: StaticRange): string {
  const range = document.createRange();
  range.setStart(cell, 0);
  range.setEnd(startContainer, startOffset);
  return range.toString();
}

function selectedText({ startContainer, startOffset, endContainer, endOffset }: StaticRange): string {
  const range = document.createRange();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  return range.toString();
}

/** Replaces the table's differing bytes. */
function change(view: EditorView, dom: HTMLElement, edit: (text: string) => string): void {
  const range = findTable(view, dom);
  if (range === undefined || view.state.readOnly) return;
  const before = view.state.sliceDoc(range.from, range.to);
  const found = findChange(before, edit(before));
  if (found === undefined) return;
  const { from, to, insert } = found;
  view.dispatch({
    changes: { from: range.from + from, to: range.from + to, insert },
    userEvent: 'input.type',
  });
}

const findTable = (view: EditorView, dom: HTMLElement) => {
  const at = view.posAtDOM(dom);
  return blocksOf(view.state).tables.find(({ from, to }) => from <= at && at <= to);
};

const placeOf = ({ dataset }: HTMLElement): Place => ({
  row: Number(dataset['row'] ?? 0),
  column: Number(dataset['column'] ?? 0),
});

/** @param place negative rows count from the end */
export function focusCell(dom: HTMLElement, { row, column }: Place): boolean {
  const columns = Number(dom.dataset['columns']);
  const cell = cellsOf(dom).at(row * columns + column);
  if (cell === undefined || columns <= column) return false;
  cell.focus();
  const selection = getSelection();
  selection?.selectAllChildren(cell);
  return true;
}

function onKey(event: KeyboardEvent, view: EditorView, { dom, row, column }: Place & { dom: HTMLElement }): void {
  const isMod = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  const rows = cellsOf(dom).length / Number(dom.dataset['columns']);
  const run = (action: () => void): void => {
    event.preventDefault();
    action();
  };
  // The editor's own keys don't apply in a cell.
  event.stopPropagation();
  if (isMod && key === 'z') run(() => void view.state.facet(editHistory)[event.shiftKey ? 'redo' : 'undo'](view));
  else if (isMod && key === 'y') run(() => void view.state.facet(editHistory).redo(view));
  else if (event.key === 'Escape') run(() => leave(view, dom, 'after'));
  else if (event.key === 'Enter' && isMod && !view.state.readOnly) run(() => addRowBelow(view, dom));
  else if (event.key === 'Enter')
    run(() => (row + 1 < rows ? void focusCell(dom, { row: row + 1, column }) : leave(view, dom, 'after')));
  else if (event.key === 'ArrowDown')
    run(() => (row + 1 < rows ? void focusCell(dom, { row: row + 1, column }) : leave(view, dom, 'after')));
  else if (event.key === 'ArrowUp')
    run(() => (row > 0 ? void focusCell(dom, { row: row - 1, column }) : leave(view, dom, 'before')));
  else if (event.key === 'Tab') moveByTab(event, dom, { row, column });
}

/** Moves between cells. In the last cell, the Tab key moves out of the table. */
function moveByTab(event: KeyboardEvent, dom: HTMLElement, { row, column }: Place): void {
  const columns = Number(dom.dataset['columns']);
  const next = row * columns + column + (event.shiftKey ? -1 : 1);
  const cell = next < 0 ? undefined : cellsOf(dom)[next];
  if (cell === undefined) return;
  event.preventDefault();
  focusCell(dom, { row: Math.floor(next / columns), column: next % columns });
}

function leave(view: EditorView, dom: HTMLElement, side: 'before' | 'after'): void {
  const range = findTable(view, dom);
  if (range === undefined) return;
  const { doc } = view.state;
  const anchor = side === 'after' ? Math.min(range.to + 1, doc.length) : Math.max(0, range.from - 1);
  view.focus();
  view.dispatch({ selection: { anchor }, scrollIntoView: true });
}

function addRowBelow(view: EditorView, dom: HTMLElement): void {
  const { row } = placeOf(dom);
  change(view, dom, (text) => addRow(text, row));
  focusCell(dom, { row: row + 1, column: 0 });
}

function createActions(view: EditorView, dom: HTMLElement): HTMLElement {
  const actions = element('div', { className: 'vm-actions' });
  const source = button('Source', 'Source of the table', () => {
    const range = findTable(view, dom);
    if (range !== undefined) openAt(view, dom, range.to - range.from);
  });
  if (view.state.readOnly) {
    actions.append(source);
    return actions;
  }
  const again = (place: Place): void => void focusCell(dom, place);
  actions.append(
    button('Add row', 'Add a row below', () => addRowBelow(view, dom)),
    button('Add column', 'Add a column to the right', () => {
      const { row, column } = placeOf(dom);
      change(view, dom, (text) => addColumn(text, column));
      again({ row, column: column + 1 });
    }),
    button('Remove row', 'Remove this row', () => {
      const { row, column } = placeOf(dom);
      change(view, dom, (text) => removeRow(text, row));
      again({ row: Math.max(0, row - 1), column });
    }),
    button('Remove column', 'Remove this column', () => {
      const { row, column } = placeOf(dom);
      change(view, dom, (text) => removeColumn(text, column));
      again({ row, column: Math.max(0, column - 1) });
    }),
    source,
  );
  return actions;
}
