import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toolBench } from '../testing/tool-bench.ts';

const german = { 'a.mdx': 'x\n', 'de/a.mdx': 'x\n', 'de/b.mdx': 'x\n' };
const open = (navigation: object) => {
  const bench = toolBench({ ...german, 'docs.json': JSON.stringify({ name: 'Acme', navigation }, null, 2) });
  return {
    call: (input: object) => bench.call('navigation', input),
    text: async () => (await bench.text('docs.json')) ?? '',
    navigation: async () => (JSON.parse((await bench.text('docs.json')) ?? '') as { navigation: unknown }).navigation,
  };
};
const add = { op: 'add_language', name: 'de' };
const pages = { groups: [{ group: 'Start', pages: ['a'] }] };
const global = { anchors: [{ anchor: 'Blog', href: 'https://acme.com' }] };

describe('a new language', () => {
  test('moves the existing navigation into the existing language, line by line, except for the shared part', async () => {
    const site = open({ ...pages, global });
    const before = await site.text();
    await site.call({ ...add, existing: 'en' });
    assert.deepEqual(await site.navigation(), {
      languages: [
        { language: 'en', ...pages },
        { language: 'de', groups: [] },
      ],
      global,
    });
    const kept = before.split('\n').filter((line) => line.includes('"group"') || line.includes('"a"'));
    for (const line of kept) assert.ok((await site.text()).includes(`${line}\n`), line);
  });

  test('can be filled with groups and pages by other operations', async () => {
    const site = open(pages);
    await site.call({ ...add, existing: 'en' });
    await site.call({ op: 'add_group', group: 'Start', parent: 'de' });
    await site.call({ op: 'add_page', page: 'de/a', group: 'de > Start' });
    assert.deepEqual(await site.navigation(), {
      languages: [
        { language: 'en', ...pages },
        { language: 'de', groups: [{ group: 'Start', pages: ['de/a'] }] },
      ],
    });
  });

  test('is added after existing languages', async () => {
    const site = open({ languages: [{ language: 'en', ...pages }] });
    await site.call(add);
    assert.deepEqual(await site.navigation(), {
      languages: [
        { language: 'en', ...pages },
        { language: 'de', groups: [] },
      ],
    });
    assert.equal(await site.call(add), 'no_change');
  });

  test('is rejected without the language of the existing pages, and if a tag is not valid', async () => {
    const site = open(pages);
    const before = await site.text();
    for (const input of [add, { ...add, existing: 'de' }, { ...add, existing: 'e"n' }, { ...add, name: 'de\u0000' }])
      assert.equal(await site.call(input), 'invalid_input');
    assert.equal(await site.text(), before);
  });
});
