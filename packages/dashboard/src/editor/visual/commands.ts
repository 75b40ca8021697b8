import { syntaxTree } from '@codemirror/language';
import { EditorSelection, type ChangeSpec, type EditorState, type Line, type TransactionSpec } from '@codemirror/state';
import type { VisualPlace } from './visual-state.ts';

export type FormatCommand = 'bold' | 'italic' | 'strike' | 'code' | 'link' | 'bullets' | 'numbers' | 'tasks' | 'quote';

const marks = {
  bold: { mark: '**', node: 'StrongEmphasis' },
  italic: { mark: '*', node: 'Emphasis' },
  strike: { mark: '~~', node: 'Strikethrough' },
  code: { mark: '`', node: 'InlineCode' },
} as const;

/** The change that a button or a key of the toolbar makes. */
export function runFormat(state: EditorState, command: FormatCommand): TransactionSpec {
  switch (command) {
    case 'bold':
    case 'italic':
    case 'strike':
    case 'code':
      return toggleMark(state, marks[command]);
    case 'link':
      return addLink(state);
    case 'bullets':
    case 'numbers':
    case 'tasks':
    case 'quote':
      return toggleLines(state, command);
  }
}

/** Adds marks around the selection or the word, or removes those around it. */
function toggleMark(
  state: EditorState,
  { mark, node }: { readonly mark: string; readonly node: string },
): TransactionSpec {
  const { main } = state.selection;
  const { from, to } = main.empty ? (state.wordAt(main.head) ?? main) : trimSelection(state, main);
  const around = findAround(state, node, { from, to });
  if (around !== undefined) {
    const { length } = /^(?:\*\*|__|~~|`+|[*_])/.exec(state.sliceDoc(around.from, around.to))?.[0] ?? mark;
    return {
      changes: [
        { from: around.from, to: around.from + length },
        { from: around.to - length, to: around.to },
      ],
      userEvent: 'input.format',
    };
  }
  const changes = state.changes([
    { from, insert: mark },
    { from: to, insert: mark },
  ]);
  const selection =
    from === to
      ? EditorSelection.cursor(from + mark.length)
      : main.empty
        ? EditorSelection.cursor(main.head + mark.length)
        : EditorSelection.range(from + mark.length, to + mark.length);
  return { changes, selection, userEvent: 'input.format' };
}

/** Marks next to a space have no effect. */
function trimSelection(state: EditorState, range: { readonly from: number; readonly to: number }) {
  const text = state.sliceDoc(range.from, range.to);
  const from = range.from + text.length - text.trimStart().length;
  return { from, to: Math.max(from, range.to - (text.length - text.trimEnd().length)) };
}

function findAround(state: EditorState, name: string, { from, to }: { readonly from: number; readonly to: number }) {
  for (const side of [1, -1] as const)
    for (let node = syntaxTree(state).resolveInner(side === 1 ? from : to, side); ;) {
      if (node.name === name && node.from <= from && node.to >= to) return { from: node.from, to: node.to };
      if (node.parent === null) break;
      node = node.parent;
    }
  return undefined;
}

function addLink(state: EditorState): TransactionSpec {
  const { main } = state.selection;
  const { from, to } = main.empty ? (state.wordAt(main.head) ?? main) : main;
  const text = state.sliceDoc(from, to);
  const isAddress = /^(?:https?:\/\/|\/)\S+$/.test(text);
  const insert = isAddress ? `[](${text})` : `[${text}]()`;
  const at = isAddress || text === '' ? from + 1 : from + insert.length - 1;
  return { changes: { from, to, insert }, selection: { anchor: at }, userEvent: 'input.format' };
}

function selectedLines(state: EditorState): readonly Line[] {
  const { from, to } = state.selection.main;
  const lines: Line[] = [];
  for (let line = state.doc.lineAt(from); ; line = state.doc.line(line.number + 1)) {
    lines.push(line);
    if (line.to >= to || line.number === state.doc.lines) return lines;
  }
}

const bullet = /^(\s*)(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/;

/** Every selected line with text becomes an item, or none is one anymore. */
function toggleLines(state: EditorState, kind: 'bullets' | 'numbers' | 'tasks' | 'quote'): TransactionSpec {
  const all = selectedLines(state);
  const lines = all.length === 1 ? all : all.filter(({ text }) => text.trim() !== '');
  const isOfKind = ({ text }: Line): boolean =>
    kind === 'quote'
      ? /^\s*>/.test(text)
      : kind === 'bullets'
        ? /^\s*[-*+][ \t]+(?!\[[ xX]\])/.test(text)
        : kind === 'tasks'
          ? /^\s*[-*+][ \t]+\[[ xX]\]/.test(text)
          : /^\s*\d+[.)][ \t]/.test(text);
  const isOff = lines.every(isOfKind);
  let number = 0;
  const changes: ChangeSpec[] = lines.map(({ from, text }) => {
    number += 1;
    const indent = /^\s*/.exec(text)?.[0].length ?? 0;
    if (kind === 'quote') {
      const mark = /^\s*> ?/.exec(text)?.[0].length ?? 0;
      return isOff ? { from: from + indent, to: from + mark } : { from: from + indent, insert: '> ' };
    }
    const old = bullet.exec(text)?.[0].length ?? indent;
    const insert = isOff ? '' : kind === 'bullets' ? '- ' : kind === 'tasks' ? '- [ ] ' : `${number}. `;
    return { from: from + indent, to: from + old, insert };
  });
  const set = state.changes(changes);
  return { changes: set, selection: state.selection.map(set, 1), userEvent: 'input.format' };
}

/** Makes the selected lines headings, or text. Underlined headings get number signs. */
export function setBlock(state: EditorState, block: VisualPlace['block']): TransactionSpec {
  const level = block === 'text' ? 0 : Number(block.slice(1));
  const changes: ChangeSpec[] = [];
  for (const { from, to, text, number } of selectedLines(state)) {
    if (text.trim() === '' && !state.selection.main.empty) continue;
    const [, indent = '', old = ''] = /^(\s*)(#{1,6}(?:[ \t]+|$))?/.exec(text) ?? [];
    const start = from + indent.length;
    changes.push({ from: start, to: start + old.length, insert: level === 0 ? '' : `${'#'.repeat(level)} ` });
    const below = number < state.doc.lines ? state.doc.line(number + 1) : undefined;
    const isUnderlined = syntaxTree(state).resolveInner(to, -1).name.startsWith('SetextHeading');
    if (isUnderlined && below !== undefined && /^\s*(?:=+|-+)\s*$/.test(below.text))
      changes.push({ from: to, to: below.to });
  }
  const set = state.changes(changes);
  return { changes: set, selection: state.selection.map(set, 1), userEvent: 'input.format' };
}

/** The kind of block at the cursor. */
export function readBlock(state: EditorState): VisualPlace['block'] {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  for (let node = syntaxTree(state).resolveInner(line.to, -1); ;) {
    const level = /^(?:ATX|Setext)Heading([1-6])$/.exec(node.name)?.[1];
    if (level !== undefined) return `h${level}` as VisualPlace['block'];
    if (node.parent === null) return 'text';
    node = node.parent;
  }
}
