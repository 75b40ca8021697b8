import { syntaxTree } from '@codemirror/language';
import { EditorSelection, type ChangeSpec, type EditorState, type Line, type TransactionSpec } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { readTag } from './edit-tag.ts';
import { findMissingBreaks } from './empty-lines.ts';
import type { FormatCommand, VisualPlace } from './visual-state.ts';

const marks = {
  bold: { mark: '**', node: 'StrongEmphasis' },
  italic: { mark: '*', node: 'Emphasis' },
  strike: { mark: '~~', node: 'Strikethrough' },
  code: { mark: '`', node: 'InlineCode' },
} as const;

/** Returns the change that a toolbar button or its key makes. */
export function runFormat(state: EditorState, command: FormatCommand): TransactionSpec {
  switch (command) {
    case 'bold':
    case 'italic':
    case 'strike':
    case 'code':
      return unlessFence(state, toggleMark(state, marks[command]));
    case 'link':
      return addLink(state);
    case 'bullets':
    case 'numbers':
    case 'tasks':
    case 'quote':
      return toggleLines(state, command);
  }
}

/** Quote, item and heading marks at the start of a line. */
const lead = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?|#{1,6}[ \t]+|>[ \t]*)*/;

/** The start of a code block, which would contain all text below it. */
const fence = /^(?:~{3}|`{3}[^`]*$)/;

const startsFence = (line: string): boolean => fence.test(line.slice(lead.exec(line)?.[0].length ?? 0));

/** Makes no change if it would turn a line into a code block: `~~` before `~~text`, or without text in between. */
function unlessFence(state: EditorState, spec: TransactionSpec): TransactionSpec {
  const changes = state.changes(spec.changes);
  const newDoc = changes.apply(state.doc);
  let isFence = false;
  changes.iterChangedRanges((from, _to, start, end) => {
    if (startsFence(state.doc.lineAt(from).text)) return;
    const last = newDoc.lineAt(end).number;
    for (let number = newDoc.lineAt(start).number; number <= last; number++)
      isFence ||= startsFence(newDoc.line(number).text);
  });
  return isFence ? {} : spec;
}

/** Nodes whose text is shown as written, so marks would change it. */
const literal = /^(?:FencedCode|CodeBlock|Frontmatter|Esm|JsxTag|MdxExpression|URL|TableDelimiter|Comment)$/;

/** Whether marks in part of the text would change code, tags or addresses instead of formatting text. */
export function isLiteral(state: EditorState, { from, to }: Span): boolean {
  const isCut = (at: number): boolean =>
    findNode(state, { from: at, to: at }, (node) => literal.test(node.name) && node.from < at && at < node.to) !==
    undefined;
  const isInside = findNode(state, { from, to }, ({ name }) => literal.test(name)) !== undefined;
  return isInside || isCut(from) || isCut(to) || !areTagsWhole(state, { from, to });
}

/** Whether every component that starts or ends in part of the text is completely inside it. */
function areTagsWhole(state: EditorState, { from, to }: Span): boolean {
  const open: string[] = [];
  let isWhole = true;
  syntaxTree(state).iterate({
    from,
    to,
    enter: (node) => {
      if (node.name !== 'JsxTag' || node.from >= to || node.to <= from) return;
      const tag = readTag(state.sliceDoc(node.from, node.to));
      if (tag?.kind === 'opening') open.push(tag.name);
      if (tag?.kind === 'closing' && open.pop() !== tag.name) isWhole = false;
    },
  });
  return isWhole && open.length === 0;
}

const trimLine = ({ from, text }: Line): Span => ({
  from: from + (text.length - text.trimStart().length),
  to: from + text.trimEnd().length,
});

/** Whether a line is shown as written, so that it can't become an item, a quote or a heading. */
const isLiteralLine = (state: EditorState, line: Line): boolean => {
  const span = line.text.trim() === '' ? { from: line.from, to: line.from } : trimLine(line);
  return isLiteral(state, span) || isBetweenCells(state, span);
};

