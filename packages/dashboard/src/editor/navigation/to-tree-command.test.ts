import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNavigationTree } from '@docwright/doc-agent/navigation-tree';
import { parseJson } from '@docwright/doc-agent/parse-json';
import { toRows } from './navigation-rows.ts';
import { toTreeCommand } from './to-tree-command.ts';

const lists =
  readNavigationTree(
    parseJson('{"navigation":{"groups":[{"group":"A","pages":["a","b"]},{"group":"B","pages":["c"]}]}}'),
  ) ?? [];
const rows = toRows(lists, ({ name }) => name === 'A');
const press = (key: string, current: number, modifiers: { altKey?: boolean; ctrlKey?: boolean } = {}) => {
  const command = toTreeCommand({ key, altKey: false, ctrlKey: false, metaKey: false, ...modifiers }, rows, current);
  if (command === undefined) return undefined;
  if (command.kind === 'select') return rows.find(({ entry }) => entry.path.join() === command.path.join())?.entry.name;
  if (command.kind === 'toggle') return command.isOpen ? 'opens' : 'closes';
  return command.kind === 'step' ? command.direction : `${command.kind} ${command.entry.name}`;
};

test('arrow keys move between rows, and open and close them', () => {
  assert.deepEqual(
    rows.map(({ entry }) => entry.name),
    ['A', 'a', 'b', 'B'],
  );
  assert.deepEqual([press('ArrowDown', 0), press('ArrowUp', 1), press('ArrowUp', 0)], ['a', 'A', undefined]);
  assert.deepEqual([press('ArrowRight', 0), press('ArrowRight', 1), press('ArrowRight', 3)], ['a', undefined, 'opens']);
  assert.deepEqual([press('ArrowLeft', 0), press('ArrowLeft', 2), press('ArrowLeft', 3)], ['closes', 'A', undefined]);
  assert.deepEqual([press('Home', 2), press('End', 0), press('ArrowDown', 3)], ['A', 'B', undefined]);
});

test('Alt with an arrow key moves the entry, and other combinations are left to the browser', () => {
  const alt = { altKey: true };
  assert.deepEqual(
    ['ArrowUp', 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'x'].map((key) => press(key, 1, alt)),
    ['up', 'down', 'in', 'out', undefined],
  );
  assert.equal(press('ArrowDown', 0, { ctrlKey: true }), undefined);
  assert.equal(press('Tab', 0), undefined);
});

test('Enter opens, F2 renames and Delete removes', () => {
  assert.deepEqual(
    [press('Enter', 1), press('Enter', 3), press('F2', 0), press('Delete', 2)],
    ['open a', 'opens', 'rename A', 'remove b'],
  );
});
