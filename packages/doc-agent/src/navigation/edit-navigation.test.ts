import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toolBench } from '../testing/tool-bench.ts';

const group = (name: string, pages: readonly unknown[]) => ({ group: name, pages });
const tab = (name: string, ...groups: unknown[]) => ({ tab: name, groups });

/**
 * A navigation like those of sites with several languages: with repeated names, blank names, and names with whitespace
 * or ">".
 */
const config = {
  name: 'X',
  navigation: {
    languages: [
      {
        language: 'en',
        tabs: [tab('Guides', group(' ', [group('Box Sign', [group('Options', ['a'])])]), group('A > B', ['b']))],
      },
      { language: 'jp', tabs: [tab('ガイド', group('\u00a0', [group('Box  Sign ', [group('Options', ['c'])])]))] },
    ],
  },
};
const files = {
  'docs.json': JSON.stringify(config),
  ...Object.fromEntries(['a', 'b', 'c', 'new'].map((page) => [`${page}.mdx`, `---\ntitle: ${page}\n---\n\nx\n`])),
};

for (const [written, beside] of [
  ['en > Guides >   > Box Sign > Options', 'a'],
  ['jp > Options', 'c'],
  ['JP > ガイド > Box Sign > options', 'c'],
  ['A > B', 'b'],
  ['en > A > B', undefined],
] as const) {
  test(`the group "${written}" is ${beside === undefined ? 'not found' : `that of "${beside}"`}`, async () => {
    const bench = toolBench(files);
    const result = await bench.call('navigation', { op: 'add_page', page: 'new', group: written });
    const text = (await bench.text('docs.json')) ?? '';
    if (beside === undefined) assert.equal(result, 'not_found');
    else assert.match(text.replaceAll(/\s/g, ''), new RegExp(`"${beside}","new"`));
  });
}

test('a name in two languages is ambiguous', async () => {
  assert.equal(
    await toolBench(files).call('navigation', { op: 'add_page', page: 'new', group: 'Options' }),
    'ambiguous',
  );
});

describe('in parts of the navigation that aren’t groups,', () => {
  const parts = {
    'docs.json': JSON.stringify({
      navigation: {
        languages: [
          {
            language: 'en',
            tabs: [
              { tab: 'Docs', pages: ['a'] },
              { tab: 'API', groups: [{ group: 'Start', pages: ['b'] }] },
              { tab: 'Blog', href: 'https://acme.com/blog' },
            ],
          },
          { language: 'de', groups: [{ group: 'Start', pages: ['c'] }] },
        ],
      },
    }),
    ...Object.fromEntries(['a', 'b', 'c', 'new'].map((page) => [`${page}.mdx`, 'x\n'])),
  };
  type Part = Readonly<Record<string, unknown>>;
  const change = async (call: object) => {
    const bench = toolBench(parts);
    const result = await bench.call('navigation', call);
    const { navigation } = JSON.parse((await bench.text('docs.json')) ?? '') as {
      navigation: { languages: { language: string; tabs: Part[]; groups: Part[] }[] };
    };
    const [en, de] = navigation.languages;
    return { result, tabs: en?.tabs ?? [], languages: navigation.languages, de: de?.groups ?? [] };
  };

  test('a page can be added to a tab without groups, after another page', async () => {
    const { tabs } = await change({ op: 'add_page', page: 'new', group: 'Docs', after: 'a' });
    assert.deepEqual(tabs[0], { tab: 'Docs', pages: ['a', 'new'] });
    const moved = await change({ op: 'move_page', page: 'b', group: 'en > docs' });
    assert.deepEqual(moved.tabs[0], { tab: 'Docs', pages: ['a', 'b'] });
    assert.equal((await change({ op: 'move_page', page: 'a', group: 'Docs' })).result, 'no_change');
  });

  test('a page can’t be added outside the groups of a tab or language, or to a tab with a link', async () => {
    for (const group of ['API', 'Blog', 'de'])
      assert.equal((await change({ op: 'add_page', page: 'new', group })).result, 'not_found', group);
  });

  test('a group can be added to a tab or language at a given position, even if another language has a group with this name', async () => {
    const { tabs } = await change({ op: 'add_group', group: 'Help', parent: 'API', before: 'API > Start' });
    assert.deepEqual(tabs[1]?.['groups'], [
      { group: 'Help', pages: [] },
      { group: 'Start', pages: ['b'] },
    ]);
    const { tabs: others } = await change({ op: 'add_group', group: 'Start', parent: 'Docs' });
    assert.deepEqual(others[0]?.['pages'], ['a', { group: 'Start', pages: [] }]);
    const { de } = await change({ op: 'add_group', group: 'Hilfe', parent: 'de', before: 'de > Start' });
    assert.deepEqual(de[0], { group: 'Hilfe', pages: [] });
    assert.equal((await change({ op: 'add_group', group: 'Start', parent: 'de' })).result, 'no_change');
    assert.equal((await change({ op: 'add_group', group: 'New', parent: 'Blog' })).result, 'not_found');
  });

  test('tabs and languages can be moved next to others in their list', async () => {
    const { tabs } = await change({ op: 'move_group', group: 'API', before: 'Docs' });
    assert.deepEqual(
      tabs.map(({ tab: name }) => name),
      ['API', 'Docs', 'Blog'],
    );
    const { languages } = await change({ op: 'move_group', group: 'de', before: 'en' });
    assert.deepEqual(
      languages.map(({ language }) => language),
      ['de', 'en'],
    );
    assert.equal((await change({ op: 'move_group', group: 'de', before: 'Docs' })).result, 'not_found');
  });
});
