import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { parseMdxTree } from '../../packages/site-builder/src/page/mdx/parse-tree.ts';
import { mdxLanguage } from '../../packages/dashboard/src/editor/source/mdx-language.ts';
import { runFormat, setBlock } from '../../packages/dashboard/src/editor/visual/commands.ts';
import {
  addColumn,
  addRow,
  editCell,
  readTable,
  removeColumn,
  removeRow,
} from '../../packages/dashboard/src/editor/visual/edit-table.ts';
import { editTag, type PropValue } from '../../packages/dashboard/src/editor/visual/edit-tag.ts';
import { findBlocks, type Range } from '../../packages/dashboard/src/editor/visual/find-blocks.ts';
import type { FormatCommand } from '../../packages/dashboard/src/editor/visual/visual-state.ts';

const word = fc.constantFrom(
  'one',
  'two words',
  '**bold**',
  'a `code | x` b',
  '😀 smile',
  'e\u0301',
  '[link](/a)',
  'snake_case',
);
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
const row = fc
  .tuple(words, words)
  .map(([one, other]) => `| ${one.replaceAll('|', '\\|')} |${other.replaceAll('|', '\\|')}|`);
const simple = fc.oneof(
  words,
  fc.tuple(words, words).map((lines) => lines.join('\n')),
  words.map((text) => `## ${text}`),
  fc.array(words, { minLength: 1, maxLength: 3 }).map((items) => items.map((item) => `- ${item}`).join('\n')),
  fc
    .array(words, { minLength: 1, maxLength: 3 })
    .map((items) => items.map((item, at) => `${at + 1}. ${item}`).join('\n')),
  words.map((text) => `- [ ] ${text}\n  - inner\n\n    more`),
  words.map((text) => `> ${text}\n> more`),
  fc.tuple(row, fc.array(row, { maxLength: 3 })).map(([head, rows]) => [head, '|:-|---|', ...rows].join('\n')),
  fc.constantFrom(
    '```js\nconst a = {b: "<C>"};\n\n# no\n```',
    '~~~\n| a |\n~~~',
    '***',
    '<Mine a={1} />',
    '{/* a\n\n| b | */}',
  ),
);
const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');
const { block } = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { depthIdentifier: 'page', maxDepth: 3, withCrossShrink: true },
    simple,
    fc
      .tuple(
        fc.constantFrom('Note', 'Card title="a > b" cols={2}', "Step\n  title='x'\n"),
        fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
      )
      .map(([tag, inner]) => `<${tag}>\n${indent(inner.join('\n\n'))}\n</${/^\w+/.exec(tag)?.[0] ?? ''}>`),
  ),
}));
const page = fc
  .tuple(
    fc.constantFrom('', '---\ntitle: "A: b"\n---\n\n', 'import A from "/a.mdx";\n\n'),
    fc.array(block, { minLength: 1, maxLength: 5 }),
  )
  .map(([head, blocks]) => `${head}${blocks.join('\n\n')}\n`);

function open(doc: string, selection?: { readonly anchor: number; readonly head: number }) {
  const state = EditorState.create({ doc, extensions: mdxLanguage(undefined), ...(selection && { selection }) });
  const tree = ensureSyntaxTree(state, doc.length, 5000);
  assert.ok(tree);
  // The commands read the state's tree, which the parser completes with the next transaction.
  return { state: state.update({}).state, blocks: findBlocks(tree, state.doc) };
}

interface Parsed {
  readonly type: string;
  readonly value?: string;
  readonly name?: string | null;
  readonly children?: readonly Parsed[];
  readonly position?: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
}

/** Lists a page's parts that have no children, with their lines. */
function listLeaves(
  node: Parsed,
): readonly { readonly shown: string; readonly first: number; readonly last: number }[] {
  const { start, end } = node.position ?? { start: { line: 0 }, end: { line: 0 } };
  if (node.children !== undefined && node.children.length > 0) return node.children.flatMap(listLeaves);
  if (node.type === 'text')
    return (node.value ?? '')
      .split('\n')
      .map((shown, index) => ({ shown: shown.trim(), first: start.line + index, last: start.line + index }));
  return [{ shown: `${node.type} ${node.name ?? ''} ${node.value ?? ''}`, first: start.line, last: end.line }];
}

