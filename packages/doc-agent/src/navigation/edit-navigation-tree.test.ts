import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parseJson } from '../json/parse-json.ts';
import { diffLines } from '../text/diff-lines.ts';
import {
  addEntry,
  addNavigation,
  canMoveTo,
  findStep,
  moveEntry,
  removeFromNavigation,
  renameEntry,
  type MoveDirection,
} from './edit-navigation-tree.ts';
import { listAll, listEntries, readNavigationTree, type JsonPath, type NavigationList } from './navigation-tree.ts';

const docs = `{
  "name": "Site",
  "navigation": {
    "tabs": [
      {
        "tab": "Guides",
        "groups": [
          { "group": "Start", "pages": ["index", "quickstart"] },
          {
            "group": "More",
            "icon": "book",
            "pages": [
              "one",
              {
                "group": "Inner",
                "pages": [
                  "two"
                ]
              },
              "GET /users"
            ]
          }
        ]
      },
      { "tab": "Shared", "$ref": "shared.json" },
      { "$ref": "more.json" }
    ]
  }
}
`;
const groups: JsonPath = ['navigation', 'tabs', 0, 'groups'];
const start: JsonPath = [...groups, 0, 'pages'];
const more: JsonPath = [...groups, 1, 'pages'];
const treeOf = (text: string): readonly NavigationList[] => readNavigationTree(parseJson(text)) ?? [];
const removedLines = (before: string, after: string): readonly string[] =>
  diffLines(before, after).flatMap(({ kind, lines }) => (kind === 'removed' ? lines.map((line) => line.trim()) : []));

test('the tree contains divisions, groups, pages, operations and references to other files', () => {
  assert.deepEqual(
    listEntries(treeOf(docs)).map(({ kind, name }) => `${kind} ${name}`),
    [
      'tab Guides',
      'group Start',
      'page index',
      'page quickstart',
      'group More',
      'page one',
      'group Inner',
      'page two',
      'operation GET /users',
      'tab Shared',
      'file more.json',
    ],
  );
  assert.equal(readNavigationTree(parseJson('{}')), undefined);
  assert.equal(listEntries(treeOf('{"navigation":[{"group":"A","pages":["b"]}]}')).length, 2);
});

