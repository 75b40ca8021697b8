import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toolBench } from '../testing/tool-bench.ts';

const group = (name: string, pages: readonly unknown[]) => ({ group: name, pages });
const tab = (name: string, ...groups: unknown[]) => ({ tab: name, groups });

/** Like sites with several languages: repeated names, blank names, names with whitespace and with a ">". */
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
