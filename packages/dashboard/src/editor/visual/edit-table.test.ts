import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addColumn, addRow, editCell, readTable, removeColumn, removeRow } from './edit-table.ts';

const table = '| Name |Description  |\n|:--|---|\n| a  | one \\| two |\n| b |\n';
const trimmed = table.trimEnd();

test('editing a cell keeps the table’s layout', () => {
  assert.deepEqual(readTable(trimmed), {
    columns: 2,
    rows: [
      ['Name', 'Description'],
      ['a', 'one | two'],
      ['b', ''],
    ],
  });
  assert.equal(editCell(trimmed, { row: 0, column: 1 }, 'About'), trimmed.replace('Description', 'About'));
  assert.equal(editCell(trimmed, { row: 1, column: 1 }, 'x|y\nz'), trimmed.replace('one \\| two', 'x\\|y z'));
  assert.equal(editCell(trimmed, { row: 2, column: 1 }, 'two'), trimmed.replace('| b |', '| b | two |'));
  assert.equal(editCell(trimmed, { row: 9, column: 0 }, 'x'), trimmed);
});

test('a cell can be emptied, start with a mark, and contain pipes that are escaped already', () => {
  const plain = 'a | b\n--|--\n1 | 2\nshort';
  const rowsOf = (edited: string): unknown => readTable(edited).rows.slice(1);
  const edit = (row: number, column: number, shown: string): string => editCell(plain, { row, column }, shown);
  const short = ['short', ''];
  assert.deepEqual(rowsOf(edit(1, 0, '')), [['', '2'], short]);
  assert.deepEqual(rowsOf(edit(1, 1, '')), [['1', ''], short]);
  assert.deepEqual(rowsOf(edit(2, 0, '')), [
    ['1', '2'],
    ['', ''],
  ]);
  assert.equal(edit(1, 0, '- x').split('\n')[2], '| - x | 2 |');
  assert.equal(edit(1, 0, 'x').split('\n')[2], 'x | 2');
  assert.deepEqual(rowsOf(edit(1, 1, String.raw`a\|b\\|c\\`)), [['1', String.raw`a|b\\|c\\`], short]);
  for (const typed of ['\\', '\\|', '|\\', '\\\\|', '|', '||', '\\\\', '> a', '# a'])
    for (const row of [0, 1, 2]) assert.equal(readTable(edit(row, 0, typed)).rows[row]?.length, 2, typed);
});

test('rows and columns can be added and removed, except the header and the last column', () => {
  assert.equal(addRow(trimmed, 0), trimmed.replace('|---|\n', '|---|\n|  |  |\n'));
  assert.equal(removeRow(trimmed, 1), trimmed.replace('| a  | one \\| two |\n', ''));
  assert.equal(removeRow(trimmed, 0), trimmed);
  assert.deepEqual(readTable(addColumn(trimmed, 0)).rows, [
    ['Name', '', 'Description'],
    ['a', '', 'one | two'],
    ['b', '', ''],
  ]);
  assert.deepEqual(readTable(removeColumn(trimmed, 0)).rows.flat(), ['Description', 'one | two', '']);
  assert.equal(removeColumn('| a |\n| - |', 0), '| a |\n| - |');
  const quoted = '> a | b\n> - | -\n> 1 | 2';
  assert.deepEqual(readTable(addRow(quoted, 1)).rows.at(-1), ['', '']);
});

const cell = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\\\s]+/g, ' ').trim());
const pages = fc
  .record({
    columns: fc.integer({ min: 1, max: 5 }),
    rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 }),
    pad: fc.constantFrom('', ' ', '   '),
    indent: fc.constantFrom('', '  ', '> '),
  })
  .map(({ columns, rows, pad, indent }) => {
    const line = (cells: readonly string[]): string =>
      `${indent}|${cells.map((text) => `${pad}${text.replaceAll('|', '\\|')}${pad}`).join('|')}|`;
    const [header = [], ...body] = rows.map((row) => Array.from({ length: columns }, (_none, at) => row[at] ?? ''));
    return [line(header), line(header.map(() => '---')), ...body.map(line)].join('\n');
  });

test('changing a cell changes one line, and the cell contains the typed text', () => {
  fc.assert(
    fc.property(pages, fc.nat(), fc.nat(), cell, (before, row, column, typed) => {
      const { rows, columns } = readTable(before);
      const place = { row: row % rows.length, column: column % columns };
      const after = editCell(before, place, typed);
      const changed = after.split('\n').filter((line, index) => line !== before.split('\n')[index]);
      assert.ok(changed.length <= 1);
      const expected = rows.map((cells) => [...cells]);
      const edited = expected[place.row];
      if (edited !== undefined) edited[place.column] = typed;
      assert.deepEqual(readTable(after).rows, expected);
    }),
    { numRuns: 500 },
  );
});

test('adding a row or a column and removing it again keeps every cell', () => {
  fc.assert(
    fc.property(pages, fc.nat(), fc.nat(), (before, row, column) => {
      const { rows, columns } = readTable(before);
      const at = row % rows.length;
      assert.equal(removeRow(addRow(before, at), at + 1), before);
      const place = column % columns;
      assert.deepEqual(readTable(removeColumn(addColumn(before, place), place + 1)), { rows, columns });
    }),
    { numRuns: 500 },
  );
});