/** Whether marks or line breaks would be outside the cells of a table. */
const isBetweenCells = (state: EditorState, span: Span): boolean =>
  findNode(state, span, ({ name }) => name === 'Table') !== undefined &&
  findNode(state, span, ({ name }) => name === 'TableCell') === undefined;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the selected text of each line, because marks don't extend beyond a block. Code and tags are left out. */
function selectedSpans(state: EditorState): readonly Span[] {
  const { main } = state.selection;
  const whole = main.empty ? (state.wordAt(main.head) ?? main) : main;
  const spans = selectedLines(state)
    .map((line) => {
      const start = line.from + (lead.exec(line.text)?.[0].length ?? 0);
      const from = main.empty ? whole.from : Math.max(whole.from, start);
      return { ...trimSelection(state, { from, to: Math.max(from, Math.min(whole.to, line.to)) }), start };
    })
    .filter((span) => span.from >= span.start && !isLiteral(state, span) && !isBetweenCells(state, span));
  return main.empty ? spans : spans.filter(({ from, to }) => from < to);
}

/** Adds marks around the selection or the word, or removes existing marks. */
function toggleMark(
  state: EditorState,
  { mark, node }: { readonly mark: string; readonly node: string },
): TransactionSpec {
  const { main } = state.selection;
  const { length } = mark;
  if (main.empty && isBetweenMarks(state, mark) && state.wordAt(main.head) === null)
    return { changes: { from: main.head - length, to: main.head + length }, userEvent: 'input.format' };
  const empty = emptyLine(state);
  if (empty !== undefined) return insertBlock(state, empty, mark, mark);
  const spans = selectedSpans(state).map((span) => ({ span, around: findAround(state, node, span) }));
  if (spans.length === 0) return {};
  if (spans.every(({ around }) => around !== undefined)) {
    const removed = new Map(spans.flatMap(({ around }) => (around === undefined ? [] : [[around.from, around]])));
    const changes = [...removed.values()].flatMap((around) => {
      const size = /^(?:\*\*|__|~~|`+|[*_])/.exec(state.sliceDoc(around.from, around.to))?.[0].length ?? length;
      return [
        { from: around.from, to: around.from + size },
        { from: around.to - size, to: around.to },
      ];
    });
    return { changes, userEvent: 'input.format' };
  }
  const added = spans
    .filter(({ around }) => around === undefined)
    .map(({ span }) => outsideLinks(state, outsideAtoms(state, span)));
  const changes = state.changes(
    added.flatMap(({ from, to }) => [
      { from, insert: mark },
      { from: to, insert: mark },
    ]),
  );
  const [first, last] = [added[0], added.at(-1)];
  if (first === undefined || last === undefined) return {};
  const selection = main.empty
    ? EditorSelection.cursor(main.head + length)
    : EditorSelection.range(first.from + length, last.to + (2 * added.length - 1) * length);
  return { changes, selection, userEvent: 'input.format' };
}

/** Whether the cursor is between two marks without text, alone or as part of `***|***`. */
function isBetweenMarks(state: EditorState, mark: string): boolean {
  const at = state.selection.main.head;
  const { from, text } = state.doc.lineAt(at);
  const character = mark.charAt(0);
  let before = 0;
  while (text[at - from - 1 - before] === character) before += 1;
  let after = 0;
  while (text[at - from + after] === character) after += 1;
  return before === after && (before === mark.length || (character === '*' && before === 3));
}

/** Widens a range to whole code spans and escaped characters, because marks inside them would have no effect. */
function outsideAtoms(state: EditorState, { from, to }: Span): Span {
  const around = (at: number): Span | undefined =>
    findNode(
      state,
      { from: at, to: at },
      (node) => /^(?:InlineCode|Escape|Entity)$/.test(node.name) && node.from < at && at < node.to,
    );
  return { from: around(from)?.from ?? from, to: around(to)?.to ?? to };
}

/**
 * Widens a range so that marks are inside a link's text or around the whole link, because other marks would break the
 * link.
 */
function outsideLinks(state: EditorState, span: Span): Span {
  const widen = (at: number): Span | undefined => {
    const isAround = ({ name, from, to }: SyntaxNode): boolean => /^(?:Link|Image)$/.test(name) && from < at && at < to;
    const link = findNode(state, { from: at, to: at }, isAround);
    if (link === undefined) return undefined;
    const [start, end] = link.getChildren('LinkMark');
    return start !== undefined && end !== undefined && start.to <= span.from && span.to <= end.from ? undefined : link;
  };
  const from = widen(span.from)?.from ?? span.from;
  const to = widen(span.to)?.to ?? span.to;
  return from === span.from && to === span.to ? span : outsideLinks(state, { from, to });
}

/** Removes spaces at the ends of a range, because marks next to a space have no effect. */
function trimSelection(state: EditorState, range: { readonly from: number; readonly to: number }) {
  const text = state.sliceDoc(range.from, range.to);
  const from = range.from + text.length - text.trimStart().length;
  return { from, to: Math.max(from, range.to - (text.length - text.trimEnd().length)) };
}

/** Whether a position is in code within a line. */
export const isInCode = (state: EditorState, span: Span): boolean =>
  findAround(state, 'InlineCode', span) !== undefined;

function findAround(state: EditorState, name: string, span: Span): Span | undefined {
  const found = findNode(state, span, (node) => node.name === name);
  return found && { from: found.from, to: found.to };
}

/** Finds the innermost node that surrounds part of the text and meets a condition. */
function findNode(
  state: EditorState,
  { from, to }: Span,
  accept: (node: SyntaxNode) => boolean,
): SyntaxNode | undefined {
  for (const side of [1, -1] as const)
    for (let node = syntaxTree(state).resolveInner(side === 1 ? from : to, side); ;) {
      if (node.from <= from && node.to >= to && accept(node)) return node;
      if (node.parent === null) break;
      node = node.parent;
    }
  return undefined;
}

function addLink(state: EditorState): TransactionSpec {
  const empty = emptyLine(state);
  if (empty !== undefined) return insertBlock(state, empty, '[', ']()');
  const [span, ...others] = selectedSpans(state);
  // A link can't extend beyond a block.
  if (span === undefined || others.length > 0) return {};
  const { from, to } = outsideAtoms(state, span);
  const text = state.sliceDoc(from, to);
  const link = findAround(state, 'Link', span);
  // The address at the end of an existing link.
  if (link !== undefined) return { selection: { anchor: link.to - 1 }, scrollIntoView: true };
  if (/[[\]]/.test(text)) return {};
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

type ListKind = 'bullets' | 'numbers' | 'tasks' | 'quote';

function isOfKind(kind: ListKind, text: string): boolean {
  switch (kind) {
    case 'quote':
      return /^\s*>/.test(text);
    case 'bullets':
      return /^\s*[-*+][ \t]+(?!\[[ xX]\])/.test(text);
    case 'tasks':
      return /^\s*[-*+][ \t]+\[[ xX]\]/.test(text);
    case 'numbers':
      return /^\s*\d+[.)][ \t]/.test(text);
  }
}

/** Turns all selected lines with text into items, or all items back into text. */
function toggleLines(state: EditorState, kind: ListKind): TransactionSpec {
  const empty = emptyLine(state);
  if (empty !== undefined) return insertBlock(state, empty, newMarks[kind]);
  const lines = selectedLines(state).filter((line) => line.text.trim() !== '' && !isLiteralLine(state, line));
  if (lines.length === 0) return {};
  const isOff = lines.every(({ text }) => isOfKind(kind, text));
  let number = 0;
  const changes: ChangeSpec[] = lines.map(({ from, text }) => {
    number += 1;
    const indent = /^\s*/.exec(text)?.[0].length ?? 0;
    if (kind === 'quote') {
      const mark = /^\s*> ?/.exec(text)?.[0].length ?? 0;
      return isOff ? { from: from + indent, to: from + mark } : { from: from + indent, insert: newMarks.quote };
    }
    const old = bullet.exec(text)?.[0].length ?? indent;
    const insert = isOff ? '' : kind === 'numbers' ? `${number}. ` : newMarks[kind];
    return { from: from + indent, to: from + old, insert };
  });
  const last = lines.at(-1);
  const below = last !== undefined && last.number < state.doc.lines ? state.doc.line(last.number + 1).text : '';
  // A line that begins with a number other than 1 can't interrupt a paragraph, so it would become part of the line
  // above.
  if (last !== undefined && (kind !== 'numbers' || isOff) && /^[\s>]*\d{1,9}[.)][ \t]/.test(below))
    changes.push({ from: last.to, insert: '\n' });
  const set = state.changes(changes);
  return { changes: set, selection: state.selection.map(set, 1), userEvent: 'input.format' };
}

const newMarks = { bullets: '- ', numbers: '1. ', tasks: '- [ ] ', quote: '> ' } as const;

/** Returns the empty line at the cursor, unless it is part of code or of a tag. */
function emptyLine(state: EditorState): Line | undefined {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  return main.empty && line.text.trim() === '' && !isLiteralLine(state, line) ? line : undefined;
}

/** Inserts a block on an empty line, with text on both sides of the cursor. */
function insertBlock(state: EditorState, line: Line, before: string, after = ''): TransactionSpec {
  const { doc } = state;
  const { above, below } = findMissingBreaks(doc, line);
  const neighbor = above !== '' ? line.number - 1 : Math.min(line.number + 1, doc.lines);
  const indent = line.text === '' ? (/^\s*/.exec(doc.line(neighbor).text)?.[0] ?? '') : line.text;
  const start = `${above}${indent}${before}`;
  return {
    changes: { from: line.from, to: line.to, insert: `${start}${after}${below}` },
    selection: { anchor: line.from + start.length },
    userEvent: 'input.format',
  };
}

const listKinds: readonly ListKind[] = ['bullets', 'numbers', 'tasks', 'quote'];

/** Returns the selection's formats, which the commands would remove. */
export function readFormats(state: EditorState): readonly FormatCommand[] {
  const spans = selectedSpans(state);
  const inline = Object.entries(marks).flatMap(([command, { node }]) =>
    spans.length > 0 && spans.every((span) => findAround(state, node, span) !== undefined)
      ? [command as FormatCommand]
      : [],
  );
  const [first] = spans;
  const isLink = first !== undefined && findAround(state, 'Link', first) !== undefined;
  const lines = selectedLines(state).filter((line) => line.text.trim() !== '' && !isLiteralLine(state, line));
  const lists = listKinds.filter((kind) => lines.length > 0 && lines.every(({ text }) => isOfKind(kind, text)));
  return [...inline, ...(isLink ? (['link'] as const) : []), ...lists];
}

/** Turns the selected lines into headings, or back into text. Underlined headings receive number signs. */
export function setBlock(state: EditorState, block: VisualPlace['block']): TransactionSpec {
  const level = block === 'text' ? 0 : Number(block.slice(1));
  const empty = emptyLine(state);
  if (empty !== undefined) return level === 0 ? {} : insertBlock(state, empty, `${'#'.repeat(level)} `);
  const changes: ChangeSpec[] = [];
  for (const line of selectedLines(state)) {
    const { from, to, text, number } = line;
    if (text.trim() === '' || isLiteralLine(state, line)) continue;
    // An item is replaced by a heading; a quote can contain headings.
    const [, indent = '', old = ''] =
      (level === 0
        ? /^([\s>]*)(#{1,6}(?:[ \t]+|$))?/
        : /^([\s>]*)((?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)*(?:#{1,6}(?:[ \t]+|$))?)/
      ).exec(text) ?? [];
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

/** Returns the kind of block at the cursor. */
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
