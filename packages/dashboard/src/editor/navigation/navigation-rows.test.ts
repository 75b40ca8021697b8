import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNavigationTree, type JsonPath, type NavigationList } from '@docwright/doc-agent/navigation-tree';
import { parseJson } from '@docwright/doc-agent/parse-json';
import {
  findDropPlace,
  findNewPlace,
  isOpenAtFirst,
  keysAbove,
  listPageLists,
  toDropZone,
  toRows,
} from './navigation-rows.ts';

const treeOf = (navigation: unknown): readonly NavigationList[] =>
  readNavigationTree(parseJson(JSON.stringify({ navigation }))) ?? [];

const lists = treeOf({
  tabs: [
    {
      tab: 'Guides',
      groups: [
        { group: 'Start', pages: ['index', { group: 'Inner', pages: ['deep'] }] },
        { group: 'Empty', pages: [] },
      ],
    },
    { tab: 'API', pages: ['api'] },
  ],
});
const groups: JsonPath = ['navigation', 'tabs', 0, 'groups'];
const start: JsonPath = [...groups, 0, 'pages'];
const empty: JsonPath = [...groups, 1, 'pages'];
const api: JsonPath = ['navigation', 'tabs', 1, 'pages'];

test('closed entries hide their children, and rows have a position', () => {
  const rows = toRows(lists, (entry) => entry.name !== 'Inner');
  assert.deepEqual(
    rows.map(({ entry, level, position, setSize, isOpen }) => [entry.name, level, position, setSize, isOpen]),
    [
      ['Guides', 1, 1, 2, true],
      ['Start', 2, 1, 2, true],
      ['index', 3, 1, 2, undefined],
      ['Inner', 3, 2, 2, false],
      ['Empty', 2, 2, 2, undefined],
      ['API', 1, 2, 2, true],
      ['api', 2, 1, 1, undefined],
    ],
  );
  assert.equal(new Set(rows.map(({ key }) => key)).size, rows.length);
});

test('a large navigation starts with its groups closed', () => {
  const [tab] = lists[0]?.entries ?? [];
  const group = tab?.lists[0]?.entries[0];
  assert.ok(tab && group);
  assert.deepEqual([isOpenAtFirst(group, 20), isOpenAtFirst(group, 300), isOpenAtFirst(tab, 300)], [true, false, true]);
});

test('the entries that contain an entry are listed, outermost first', () => {
  assert.deepEqual(keysAbove(lists, [...start, 1, 'pages', 0]), [
    '/tab:Guides',
    '/tab:Guides/group:Start',
    '/tab:Guides/group:Start/group:Inner',
  ]);
});

test('entries can be dropped above, below and inside others, where the site allows it', () => {
  const drop = (dragged: JsonPath, target: JsonPath, zone: 'before' | 'inside' | 'after', isOpen = false) =>
    findDropPlace(lists, dragged, { target, zone, isOpen });
  const index = [...start, 0];
  assert.deepEqual(drop(index, [...api, 0], 'before'), { list: api, index: 0 });
  assert.deepEqual(drop(index, [...api, 0], 'after'), { list: api, index: 1 });
  assert.deepEqual(drop(index, [...groups, 1], 'inside'), { list: empty, index: 0 });
  assert.deepEqual(drop([...api, 0], [...groups, 0], 'after', true), { list: start, index: 0 });
  assert.equal(drop(index, [...groups, 1], 'before'), undefined);
  assert.equal(drop([...groups, 0], [...start, 1], 'inside'), undefined);
  assert.equal(drop(index, index, 'after'), undefined);
  assert.equal(drop(['navigation', 'tabs', 0], [...api, 0], 'after'), undefined);
  assert.deepEqual(drop([...groups, 1], [...api, 0], 'after'), { list: api, index: 1 });
  assert.deepEqual([toDropZone(2, 32), toDropZone(16, 32), toDropZone(30, 32)], ['before', 'inside', 'after']);
});

test('new entries are added next to the selected entry, or inside it', () => {
  assert.deepEqual(findNewPlace(lists, [...start, 0], 'page'), { list: start, index: 1 });
  assert.deepEqual(findNewPlace(lists, [...groups, 0], 'page'), { list: start, index: 2 });
  assert.deepEqual(findNewPlace(lists, ['navigation', 'tabs', 1], 'page'), { list: api, index: 1 });
  assert.deepEqual(findNewPlace(lists, [...groups, 0], 'group'), { list: groups, index: 1 });
  assert.deepEqual(findNewPlace(lists, ['navigation', 'tabs', 0], 'group'), { list: groups, index: 2 });
  assert.deepEqual(findNewPlace(lists, undefined, 'group'), { list: groups, index: 2 });
  assert.deepEqual(findNewPlace(lists, undefined, 'page'), { list: api, index: 1 });
  assert.equal(findNewPlace(treeOf({ tabs: [] }), undefined, 'page'), undefined);
});

test('pages can be added to the lists of all groups', () => {
  assert.deepEqual(
    listPageLists(lists).map(({ label }) => label),
    ['Guides › Start', 'Guides › Start › Inner', 'Guides › Empty', 'API'],
  );
  assert.equal(listPageLists(treeOf({ pages: [] }))[0]?.label, 'Top level');
});