/** Checks that an edit stays within lines, and that the text around them is parsed as before. */
function checkEdit(before: string, after: string, range: Range): void {
  const lineOf = (at: number): number => before.slice(0, at).split('\n').length;
  const lines = { first: lineOf(range.from), last: lineOf(range.to) };
  const above = before.slice(0, before.lastIndexOf('\n', range.from - 1) + 1);
  const below = /\n[^]*$/.exec(before.slice(range.to))?.[0] ?? '';
  assert.ok(after.startsWith(above) && after.endsWith(below), after);
  if (before === after) return;
  const [old, next] = [parseMdxTree(before, false), parseMdxTree(after, false)];
  assert.ok(old.ok, before);
  assert.ok(next.ok, `${before}\n=>\n${after}`);
  const moved = after.split('\n').length - before.split('\n').length;
  const leavesOf = (tree: unknown, last: number): readonly string[] =>
    listLeaves(tree as Parsed)
      .filter((leaf) => leaf.shown !== '' && (leaf.last < lines.first || leaf.first > last))
      .map(({ shown }) => shown);
  assert.deepEqual(leavesOf(next.tree, lines.last + moved), leavesOf(old.tree, lines.last), `${before}\n=>\n${after}`);
}

const typed = fc
  .array(
    fc.constantFrom(
      'a',
      ' ',
      '|',
      '\\',
      '*',
      '**',
      '_',
      '~',
      '#',
      '> ',
      '- ',
      '---',
      '[',
      '](',
      '!',
      '&',
      '😀',
      '\n',
      '1. ',
    ),
    {
      maxLength: 5,
    },
  )
  .map((parts) => parts.join(''));

const tableEdit = fc.record({ which: fc.nat(), row: fc.nat(), column: fc.nat(), text: typed, kind: fc.nat(5) });

test('editing a table changes only its lines, and the rest of the page is parsed as before', () => {
  fc.assert(
    fc.property(page, tableEdit, (before, { which, row: atRow, column, text, kind }) => {
      const { tables } = open(before).blocks;
      const range = tables[which % Math.max(1, tables.length)];
      fc.pre(range !== undefined);
      const table = before.slice(range.from, range.to);
      const { rows, columns } = readTable(table);
      const place = { row: atRow % rows.length, column: column % columns };
      const edits = [addRow(table, place.row), removeRow(table, place.row), addColumn(table, place.column)];
      const edited = [...edits, removeColumn(table, place.column)][kind] ?? editCell(table, place, text.trim());
      checkEdit(before, before.slice(0, range.from) + edited + before.slice(range.to), range);
    }),
    { numRuns: 500 },
  );
});

const value: fc.Arbitrary<PropValue> = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((text): PropValue => ({ kind: 'text', text })),
  fc.constant<PropValue>({ kind: 'switch', isOn: false }),
);

test('editing a prop changes only its tag, and the rest of the page is parsed as before', () => {
  fc.assert(
    fc.property(
      page,
      fc.nat(),
      fc.constantFrom('title', 'cols', 'new'),
      fc.option(value, { nil: undefined }),
      (before, which, name, given) => {
        const { components } = open(before).blocks;
        const range = components[which % Math.max(1, components.length)]?.open;
        fc.pre(range !== undefined);
        const tag = editTag(before.slice(range.from, range.to), name, given);
        checkEdit(before, before.slice(0, range.from) + tag + before.slice(range.to), range);
      },
    ),
    { numRuns: 500 },
  );
});

const command = fc.constantFrom<FormatCommand | 'h2' | 'text'>(
  ...(['bold', 'italic', 'strike', 'code', 'link', 'bullets', 'numbers', 'tasks', 'quote', 'h2', 'text'] as const),
);

test('a command changes only the selected lines, and the rest of the page is parsed as before', () => {
  fc.assert(
    fc.property(page, fc.nat(), fc.nat(60), command, (before, at, length, run) => {
      const anchor = at % (before.length + 1);
      const head = Math.min(before.length, anchor + length);
      const { state } = open(before, { anchor, head });
      const spec = run === 'h2' || run === 'text' ? setBlock(state, run) : runFormat(state, run);
      const { doc } = state.update(spec).state;
      const { from } = state.doc.lineAt(anchor);
      checkEdit(before, doc.toString(), { from, to: state.doc.lineAt(head).to });
    }),
    { numRuns: 1000 },
  );
});