test('moving a page to another group moves only its lines, with the indentation of that group', () => {
  const { text, path } = moveEntry(docs, [...more, 1], { list: start, index: 1 });
  assert.deepEqual(path, [...start, 1]);
  const back = moveEntry(docs, [...more, 1, 'pages', 0], { list: more, index: 1 });
  assert.equal(
    back.text,
    docs.replace(
      `              {
                "group": "Inner",
                "pages": [
                  "two"
                ]
              },`,
      `              "two",
              {
                "group": "Inner",
                "pages": []
              },`,
    ),
  );
  assert.match(text, /"pages": \["index", \{\n\s+"group": "Inner"/);
});

for (const [direction, path, list, index] of [
  ['up', [...start, 1], start, 0],
  ['up', [...start, 0], undefined, 0],
  ['up', [...more, 0], start, 2],
  ['up', [...more, 1, 'pages', 0], more, 1],
  ['down', [...start, 0], start, 2],
  ['down', [...start, 1], more, 0],
  ['down', [...more, 2], undefined, 0],
  ['in', [...more, 0], [...more, 1, 'pages'], 0],
  ['in', [...more, 2], [...more, 1, 'pages'], 1],
  ['in', [...groups, 1], start, 2],
  ['out', [...more, 1, 'pages', 0], more, 2],
  ['out', [...more, 1], groups, 2],
  ['out', [...more, 0], undefined, 0],
  ['in', ['navigation', 'tabs', 1], undefined, 0],
  ['up', ['navigation', 'tabs', 2], ['navigation', 'tabs'], 1],
] as const satisfies readonly (readonly [MoveDirection, JsonPath, JsonPath | undefined, number])[]) {
  test(`a step ${direction} from ${path.slice(3).join('/')}`, () => {
    assert.deepEqual(findStep(treeOf(docs), path, direction), list && { list, index });
  });
}

test('adding, renaming and removing an entry changes only its lines', () => {
  const added = addEntry(docs, { list: more, index: 1 }, { page: 'new' });
  assert.deepEqual(added.text, docs.replace('"one",', '"one",\n              "new",'));
  assert.deepEqual(added.path, [...more, 1]);
  const group = addEntry(docs, { list: groups, index: 2 }, { group: 'Last' });
  assert.equal(listEntries(treeOf(group.text)).find(({ name }) => name === 'Last')?.kind, 'group');
  assert.deepEqual(removedLines(docs, group.text), []);
  assert.equal(renameEntry(docs, [...groups, 1], 'A "B"').text, docs.replace('"More"', String.raw`"A \"B\""`));
  const removed = removeFromNavigation(docs, [...start, 0]);
  assert.equal(removed.text, docs.replace('"index", ', ''));
  assert.deepEqual(removed.path, [...start, 0], 'the next entry');
  assert.deepEqual(removeFromNavigation(docs, [...start, 1]).path, [...start, 0], 'the previous entry');
  assert.deepEqual(removeFromNavigation(docs, [...more, 1, 'pages', 0]).path, [...more, 1], 'the group');
  assert.throws(() => renameEntry(docs, [...start, 0], 'x'), RangeError);
  assert.throws(() => moveEntry(docs, [...groups, 1], { list: [...more, 1, 'pages'], index: 0 }), RangeError);
  assert.throws(() => moveEntry(docs, ['navigation', 'tabs', 0], { list: start, index: 0 }), RangeError);
});

test('pages are written with a leading slash if the list uses slashes', () => {
  const slashed = '{"navigation":{"pages":["/a"]}}';
  const { text } = addEntry(slashed, { list: ['navigation', 'pages'], index: 1 }, { page: 'b' });
  assert.equal(text, '{"navigation":{"pages":["/a", "/b"]}}');
});

test('a navigation can be added to a file without one', () => {
  const { text, path } = addNavigation('{\r\n\t"name": "X"\r\n}\r\n', 'Start');
  assert.deepEqual(JSON.parse(text), { name: 'X', navigation: { groups: [{ group: 'Start', pages: [] }] } });
  assert.deepEqual(path, ['navigation', 'groups', 0]);
  assert.doesNotMatch(text, /(?<!\r)\n/);
  for (const empty of ['{}', '{"navigation": {}}', '{"navigation": null}'])
    assert.deepEqual(JSON.parse(addNavigation(empty, 'A').text), {
      navigation: { groups: [{ group: 'A', pages: [] }] },
    });
});

interface Group {
  readonly group: string;
  readonly pages: readonly (string | Group)[];
}
const page = fc.stringMatching(/^[a-z]{1,3}(?:\/[a-z]{1,3})?$/);
const { group } = fc.letrec<{ group: Group }>((tie) => ({
  group: fc.record({
    group: fc.string({ unit: 'grapheme', maxLength: 5 }),
    pages: fc.array(fc.oneof({ maxDepth: 3 }, page, tie('group')), { maxLength: 4 }),
  }),
}));
const navigation = fc.record({
  tabs: fc.array(fc.record({ tab: fc.constantFrom('A', 'B'), groups: fc.array(group, { maxLength: 3 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
});
const written = fc
  .tuple(navigation, fc.constantFrom(undefined, 2, 4, '\t'), fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\n'))
  .map(([value, indent, newline, end]) =>
    (JSON.stringify({ name: 'X', navigation: value, colors: { primary: '#000' } }, null, indent) + end).replaceAll(
      '\n',
      newline,
    ),
  );

/** The value at a path in a parsed file. */
const at = (value: unknown, path: JsonPath): unknown =>
  path.reduce<unknown>((inner, part) => (inner as Record<string | number, unknown>)[part], value);

/** The expected value: the same move, made on parsed values. */
function moved(text: string, path: JsonPath, to: { list: JsonPath; index: number }): unknown {
  const root: unknown = JSON.parse(text);
  const source = at(root, path.slice(0, -1)) as unknown[];
  const target = at(root, to.list) as unknown[];
  const from = path.at(-1) as number;
  const [item] = source.splice(from, 1);
  target.splice(source === target && to.index > from ? to.index - 1 : to.index, 0, item);
  return root;
}

test('random moves in random navigations produce the expected value, and change only the moved lines', () => {
  fc.assert(
    fc.property(written, fc.nat(), fc.nat(), fc.nat(), (text, a, b, c) => {
      const lists = treeOf(text);
      const entries = listEntries(lists);
      const entry = entries[a % entries.length];
      assert.ok(entry);
      const targets = listAll(lists).filter((list) => canMoveTo(entry, list));
      const target = targets[b % targets.length];
      assert.ok(target);
      const to = { list: target.path, index: c % (target.entries.length + 1) };
      const edited = moveEntry(text, entry.path, to);
      assert.deepEqual(JSON.parse(edited.text), moved(text, entry.path, to));
      assert.deepEqual(at(JSON.parse(edited.text), edited.path ?? []), at(JSON.parse(text), entry.path));
      assert.equal(edited.text.includes('\r'), text.includes('\r'));
      assert.equal(edited.text.endsWith('\n'), text.endsWith('\n'));
      if (!text.trimEnd().includes('\n')) return;
      // Ignoring indentation and commas, a file with one list entry per line has the same lines before and after,
      // except for the brackets of lists that were or are empty.
      const toLines = (each: string): readonly string[] =>
        each
          .split(/\r?\n/)
          .map((line) => line.trim().replace(/,$/, ''))
          .filter((line) => !/^(?:\]|"(?:pages|groups)": \[\]?)$/.test(line))
          .toSorted();
      assert.deepEqual(toLines(edited.text), toLines(text));
    }),
    { numRuns: 500 },
  );
});

test('after a step down, a step up is always possible', () => {
  fc.assert(
    fc.property(written, fc.nat(), (text, a) => {
      const pages = listEntries(treeOf(text)).filter(({ kind }) => kind === 'page');
      const entry = pages[a % pages.length];
      if (entry === undefined) return;
      const step = findStep(treeOf(text), entry.path, 'down');
      if (step === undefined) return;
      const down = moveEntry(text, entry.path, step);
      const back = findStep(treeOf(down.text), down.path ?? [], 'up');
      assert.ok(back);
    }),
  );
});
